// The intersection set against its oracle, over random touching pairs of boxes, L's, rings, gears and
// spheres, and both candidate searches against each other.
#include "cases.h"
#include "oracle/oracle_regions.h"
#include "touch_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { BODY_COUNT = 8 };

static const char *const specs[BODY_COUNT] = {"box:x=0.5,y=0.4,z=0.3",
                                              "l-shape:size=1,thickness=0.35,depth=0.5",
                                              "ring:outer=0.8,inner=0.5,segments=7",
                                              "gear:teeth=4,bore=0.3",
                                              "icosphere:level=0,radius=0.6",
                                              "plate:width=1.2,depth=0.8,thickness=0.05",
                                              "l-shape:size=0.8,thickness=0.2,depth=0.35",
                                              "box:x=0.4,y=0.4,z=0.4"};

static Body bodies[BODY_COUNT];

static int makeBodies(void **state) {
    (void)state;
    for (int i = 0; i < BODY_COUNT; i++)
        bodies[i] = makeBody(specs[i]);
    return 0;
}

static int freeBodies(void **state) {
    (void)state;
    for (int i = 0; i < BODY_COUNT; i++)
        destroyBody(&bodies[i]);
    return 0;
}

// The query's result for one pair of features.
static OracleShare gatherShare(const cdContactRegions *found, cdLocation a, cdLocation b) {
    OracleShare share = {0};
    for (int32_t i = 0; i < found->regionCount; i++) {
        const cdContactRegion *r = &found->regions[i];
        if (r->locationA.kind != a.kind || r->locationA.index != a.index) continue;
        if (r->locationB.kind != b.kind || r->locationB.index != b.index) continue;
        share.counts[r->dimension]++;
        share.measure[r->dimension] += r->measure;
    }
    return share;
}

static void assertSameRegions(const cdContactRegions *x, const cdContactRegions *y) {
    assert_int_equal(x->regionCount, y->regionCount);
    assert_int_equal(x->pointCount, y->pointCount);
    assert_memory_equal(x->points, y->points, (size_t)x->pointCount * sizeof *x->points);
    for (int32_t i = 0; i < x->regionCount; i++) {
        const cdContactRegion *r = &x->regions[i], *s = &y->regions[i];
        assert_true(r->dimension == s->dimension && r->measure == s->measure);
        assert_true(r->locationA.kind == s->locationA.kind && r->locationA.index == s->locationA.index);
        assert_true(r->locationB.kind == s->locationB.kind && r->locationB.index == s->locationB.index);
        assert_true(r->firstPoint == s->firstPoint && r->pointCount == s->pointCount);
    }
}

typedef struct Tally {
    int32_t compared, unsure, shared[3];
} Tally;

static void compareShares(int number, const Query *query, const OracleTouch *touch, Tally *tally) {
    const cdFeatures *a = touch->meshA->features, *b = touch->meshB->features;
    for (cdEntity i = 0; i < cdCountEntities(a); i++)
        for (cdEntity k = 0; k < cdCountEntities(b); k++) {
            cdLocation x = cdGetEntityLocation(a, i), y = cdGetEntityLocation(b, k);
            OracleShare is = gatherShare(&query->out, x, y), should = FindOracleShare(touch, x, y);
            tally->compared++;
            tally->unsure += should.unsure;
            if (should.unsure) continue;
            for (int dim = 0; dim < 3; dim++) {
                tally->shared[dim] += should.counts[dim];
                bool near = fabsl(is.measure[dim] - should.measure[dim]) <= should.slack[dim];
                if (is.counts[dim] == should.counts[dim] && near) continue;
                fail_msg("pair %d: %s %d and %s %d share %d of dimension %d, measure %.12Lg, and should %d, "
                         "%.12Lg",
                         number, cdGetLocationName(x.kind), x.index, cdGetLocationName(y.kind), y.index,
                         is.counts[dim], dim, is.measure[dim], should.counts[dim], should.measure[dim]);
            }
        }
}

static void pickTouch(Random *random, int number, OracleTouch *touch, const Body **bodyA,
                      const Body **bodyB) {
    *bodyA = &bodies[nextRandomInt(random, 0, BODY_COUNT - 1)];
    *bodyB = &bodies[nextRandomInt(random, 0, BODY_COUNT - 1)];
    const cdFeatures *a = (*bodyA)->mesh->features, *b = (*bodyB)->mesh->features;
    double radius = cdMax(a->info.radius, b->info.radius);
    static const double tolerances[] = {8e-6, 1e-4, 1e-2};
    *touch = (OracleTouch){.meshA = (*bodyA)->mesh, .meshB = (*bodyB)->mesh, .poseB = cdIdentityPose()};
    touch->tolerance = tolerances[number % 3] * radius;
    touch->borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
    if (number % 2)
        touch->poseB = (cdPose){nextRandomVec3(random), cdMakeQuat(nextRandomDirection(random), 2.0)};
    if (number % 7 == 0) touch->poseB.p = cdScale(1e3, touch->poseB.p);
    double gap = nextRandomInt(random, 0, 2) * 0.23 * touch->tolerance;
    TouchPoint onA = pickTouchPlace(random, a, pickWhere(random));
    TouchPoint onB = pickTouchPlace(random, b, pickWhere(random));
    touch->poseA = touchOn(onA, onB, touch->poseB, pickSpin(random), gap);
}

// 240 pairs in contact with a chosen feature each, aligned and not, with gaps up to half the tolerance; every
// pair of features is compared. Red: a kind of region missing or doubled, a segment that continues through a
// hole or ends at a seam, a border that counts as inside, a candidate that one search misses.
static void testRandomPairs(void **state) {
    (void)state;
    Random random = {2026};
    Tally tally = {0};
    int count = countCases(240);
    for (int number = 0; number < count; number++) {
        OracleTouch touch;
        const Body *a, *b;
        pickTouch(&random, number, &touch, &a, &b);
        Query near = openQuery(a, b, false), indexed = openQuery(a, b, true);
        Query *queries[2] = {&near, &indexed};
        for (int i = 0; i < 2; i++) {
            queries[i]->input.poseA = touch.poseA;
            queries[i]->input.poseB = touch.poseB;
            queries[i]->input.tolerance = touch.tolerance;
            findIntersection(queries[i]);
        }
        assertSameRegions(&near.out, &indexed.out);
        compareShares(number, &near, &touch, &tally);
        closeQuery(&near);
        closeQuery(&indexed);
    }
    print_message("%d pairs of features, %d unsure, %d points, %d segments, %d polygons\n", tally.compared,
                  tally.unsure, tally.shared[0], tally.shared[1], tally.shared[2]);
    assert_true(tally.unsure < tally.compared / 100);
    assert_true(6 * tally.shared[0] > 5 * count && 6 * tally.shared[1] > 5 * count);
    assert_true(6 * tally.shared[2] > count);
}

// Resolved poses of first contact: gaps of up to half the default tolerance, features aligned only by chance.
// Each touches something. Red: a gap taken for no contact.
static void testResolvedPoses(void **state) {
    (void)state;
    Random random = {77};
    Tally tally = {0};
    int count = countCases(100);
    for (int number = 0; number < count; number++) {
        const Body *a = &bodies[nextRandomInt(&random, 0, BODY_COUNT - 1)];
        const Body *b = &bodies[nextRandomInt(&random, 0, BODY_COUNT - 1)];
        cdPose start = {cdScale(4.0, nextRandomDirection(&random)), cdIdentityPose().q};
        if (number % 2) start.q = cdMakeQuat(nextRandomDirection(&random), 3.0);
        if (number % 4 == 0) start.p = cdMakeVec3(0.1, 3.0, 0.05);
        cdPose target = {cdScale(-0.2, start.p), start.q};
        cdFirstContactInput step = makeStep(a->mesh, start, target, b->mesh, cdIdentityPose());
        cdFirstContact hit = findContact(&step);
        if (hit.state != CD_CONTACT) continue;
        Query near = openQuery(a, b, false), indexed = openQuery(a, b, true);
        Query *queries[2] = {&near, &indexed};
        double radius = cdMax(a->mesh->features->info.radius, b->mesh->features->info.radius);
        for (int i = 0; i < 2; i++) {
            queries[i]->input.poseA = hit.resolvedPose;
            queries[i]->input.tolerance = 8e-6 * radius;
            findIntersection(queries[i]);
        }
        assert_true(near.out.regionCount > 0);
        assertSameRegions(&near.out, &indexed.out);
        OracleTouch touch = {.meshA = a->mesh,
                             .meshB = b->mesh,
                             .poseA = hit.resolvedPose,
                             .poseB = cdIdentityPose(),
                             .tolerance = 8e-6 * radius};
        touch.borderTolerance = cdMax(a->mesh->features->info.tolerance, b->mesh->features->info.tolerance);
        compareShares(number, &near, &touch, &tally);
        closeQuery(&near);
        closeQuery(&indexed);
    }
    assert_true(tally.unsure < tally.compared / 100);
    assert_true(4 * tally.shared[0] > count && 10 * tally.shared[1] > count);
    assert_true(40 * tally.shared[2] > count);
}

// Without a quarter of their triangles the bodies are open: either side of a face counts, and there is no
// index. Red: an open surface treated as closed, or a missed border edge.
static void testOpenSurfaces(void **state) {
    (void)state;
    Random random = {11};
    Tally tally = {0};
    int count = countCases(75);
    for (int number = 0; number < count; number++) {
        Body open[2];
        for (int i = 0; i < 2; i++) {
            cdMesh *whole = makeShape(specs[nextRandomInt(&random, 0, BODY_COUNT - 1)]);
            const cdMeshInfo info = cdGetMeshInfo(whole);
            int32_t points = info.vertexCount, triangles = info.triangleCount;
            cdMeshDef def = cdDefaultMeshDef();
            def.points = info.vertices;
            def.triangles = info.triangles;
            def.pointCount = points;
            def.triangleCount = triangles - triangles / 4;
            open[i] = makeBodyOfMesh(cdCreateMesh(&def, NULL));
            assert_false(open[i].mesh->features->info.closed);
            cdDestroyMesh(whole);
        }
        const cdFeatures *a = open[0].mesh->features, *b = open[1].mesh->features;
        double radius = cdMax(a->info.radius, b->info.radius);
        OracleTouch touch = {.meshA = open[0].mesh, .meshB = open[1].mesh, .poseB = cdIdentityPose()};
        touch.tolerance = (number % 2 ? 8e-6 : 1e-3) * radius;
        touch.borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
        TouchPoint onA = pickTouchPlace(&random, a, pickWhere(&random));
        TouchPoint onB = pickTouchPlace(&random, b, pickWhere(&random));
        if (number % 3 == 0) onA.normal = cdNegate(onA.normal);
        touch.poseA = touchOn(onA, onB, touch.poseB, pickSpin(&random), 0.2 * touch.tolerance);
        Query query = openQuery(&open[0], &open[1], false);
        query.input.poseA = touch.poseA;
        query.input.tolerance = touch.tolerance;
        findIntersection(&query);
        compareShares(number, &query, &touch, &tally);
        closeQuery(&query);
        destroyBody(&open[0]);
        destroyBody(&open[1]);
    }
    assert_true(tally.unsure < tally.compared / 100);
    assert_true(3 * tally.shared[0] > count && 3 * tally.shared[1] > count);
    assert_true(15 * tally.shared[2] > count);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testRandomPairs), cmocka_unit_test(testResolvedPoses),
                                       cmocka_unit_test(testOpenSurfaces)};
    return cmocka_run_group_tests(tests, makeBodies, freeBodies);
}
