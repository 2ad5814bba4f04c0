// Convex proxies before the mesh test [CW96]: certain when they decide a step, and only a speed-up.
#include "contact_fixture.h"
#include "oracle/soak.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cdMesh *rod, *pebble, *torus;

static int makeMeshes(void **state) {
    (void)state;
    rod = makeShape("box:x=1,y=0.02,z=0.02");
    pebble = makeShape("box:x=0.02,y=0.02,z=0.02");
    torus = makeShape("torus:segments=12");
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(rod);
    cdDestroyMesh(pebble);
    cdDestroyMesh(torus);
    return 0;
}

// Rod and pebble are boxes: without the box test the proxies decide.
static cdFirstContactInput makeTurn(double angle, cdVec3 place) {
    cdVec3 axis = {0.0, 0.0, 1.0};
    cdFirstContactInput input = makeStep(rod, poseAt(0, 0, 0), turnedPose(0, 0, 0, axis, angle), pebble,
                                         poseAt(place.x, place.y, place.z));
    input.disabled = CD_DISABLE_BOXES;
    return input;
}

// A rod rotates about its middle; half-way round, outside the hull of its two end poses, is a pebble that its
// tip hits. Red: the bulge of the tip's path missing or too small, at any angle.
static void testTipMeetsOutsideTheEndPoses(void **state) {
    (void)state;
    for (int k = 1; k <= 36; k++) {
        double angle = k * PI / 36.0;
        cdVec3 place = {0.985 * cos(0.5 * angle), 0.985 * sin(0.5 * angle), 0.0};
        cdFirstContactInput input = makeTurn(angle, place);
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.proxy.tested && !result.proxy.separated);
        assert_int_equal(result.stats.proxyRejects, 0);
    }
}

// The pebble beyond the reach of the bound: only the proxies are tested. Red: they are never tested, or the
// bulge is so large that they are useless for small rotations.
static void testFarPebbleEndsAtTheProxies(void **state) {
    (void)state;
    for (int k = 1; k <= 18; k++) {
        double angle = k * PI / 36.0;
        double reach = cos(0.5 * angle) + 0.5 * tan(0.5 * angle) * tan(0.5 * angle) + 0.1;
        cdVec3 place = {reach * cos(0.5 * angle), reach * sin(0.5 * angle), 0.0};
        cdFirstContactInput input = makeTurn(angle, place);
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_FREE);
        assert_true(result.proxy.separated && result.proxy.gap > 0.0);
        assert_int_equal(result.stats.proxyRejects, 1);
        assert_int_equal(result.stats.sphereTests, 0);
    }
}

// The reported vector holds: from A to B, unit, the points at their reported positions; by the hulls, and by
// the box test. Red: a wrong frame or sign in the overlay's data.
static void testVectorAndPoints(void **state) {
    (void)state;
    cdVec3 shift = {300.0, -20.0, 7.0};
    cdPose start = {cdAdd(shift, cdMakeVec3(-1, 3, 0)), {1, 0, 0, 0}}, target = start;
    target.p.x += 2.0;
    cdPose poseB = {shift, cdMakeQuat(cdMakeVec3(0, 1, 0), 0.5 * PI)};
    cdFirstContactInput input = makeStep(rod, start, target, rod, poseB);
    for (int k = 0; k < 2; k++) {
        input.disabled = k == 0 ? CD_DISABLE_BOXES : 0;
        cdFirstContact result = findContact(&input);
        assert_true(result.proxy.tested && result.proxy.separated);
        assert_int_equal(result.stats.boxTests, k);
        cdVec3 between = cdSub(result.proxy.pointB, result.proxy.pointA), s = result.proxy.vector;
        assert_true(fabs(cdLength(s) - 1.0) < 1e-12);
        assert_true(fabs(cdDot(s, between) - result.proxy.gap) < 1e-8); // minus the inflation of bounds
        assert_true(s.y < -0.5 && result.proxy.gap < 2.97);
        assert_true(fabs(result.proxy.pointA.y - shift.y - 2.98) < 1e-9);
        assert_true(fabs(result.proxy.pointB.y - shift.y - 0.02) < 1e-9);
    }
}

// The vector of one step separates in the next, and is found at once. Red: the cache not read, not written,
// or stored in the wrong axes.
static void testCachedVector(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPairCache cache = {0};
    int hits = 0;
    for (int k = 0; k < 100; k++) {
        cdVec3 axis = cdNormalize(cdMakeVec3(1, 2, 3));
        cdPose start = turnedPose(0.02 * k, 2.2, 0, axis, 0.03 * k);
        cdPose target = turnedPose(0.02 * (k + 1), 2.2, 0, axis, 0.03 * (k + 1));
        cdFirstContactInput input = makeStep(torus, start, target, torus, turnedPose(0, 0, 0, axis, 1.0));
        cdFirstContact result = cdFindFirstContact(&input, &cache, workspace, NULL);
        cdFirstContact plain = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_true(AreAnswersEqual(&plain, &result));
        hits += result.proxy.cacheHit;
    }
    assert_true(hits > 80);
    cdDestroyWorkspace(workspace);
}

// Random steps near and far, of all sizes: where the proxies decide a step, the mesh test finds it free, and
// the whole answer is the same without them. Red: any invalid certificate.
static void testNeverChangesAnAnswer(void **state) {
    (void)state;
    Random random = {5};
    cdWorkspace *workspace = cdCreateWorkspace();
    int separated = 0, not = 0;
    for (int k = 0; k < 3000; k++) {
        double size = pow(10.0, nextRandomIn(&random, -3.0, 0.5)),
               far = nextRandomInt(&random, 0, 1) ? 1e4 : 0.0;
        cdVec3 offset = cdScale(far, nextRandomVec3(&random)), away = nextRandomDirection(&random);
        cdVec3 from = cdMulAdd(offset, nextRandomIn(&random, 1.0, 3.0), away);
        cdQuat q = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), cdMin(3.0, size * nextRandom(&random)));
        cdPose start = {from, q};
        cdPose target = {cdMulAdd(from, size, nextRandomDirection(&random)),
                         cdNormalizeQuat(cdMulQuat(turn, q))};
        cdQuat qb = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        cdFirstContactInput input = makeStep(k % 2 ? torus : rod, start, target, torus, (cdPose){offset, qb});
        cdFirstContact with = cdFindFirstContact(&input, NULL, workspace, NULL);
        input.disabled = CD_DISABLE_PROXY;
        cdFirstContact without = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_true(AreAnswersEqual(&with, &without));
        assert_false(without.proxy.tested);
        separated += with.proxy.separated;
        not += !with.proxy.separated;
    }
    assert_true(separated > 300 && not > 300);
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTipMeetsOutsideTheEndPoses),
        cmocka_unit_test(testFarPebbleEndsAtTheProxies),
        cmocka_unit_test(testVectorAndPoints),
        cmocka_unit_test(testCachedVector),
        cmocka_unit_test(testNeverChangesAnAnswer),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
