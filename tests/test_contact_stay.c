// Contact points of a pair that hardly moves: they stay without a search, unless some may be missing.
#include "pair_fixture.h"

#include <math.h>

// While a pair has moved by less than four margins since its points were found, they stay, with a mark in
// one; then they are found again. Red: regions recomputed for bodies that hardly move, or points that always
// stay.
static void testUnmoved(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 1.0 + MARGIN, 0.0), makeBody(GROUND), cdIdentityPose());
    findPoints(&pair);
    pair.points->points[0].corner = 77;
    findPoints(&pair);
    assert_int_equal(pair.points->points[0].corner, 77);
    pair.a.pose.p.y += 3.9 * MARGIN;
    findPoints(&pair);
    assert_int_equal(pair.points->points[0].corner, 77);
    pair.a.pose.p.y += 0.2 * MARGIN;
    findPoints(&pair);
    assert_int_equal(pair.points->points[0].corner, 0);
    destroyPair(&pair);
}

// Points that were forgotten are found again, however little the pair has moved since they were found. Red: a
// pair that keeps none.
static void testForgotten(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 1.0 + MARGIN, 0.0), makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 4);
    pair.a.pose.p.y += 3.0 * MARGIN;
    cdPlacedShape a = placeShape(&pair.bodies[0], &pair.a), b = placeShape(&pair.bodies[1], &pair.b);
    cdForgetPairPoints(pair.points, &a, &b);
    assert_true(pair.points->pointCount == 0 && !pair.points->touches);
    assert_int_equal(findPoints(&pair), 0); // it has not moved since
    pair.a.pose.p.y -= 2.0 * MARGIN;
    assert_int_equal(findPoints(&pair), 4);
    destroyPair(&pair);
}

// Points behind a surface are left out. After a little motion that brings them before it they are found.
// Red: a search that is left out although the last one left out points.
static void testLeftOut(void **state) {
    (void)state;
    Pair pair =
        makePair(makeBody(BOX), poseAt(0.0, 1.0 - 0.5 * MARGIN, 0.0), makeBody(GROUND), cdIdentityPose());
    findPoints(&pair);
    assert_int_equal(pair.points->regionPointCount, 0);
    pair.a.pose.p.y += 2.0 * MARGIN;
    assert_int_equal(findPoints(&pair), 4);
    assert_int_equal(pair.points->regionPointCount, 4);
    destroyPair(&pair);
}

// A thin plate above another one, and then placed below it, by less than points otherwise stay for. Red:
// points that keep it from falling.
static void testOtherSide(void **state) {
    (void)state;
    const char *plate = "box:x=0.5,y=1e-9,z=0.5";
    Pair pair = makePair(makeBody(plate), poseAt(0.0, MARGIN, 0.0), makeBody(plate), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 4);
    pair.a.pose.p.y = -MARGIN;
    assert_int_equal(findPoints(&pair), 4);
    for (int32_t i = 0; i < 4; i++) {
        cdPlacedPoint placed = place(&pair, i);
        assert_true(placed.gap > 0.0 && placed.normal.y < -0.9);
    }
    destroyPair(&pair);
}

// Points found with a small margin, at two corners of a tilted cube, do not stay because the margin has
// grown. Red: the current margin, which is less than the motion, but not than the distance of what is
// unknown.
static void testGrownMargin(void **state) {
    (void)state;
    const double small = 1e-6, tilt = 20.0 * small;
    cdVec3 axis = {0.0, 0.0, 1.0};
    double height = 0.5 * cos(tilt) + 0.5 * sin(tilt) + small;
    Pair pair = makePair(makeBody(BOX), turnedPose(0.0, 0.5 + height, 0.0, axis, tilt), makeBody(GROUND),
                         cdIdentityPose());
    pair.margin = small;
    assert_int_equal(findPoints(&pair), 2);
    pair.margin = 10.0 * small;
    pair.a.pose = poseAt(0.0, 1.0 + small, 0.0);
    assert_int_equal(findPoints(&pair), 4);
    destroyPair(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testUnmoved),   cmocka_unit_test(testForgotten),   cmocka_unit_test(testLeftOut),
        cmocka_unit_test(testOtherSide), cmocka_unit_test(testGrownMargin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
