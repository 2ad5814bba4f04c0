// Contact points at the end of free paths, where penetration is not tested: the search for regions with and
// without that test gives the same regions, and bodies that overlap have no contact points.
#include "cases.h"
#include "contact/region_work.h"
#include "contact_fixture.h"
#include "world_fixture.h"

#include <string.h>

enum { REGIONS = 4096, POINTS = 16384 };

typedef struct Found {
    cdContactRegions out;
    cdContactRegion regions[REGIONS];
    cdVec3 points[POINTS];
} Found;

static Found plain, apart;

static void find(const Trial *trial, bool isApart, Found *found) {
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    cdRegionsInput input = {.meshA = trial->meshes[0],
                            .meshB = trial->meshes[1],
                            .poseA = getState(trial, 0).pose,
                            .poseB = getState(trial, 1).pose,
                            .interior = CD_INTERIOR_EMPTY,
                            .tolerance = cdGetTouchTolerance(trial->margin),
                            .sufficientOnly = true,
                            .regions = found->regions,
                            .points = found->points,
                            .regionCapacity = REGIONS,
                            .pointCapacity = POINTS};
    const cdSharedWork shared = {.meter = &meter, .apart = isApart};
    found->out = cdFindContactRegionsBy(&input, &shared, trial->workspace);
}

static void checkSameRegions(const Trial *trial) {
    find(trial, false, &plain);
    find(trial, true, &apart);
    assert_true(plain.out.state == CD_CONTACT || plain.out.state == CD_FREE);
    assert_int_equal(plain.out.state, apart.out.state);
    assert_int_equal(plain.out.regionCount, apart.out.regionCount);
    assert_int_equal(plain.out.pointCount, apart.out.pointCount);
    assert_memory_equal(plain.points, apart.points, (size_t)plain.out.pointCount * sizeof *plain.points);
    for (int32_t i = 0; i < plain.out.regionCount; i++) {
        const cdContactRegion *x = &plain.regions[i], *y = &apart.regions[i];
        assert_int_equal(x->firstPoint, y->firstPoint);
        assert_int_equal(x->normalCount, y->normalCount);
        assert_memory_equal(x->normals, y->normals, (size_t)x->normalCount * sizeof *x->normals);
    }
}

// A bolt that turns down through its nut, and bodies that tumble on a surface with hills: after each step the
// pair is at the end of a free path. Red: penetration where bodies are disjoint, regions that depend on it.
static void testFreePosesDoNotOverlap(void **state) {
    (void)state;
    static const char *const shapes[][2] = {
        {"nut:segments=12", "bolt:segments=12"}, {"box:x=3,y=0.5,z=3", "l-shape"}, {"torus", "gear"}};
    int32_t touching = 0;
    for (int i = 0; i < countCases(3); i++) {
        Body fixed = makeBody(shapes[i % 3][0]), moving = makeBody(shapes[i % 3][1]);
        Trial trial = makeTrial();
        cdPose turned = {{0.0, 0.5, 0.0}, {0.0, 1.0, 0.0, 0.0}};
        addFixed(&trial, &fixed, poseAt(0.0, 0.0, 0.0), 0.0, 0.1);
        addMoving(&trial, &moving, i % 3 == 0 ? turned : poseAt(0.1 + 0.01 * i, 3.0, 0.2),
                  cdMakeVec3(0.0, -1.0 * (i % 3 > 0), 0.0), 0.0, 0.1);
        for (int step = 0; step < 60; step++) {
            stepTrial(&trial, 1.0 / 60.0);
            checkSameRegions(&trial);
            touching += plain.out.regionCount > 0;
        }
        destroyTrial(&trial);
        destroyBody(&fixed);
        destroyBody(&moving);
    }
    assert_true(touching > 60);
}

// Two boxes of one height that overlap drift apart: they have no contact points before they are disjoint,
// though edges of the one lie on faces of the other. Red: the end of a path that begins in an overlap counts
// as free (cdWorldPair.crosses).
static void testOverlappingBodiesDoNotTouch(void **state) {
    (void)state;
    Body box = makeBody("box:x=1,y=0.5,z=1");
    Trial trial = makeWeightlessTrial();
    trial.overlapped = true;
    addFixed(&trial, &box, poseAt(0.0, 0.0, 0.0), 0.0, 0.5);
    addMoving(&trial, &box, poseAt(1.0, 0.0, 0.3), cdMakeVec3(1.0, 0.0, 0.0), 0.0, 0.5);
    for (int step = 0; step < 50; step++) {
        stepTrial(&trial, 0.01);
        assert_int_equal(trial.step.contacts, 0);
        assertNearVec3(getState(&trial, 1).velocity, cdMakeVec3(1.0, 0.0, 0.0), 1e-12);
    }
    destroyTrial(&trial);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testFreePosesDoNotOverlap),
                                       cmocka_unit_test(testOverlappingBodiesDoNotTouch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
