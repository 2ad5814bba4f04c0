// The discrete estimate of the time of collision: closed forms, against the continuous answer, and where it
// must fail.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "collision/collision_time.h"
#include "collision/culling.h"
#include "random.h"
#include "solid_fixture.h"

// Two meshes with their solids.
typedef struct Pair {
    cdMesh *meshA, *meshB;
} Pair;

static Pair makeScaledPair(const char *a, const char *b, double scale) {
    const cdVec3 zero = {0.0, 0.0, 0.0};
    return (Pair){.meshA = makeScaledSolid(a, scale, zero), .meshB = makeScaledSolid(b, scale, zero)};
}

static Pair makePair(const char *a, const char *b) {
    return makeScaledPair(a, b, 1.0);
}

static void freePair(Pair *pair) {
    cdDestroyMesh(pair->meshA);
    cdDestroyMesh(pair->meshB);
}

static cdCollisionTime estimate(const Pair *pair, cdPose start, cdPose target, cdPose poseB) {
    cdCollisionTimeInput input = {
        .meshA = pair->meshA, .meshB = pair->meshB, .startA = start, .targetA = target, .poseB = poseB};
    return cdEstimateCollisionTime(&input);
}

static cdFirstContact findFirst(const Pair *pair, cdPose start, cdPose target, cdPose poseB) {
    cdFirstContactInput input = makeStep(pair->meshA, start, target, pair->meshB, poseB);
    return findContact(&input);
}

static void assertTime(cdCollisionTime result, double time, double tolerance) {
    assert_int_equal(result.state, CD_CONTACT);
    if (fabs(result.time - time) > tolerance) fail_msg("%.17g is not %.17g", result.time, time);
}

static void assertNear(cdVec3 a, cdVec3 b, double tolerance) {
    if (cdLength(cdSub(a, b)) > tolerance)
        fail_msg("(%g %g %g) is not (%g %g %g)", a.x, a.y, a.z, b.x, b.y, b.z);
}

// --- Closed forms

// From 4 down to 1.5, on a box that ends at 1: at 2, a time of 0.8. Smaller and aside, A's vertices enter;
// larger, B's; of the same size and straight above, vertices and edges only ever touch, and faces enter. Red:
// the inside part measured from the wrong end, points of faces left out, B's points left out.
static void testFaceOnFace(void **state) {
    (void)state;
    Pair pair = makePair("box:x=0.5,y=1,z=0.5", "box");
    cdCollisionTime result =
        estimate(&pair, poseAt(0.2, 4.0, -0.1), poseAt(0.2, 1.5, -0.1), cdIdentityPose());
    assertTime(result, 0.8, 1e-12);
    assert_int_equal(result.entity.where, CD_ON_VERTEX);
    assert_false(result.isOfB);
    assert_int_equal(result.stats.pointsInside, 5); // four corners and a face
    assert_true(fabs(result.point.y - 1.0) < 1e-12 && fabs(result.point.x - 0.2) < 0.5 + 1e-12);
    freePair(&pair);

    pair = makePair("box:x=3,y=1,z=3", "box");
    result = estimate(&pair, poseAt(0.2, 4.0, -0.1), poseAt(0.2, 1.5, -0.1), cdIdentityPose());
    assertTime(result, 0.8, 1e-12);
    assert_int_equal(result.entity.where, CD_ON_VERTEX);
    assert_true(result.isOfB);
    assertNear((cdVec3){fabs(result.point.x), result.point.y, fabs(result.point.z)},
               cdMakeVec3(1.0, 1.0, 1.0), 1e-12);
    freePair(&pair);

    pair = makePair("box", "box");
    result = estimate(&pair, poseAt(0.0, 4.0, 0.0), poseAt(0.0, 1.5, 0.0), cdIdentityPose());
    assertTime(result, 0.8, 1e-12);
    assert_int_equal(result.entity.where, CD_ON_FACE);
    assert_int_equal(result.stats.pointsInside, 2);
    assert_true(fabs(result.point.y - 1.0) < 1e-12);
    freePair(&pair);
}

// A box falls with a corner down, at the root of three below its middle, anywhere in the world. Red: the
// segment classified in the wrong frame.
static void testCornerFirst(void **state) {
    (void)state;
    Pair pair = makePair("box", "box:x=4,y=1,z=4");
    cdQuat onCorner = cdMulQuat(cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), atan(sqrt(0.5))),
                                cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI));
    Random random = {1};
    for (int i = 0; i < 50; i++) {
        cdPose frame = {cdScale(20.0, nextRandomVec3(&random)),
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.0))};
        cdPose start = cdMulPose(frame, (cdPose){{0.5, 5.0, 0.25}, onCorner});
        cdPose target = cdMulPose(frame, (cdPose){{-0.5, 2.5, 0.75}, onCorner});
        double height = 0.0; // of the corner below the middle: sqrt(3), to the quaternions' rounding
        for (int k = 0; k < 8; k++) {
            cdVec3 corner = {k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0};
            height = cdMax(height, -cdRotate(onCorner, corner).y);
        }
        cdCollisionTime result = estimate(&pair, start, target, frame);
        assertTime(result, (5.0 - height - 1.0) / 2.5, 1e-11);
        assert_int_equal(result.entity.where, CD_ON_VERTEX);
        assert_false(result.isOfB);
        assert_int_equal(result.stats.pointsInside, 1);
        assert_true(fabs(cdInvTransformPoint(frame, result.point).y - 1.0) < 1e-9);
    }
    freePair(&pair);
}

// Two long boxes, an edge of the one down across an edge of the other up: nothing but edges meets. Red: edges
// left out, a halving that ends on the wrong side, a point told in the wrong frame.
static void testEdgeOnEdge(void **state) {
    (void)state;
    Pair pair = makePair("box:x=4,y=1,z=1", "box:x=1,y=1,z=4");
    cdPose start = turnedPose(0.3, 5.0, -0.2, cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI);
    cdPose target = turnedPose(0.3, 2.5, -0.2, cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI);
    cdPose poseB = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), 0.25 * PI);
    cdCollisionTime result = estimate(&pair, start, target, poseB);
    assertTime(result, (5.0 - 2.0 * sqrt(2.0)) / 2.5, 1e-8);
    assert_true(result.time <= (5.0 - 2.0 * sqrt(2.0)) / 2.5 + 1e-8);
    assert_int_equal(result.entity.where, CD_ON_EDGE);
    assert_int_equal(result.stats.pointsInside, 0);
    assert_true(result.stats.steps > 20 && result.stats.steps <= 2 * CD_COLLISION_TIME_STEPS);
    // Where the inside begins, at the halving's last look: within what two planes at right angles let
    // through.
    assertNear(result.point, cdMakeVec3(0.0, sqrt(2.0), -0.2), 1e-3);
    freePair(&pair);
}

// A small box through the near wall of a ring into the far one: the earliest way in counts. Red: the last
// part inside taken instead of the first.
static void testTwoWalls(void **state) {
    (void)state;
    Pair pair = makePair("box:x=0.05,y=0.05,z=0.05", "ring:outer=1,inner=0.6,segments=64");
    cdPose start = poseAt(-3.0, 0.01, 0.02), target = poseAt(0.8, 0.01, 0.02);
    cdCollisionTime result = estimate(&pair, start, target, cdIdentityPose());
    cdFirstContact first = findFirst(&pair, start, target, cdIdentityPose());
    assert_int_equal(first.state, CD_CONTACT);
    assertTime(result, first.t.lo, 1e-8);
    assert_true(result.time > 0.4 && result.time < 0.56);
    freePair(&pair);
}

// --- Against the continuous answer

typedef struct Errors {
    int count;
    double sum, largest, largestShare; // of the bound
} Errors;

// The step of `turn` in all about a first contact that a longer motion has: the error of the estimate as a
// length, and as a share of what the header allows.
static void measureError(const Pair *pair, Random *random, double turn, Errors *errors) {
    cdVec3 from = cdScale(4.0, nextRandomDirection(random)), to = cdScale(0.5, nextRandomDirection(random));
    cdQuat q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 6.0));
    const double wholeTurn = 1.2;
    cdQuat turned = cdNormalizeQuat(cdMulQuat(cdMakeQuat(nextRandomDirection(random), wholeTurn), q));
    cdPose poseB = {cdScale(2.0, nextRandomVec3(random)), cdMakeQuat(nextRandomDirection(random), 2.0)};
    cdPose start = {cdAdd(poseB.p, from), q}, target = {cdAdd(poseB.p, to), turned};
    cdFirstContact first = findFirst(pair, start, target, poseB);
    if (first.state != CD_CONTACT || first.t.lo < 0.2 || first.t.hi > 0.8) return;
    cdMotion motion = cdMakeMotion(start, target, cdMakeVec3(0.0, 0.0, 0.0));
    double window = turn / wholeTurn;
    start = cdGetPoseAt(&motion, first.t.lo - 0.4 * window);
    target = cdGetPoseAt(&motion, first.t.lo + 0.6 * window);
    motion = cdMakeMotion(start, target, cdMakeVec3(0.0, 0.0, 0.0));
    first = findFirst(pair, start, target, poseB);
    assert_int_equal(first.state, CD_CONTACT);

    cdRelativeVelocity field = cdGetMotionVelocity(&motion, first.t.lo);
    cdVec3 velocity = cdGetVelocityAt(&field, first.point);
    double speed = cdLength(velocity), closing = -cdDot(velocity, first.normal);
    if (closing < 0.3 * speed) return; // one that grazes may be outside again at the end
    cdCollisionTime result = estimate(pair, start, target, poseB);
    assert_int_equal(result.state, CD_CONTACT);
    double error = fabs(result.time - first.t.lo);
    // r omega^2 / 8 with r the speed across the axis over omega, and as much again for the slide, which is
    // not even: at most 0.033 omega^2 of it. Twice, as another element may stand in; the tolerance of solids.
    double bound = 2.0 * (speed * turn / 8.0 + 0.033 * speed * turn * turn) / closing + 4e-9 / closing;
    errors->count++;
    errors->sum += error * closing;
    errors->largest = cdMax(errors->largest, error * closing);
    errors->largestShare = cdMax(errors->largestShare, error / bound);
}

static Errors measureErrors(const char *a, const char *b, double turn, uint64_t seed) {
    Pair pair = makePair(a, b);
    Random random = {seed};
    Errors errors = {0};
    for (int i = 0; i < 150; i++)
        measureError(&pair, &random, turn, &errors);
    freePair(&pair);
    return errors;
}

// Convex pairs at random, small steps: within the header's bound, and second order in the turn: a fourth of
// the turn has about a sixteenth of the error, as a length. Red: any wrong end, frame or fraction.
static void testAgainstContinuous(void **state) {
    (void)state;
    static const char *const shapes[][2] = {{"box", "box"},
                                            {"box:x=0.3,y=1,z=0.6", "icosphere:level=1"},
                                            {"icosphere:level=2", "box:x=1.5,y=0.4,z=1"},
                                            {"icosphere:level=0", "uv-sphere:n=8"}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        Errors wide = measureErrors(shapes[i][0], shapes[i][1], 0.08, 20 + i);
        Errors narrow = measureErrors(shapes[i][0], shapes[i][1], 0.02, 20 + i);
        assert_true(wide.count > 60 && narrow.count > 60);
        assert_true(wide.largestShare <= 1.0);
        assert_true(narrow.largestShare <= 1.0);
        assert_true(narrow.sum / narrow.count < wide.sum / wide.count / 8.0 + 1e-8);
    }
}

// --- Where it fails, as it must

// Through a thin plate from side to side: at the end nothing is inside. And a small box on an arc about the
// origin by 2.7 radians, over a block that its chord cuts: much too early. Red: this estimate made to follow
// the true way, and shown beside the continuous one as if that were the discrete method.
static void testWhereItIsWrong(void **state) {
    (void)state;
    Pair pair = makePair("box:x=0.2,y=0.2,z=0.2", "plate");
    cdPose start = poseAt(0.0, 1.0, 0.0), target = poseAt(0.0, -1.0, 0.0);
    assert_int_equal(estimate(&pair, start, target, cdIdentityPose()).state, CD_FREE);
    assert_int_equal(findFirst(&pair, start, target, cdIdentityPose()).state, CD_CONTACT);
    freePair(&pair);

    pair = makePair("box:x=0.1,y=0.1,z=0.1", "box:x=1.3,y=0.5,z=0.3");
    cdVec3 axis = {0.0, 0.0, 1.0};
    cdPose poseB = poseAt(-0.9, 0.75, 0.0);
    start = poseAt(2.0, 0.0, 0.0);
    target = turnedPose(2.0 * cos(2.7), 2.0 * sin(2.7), 0.0, axis, 2.7);
    cdCollisionTime result = estimate(&pair, start, target, poseB);
    cdFirstContact first = findFirst(&pair, start, target, poseB);
    assert_int_equal(first.state, CD_CONTACT);
    assert_true(first.t.lo > 0.8);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(result.time < 0.5);
    freePair(&pair);
}

// --- States

static void testStates(void **state) {
    (void)state;
    Pair pair = makePair("box", "box");
    cdPose b = cdIdentityPose();
    cdCollisionTime result = estimate(&pair, poseAt(4.0, 0.1, 0.2), poseAt(3.0, 0.1, 0.2), b);
    assert_int_equal(result.state, CD_FREE);
    assert_true(result.time == 1.0);
    assert_int_equal(result.entity.where, CD_WHERE_UNDECIDED);
    assert_int_equal(result.stats.pointsTested, 2 * (8 + 6));
    assert_int_equal(result.stats.edgesTested, 2 * 12);
    // In each other from the beginning, deeper or shallower at the end.
    result = estimate(&pair, poseAt(1.5, 0.1, 0.2), poseAt(1.0, 0.1, 0.2), b);
    assert_int_equal(result.state, CD_OVERLAP);
    assert_true(result.time == 0.0);
    result = estimate(&pair, poseAt(1.5, 0.1, 0.2), poseAt(1.75, 0.1, 0.2), b);
    assert_int_equal(result.state, CD_OVERLAP);
    // Touching at the beginning is a time, 0.
    result = estimate(&pair, poseAt(2.0, 0.1, 0.2), poseAt(1.5, 0.1, 0.2), b);
    assertTime(result, 0.0, 1e-15);
    // Bad poses.
    result = estimate(&pair, poseAt(NAN, 0.1, 0.2), poseAt(1.5, 0.1, 0.2), b);
    assert_int_equal(result.state, CD_UNDECIDED);
    b.q.w = 1.1;
    result = estimate(&pair, poseAt(2.5, 0.1, 0.2), poseAt(1.5, 0.1, 0.2), b);
    assert_int_equal(result.state, CD_UNDECIDED);
    freePair(&pair);

    // Edges alone, in each other from the beginning.
    pair = makePair("box:x=4,y=1,z=1", "box:x=1,y=1,z=4");
    cdPose start = turnedPose(0.3, 2.6, -0.2, cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI), target = start;
    target.p.y = 2.5;
    b = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), 0.25 * PI);
    result = estimate(&pair, start, target, b);
    assert_int_equal(result.state, CD_OVERLAP);
    assert_int_equal(result.entity.where, CD_ON_EDGE);
    freePair(&pair);
}

// The same at every scale, and nearly so far from the origin. Red: an absolute tolerance.
static void testScales(void **state) {
    (void)state;
    static const double scales[] = {0x1p-60, 0x1p-10, 0x1p12, 0x1p60};
    Pair one = makePair("box:x=4,y=1,z=1", "box:x=1,y=1,z=4");
    cdPose start = turnedPose(0.3, 5.0, -0.2, cdMakeVec3(1.0, 0.1, 0.0), 0.25 * PI);
    cdPose target = turnedPose(0.2, 2.5, -0.1, cdMakeVec3(1.0, 0.0, 0.3), 0.2 * PI);
    cdPose poseB = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), 0.25 * PI);
    cdCollisionTime expected = estimate(&one, start, target, poseB);
    assert_int_equal(expected.state, CD_CONTACT);
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        Pair pair = makeScaledPair("box:x=4,y=1,z=1", "box:x=1,y=1,z=4", scales[i]);
        cdPose from = {cdScale(scales[i], start.p), start.q}, to = {cdScale(scales[i], target.p), target.q};
        cdCollisionTime result = estimate(&pair, from, to, poseB);
        assertTime(result, expected.time, 1e-9);
        assert_int_equal(result.entity.where, expected.entity.where);
        freePair(&pair);
    }
    cdVec3 far = {1e5, -2e5, 3e5};
    start.p = cdAdd(start.p, far);
    target.p = cdAdd(target.p, far);
    poseB.p = cdAdd(poseB.p, far);
    assertTime(estimate(&one, start, target, poseB), expected.time, 1e-8);
    freePair(&one);
}

// With a budget below its work an estimate is undecided and does no more than that; with one of its work it
// is the plain one. Red: a loop that does not count, an answer from half of the points.
static void testBudget(void **state) {
    (void)state;
    Pair pair = makePair("torus:segments=24", "gear:teeth=12");
    cdCollisionTimeInput input = {.meshA = pair.meshA,
                                  .meshB = pair.meshB,
                                  .startA = poseAt(0.0, 4.0, 0.0),
                                  .targetA = poseAt(0.3, 0.2, 0.1),
                                  .poseB = cdIdentityPose()};
    cdCollisionTime plain = cdEstimateCollisionTime(&input);
    int64_t all = plain.stats.pairTests;
    assert_int_equal(plain.state, CD_CONTACT);
    assert_int_equal(plain.reason, CD_REASON_NONE);
    assert_true(all > plain.stats.pointsTested + plain.stats.edgesTested);
    for (int64_t budget = 1; budget < all; budget += 1 + all / 97) {
        input.budget.maxPairTests = budget;
        cdCollisionTime cut = cdEstimateCollisionTime(&input);
        assert_int_equal(cut.state, CD_UNDECIDED);
        assert_int_equal(cut.reason, CD_REASON_BUDGET);
        assert_true(cut.time == 0.0 && cut.stats.pairTests <= budget);
    }
    input.budget.maxPairTests = all;
    cdCollisionTime enough = cdEstimateCollisionTime(&input);
    assert_memory_equal(&enough.time, &plain.time, sizeof plain.time);
    assert_int_equal(enough.state, plain.state);
    input.startA.q.w = NAN;
    assert_int_equal(cdEstimateCollisionTime(&input).reason, CD_REASON_NOT_FINITE);
    freePair(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFaceOnFace),
        cmocka_unit_test(testCornerFirst),
        cmocka_unit_test(testEdgeOnEdge),
        cmocka_unit_test(testTwoWalls),
        cmocka_unit_test(testAgainstContinuous),
        cmocka_unit_test(testWhereItIsWrong),
        cmocka_unit_test(testStates),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testBudget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
