// Sliding: a step that meets contact goes on along the surface, ends clear of everything and no farther than
// asked.
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MAX_OBSTACLES = 4, MAX_CONTACTS = 8 };

static cdMesh *box, *floorPlate, *torus, *gear;

static int makeMeshes(void **state) {
    (void)state;
    box = makeShape("box");                        // [-1, 1]^3
    floorPlate = makeShape("box:x=10,y=0.5,z=10"); // top at y = 0.5
    torus = makeShape("torus:segments=10");
    gear = makeShape("gear:teeth=6");
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(box);
    cdDestroyMesh(floorPlate);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
    return 0;
}

static cdFirstContact slide(const cdMesh *mesh, cdPose start, cdPose target, const cdObstacle *obstacles,
                            int32_t count, int32_t maxContacts) {
    cdObstaclesInput input = {
        .mesh = mesh, .start = start, .target = target, .obstacles = obstacles, .obstacleCount = count};
    cdScratch scratch = cdCreateScratch(cdGetObstaclesScratchSize(mesh, obstacles, count));
    int32_t obstacle;
    cdFirstContact result = cdFindSlideAmong(&input, maxContacts, &obstacle, scratch, NULL);
    cdDestroyScratch(&scratch);
    return result;
}

static void checkClear(const cdMesh *mesh, cdPose pose, const cdObstacle *obstacles, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        assert_false(overlapAt(mesh, pose, obstacles[i].mesh, obstacles[i].pose));
}

static void checkPlace(cdVec3 place, double x, double y, double z, double error) {
    if (cdLength(cdSub(place, cdMakeVec3(x, y, z))) > error)
        fail_msg("at %.12g %.12g %.12g", place.x, place.y, place.z);
}

// A box 0.1 above a floor, asked to go down and sideways: it comes down, then moves sideways all the way. The
// result names the first contact. Red: the slide ends at the contact, or the shifted target sinks in.
static void testDownAndSidewaysOnAPlate(void **state) {
    (void)state;
    cdObstacle obstacles[] = {{floorPlate, poseAt(0.0, -0.5, 0.0)}};
    cdFirstContact result =
        slide(box, poseAt(0.0, 1.1, 0.0), poseAt(3.0, 0.5, 2.0), obstacles, 1, MAX_CONTACTS);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(fabs(result.t.lo - 0.1 / 0.6) < 1e-9);
    assert_true(result.normal.y > 1.0 - 1e-9);
    assert_true(result.restTime == 1.0);
    checkPlace(result.restPose.p, 3.0, 1.0, 2.0, 1e-4);
    checkClear(box, result.restPose, obstacles, 1);
}

// The same for a box that rests already, and for one placed in exact touch, step after step. Red: sticking.
static void testRestingAndTouchingStarts(void **state) {
    (void)state;
    cdObstacle obstacles[] = {{floorPlate, poseAt(0.0, -0.5, 0.0)}};
    cdPose pose = poseAt(0.0, 1.0, 0.0);
    for (int i = 1; i <= 20; i++) {
        cdPose target = poseAt(0.1 * i, 0.9, 0.05 * i);
        pose = slide(box, pose, target, obstacles, 1, MAX_CONTACTS).restPose;
        checkPlace(pose.p, 0.1 * i, 1.0, 0.05 * i, 1e-4);
        checkClear(box, pose, obstacles, 1);
    }
    cdPose up = slide(box, pose, poseAt(2.0, 4.0, 1.0), obstacles, 1, MAX_CONTACTS).restPose;
    checkPlace(up.p, 2.0, 4.0, 1.0, 1e-12);
}

// Between a floor and a wall the box goes along both; into the corner of a floor and two walls it comes to
// rest there. Red: a second contact forgets the first, and the target sinks into the floor.
static void testIntoCorners(void **state) {
    (void)state;
    cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    cdObstacle obstacles[] = {{floorPlate, poseAt(0.0, -0.5, 0.0)},
                              {floorPlate, turnedPose(3.5, 0.0, 0.0, z, 0.5 * PI)},
                              {floorPlate, turnedPose(0.0, 0.0, 3.5, x, 0.5 * PI)}};
    cdPose start = poseAt(0.0, 1.5, 0.0);
    cdFirstContact edge = slide(box, start, poseAt(4.0, -1.0, 1.5), obstacles, 2, MAX_CONTACTS);
    checkPlace(edge.restPose.p, 2.0, 1.0, 1.5, 1e-4);
    checkClear(box, edge.restPose, obstacles, 2);
    cdFirstContact corner = slide(box, start, poseAt(4.0, -1.0, 5.0), obstacles, 3, MAX_CONTACTS);
    checkPlace(corner.restPose.p, 2.0, 1.0, 2.0, 1e-4);
    checkClear(box, corner.restPose, obstacles, 3);
}

// No contact allowed: the slide is the plain first contact. No contact met: the target. Overlap: reported as
// such. The counts are those of all legs.
static void testLimits(void **state) {
    (void)state;
    cdObstacle obstacles[] = {{floorPlate, poseAt(0.0, -0.5, 0.0)}};
    cdPose start = poseAt(0.0, 1.1, 0.0), target = poseAt(3.0, 0.5, 0.0);
    cdFirstContact stop = slide(box, start, target, obstacles, 1, 0);
    assert_int_equal(stop.state, CD_CONTACT);
    assert_true(stop.restTime < stop.t.lo && stop.restPose.p.x < 0.51);
    cdFirstContact on = slide(box, start, target, obstacles, 1, MAX_CONTACTS);
    assert_true(on.stats.bodyTests > stop.stats.bodyTests);
    assert_true(on.t.lo == stop.t.lo && on.featureA.index == stop.featureA.index);
    cdFirstContact away = slide(box, start, poseAt(1.0, 3.0, 0.0), obstacles, 1, MAX_CONTACTS);
    assert_int_equal(away.state, CD_FREE);
    checkPlace(away.restPose.p, 1.0, 3.0, 0.0, 0.0);
    cdFirstContact inside = slide(box, poseAt(0.0, 0.5, 0.0), target, obstacles, 1, MAX_CONTACTS);
    assert_int_equal(inside.state, CD_OVERLAP);
    checkPlace(inside.restPose.p, 0.0, 0.5, 0.0, 0.0);
}

// 400 drags of a torus among gears and a box, with and without turning, each from where the last one ended:
// never an overlap, and without turning never farther from the start than asked. Red: projections that
// overshoot, a leg that starts badly and is taken all the same.
static void testRandomDrags(void **state) {
    (void)state;
    Random random = {1};
    cdObstacle obstacles[MAX_OBSTACLES] = {
        {gear, poseAt(0.0, 0.0, 0.0)},
        {gear, turnedPose(2.0, 0.5, 0.3, cdMakeVec3(1.0, 2.0, 0.5), 1.0)},
        {box, turnedPose(-2.2, 0.3, 0.0, cdMakeVec3(0.3, 1.0, 0.2), 0.7)},
        {torus, turnedPose(0.3, -2.0, 0.2, cdMakeVec3(1.0, 0.0, 0.4), 2.0)}};
    cdPose pose = poseAt(0.0, 2.5, 0.0);
    int slid = 0;
    for (int i = 0; i < 400; i++) {
        bool turning = i % 2;
        cdPose target = {cdScale(2.0, nextRandomVec3(&random)), pose.q};
        double share = nextRandomIn(&random, 0.05, 0.5);
        target.p = cdLerp(pose.p, target.p, share);
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.5));
        if (turning) target.q = cdNormalizeQuat(cdMulQuat(turn, pose.q));
        cdFirstContact result = slide(torus, pose, target, obstacles, MAX_OBSTACLES, MAX_CONTACTS);
        assert_true(result.state == CD_FREE || result.state == CD_CONTACT);
        checkClear(torus, result.restPose, obstacles, MAX_OBSTACLES);
        if (!turning) {
            double went = cdLength(cdSub(result.restPose.p, pose.p));
            assert_true(went <= cdLength(cdSub(target.p, pose.p)) + 1e-4);
        }
        slid += result.state == CD_CONTACT && cdLength(cdSub(result.restPose.p, pose.p)) > 0.01;
        pose = result.restPose;
    }
    assert_true(slid > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDownAndSidewaysOnAPlate),
        cmocka_unit_test(testRestingAndTouchingStarts),
        cmocka_unit_test(testIntoCorners),
        cmocka_unit_test(testLimits),
        cmocka_unit_test(testRandomDrags),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
