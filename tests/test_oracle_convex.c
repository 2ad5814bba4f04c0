// The oracle for convex hulls, against closed forms and an exact rational linear programme: a judge must be
// right first.
#include "oracle/exact_convex.h"
#include "oracle/random_convex.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static OraclePoints makeBox(double x, double y, double z, cdPose pose) {
    OraclePoints box = {.count = 8, .pose = pose};
    for (int i = 0; i < 8; i++)
        box.points[i] = cdMakeVec3(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    return box;
}

static cdPose at(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static OracleGap findGap(const OraclePoints *a, const OraclePoints *b) {
    OracleHulls hulls;
    MakeOracleHulls(a, b, &hulls);
    return FindOracleGap(&hulls);
}

static void assertGap(const OraclePoints *a, const OraclePoints *b, Real expected) {
    OracleGap found = findGap(a, b);
    if (fabsl(found.gap - expected) > 1e-17L + found.accuracy)
        fail_msg("gap %.20Lg, expected %.20Lg", found.gap, expected);
}

// Boxes of half extents 1, 2, 3: face to face, edge to edge, corner to corner; penetrating by a known depth;
// side by side. Red: an untested kind of direction, a depth measured along the wrong side.
static void testBoxesAtKnownGaps(void **state) {
    (void)state;
    OraclePoints a = makeBox(1, 2, 3, cdIdentityPose());
    OraclePoints b = makeBox(1, 2, 3, at(2.5, 0.5, 0.25));
    assertGap(&a, &b, 0.5L);
    b.pose = at(2.5, 5.0, 0.25);
    assertGap(&a, &b, sqrtl(1.25L));
    b.pose = at(-2.5, 5.0, 8.0);
    assertGap(&a, &b, sqrtl(5.25L));
    b.pose = at(1.75, -1.0, 2.0);
    assertGap(&a, &b, -0.25L);
    b.pose = at(0.0, 3.5, 0.0);
    assertGap(&a, &b, -0.5L);
    b.pose = at(2.0, 0.5, 0.25);
    assertGap(&a, &b, 0.0L);
    b.pose = at(2.0, 4.0, 6.0);
    assertGap(&a, &b, 0.0L);
    const double far = 1e12; // exact: the difference of the positions is
    a.pose.p = cdMakeVec3(far, -far, far);
    b.pose.p = cdMakeVec3(far + 2.5, -far, far);
    assertGap(&a, &b, 0.5L);
}

// Two bars that cross at a right angle, each standing on its edge: the gap is along their edges' normal.
static void testCrossedEdges(void **state) {
    (void)state;
    const double eighth = 0.39269908169872415481;
    OraclePoints a = makeBox(4, 1, 1, cdIdentityPose()), b = makeBox(1, 4, 1, cdIdentityPose());
    a.pose.q = (cdQuat){cos(eighth), sin(eighth), 0.0, 0.0}; // 45 degrees about x
    b.pose = (cdPose){{0.0, 0.0, 4.0}, {cos(eighth), 0.0, sin(eighth), 0.0}};
    OracleGap found = findGap(&a, &b);
    assert_true(fabsl(found.gap - (4.0L - 2.0L * sqrtl(2.0L))) < 1e-15L);
    assert_true(found.direction.z > 0.999L);
}

// Points, segments and plates: no face at all, or none in the Minkowski difference. Red: no tested direction
// gives a depth of zero.
static void testPointsSegmentsAndPlates(void **state) {
    (void)state;
    OraclePoints point = {.points = {{1, 2, 3}}, .count = 1, .pose = cdIdentityPose()}, same = point;
    assertGap(&point, &same, 0.0L);
    same.pose = at(3, 4, 0);
    assertGap(&point, &same, 5.0L);
    OraclePoints line = {.points = {{0, 0, 0}, {4, 4, 4}, {1, 1, 1}}, .count = 3, .pose = cdIdentityPose()};
    OraclePoints on = {.points = {{2, 2, 2}}, .count = 1, .pose = cdIdentityPose()};
    assertGap(&line, &on, 0.0L);
    on.pose = at(1, -1, 0);
    assertGap(&line, &on, sqrtl(2.0L));
    on.pose = at(3, 3, 3);
    assertGap(&line, &on, sqrtl(3.0L));
    OraclePoints along = line;
    along.pose = at(1, 1, 1);
    assertGap(&line, &along, 0.0L);
    along.pose = at(5, 5, 5);
    assertGap(&line, &along, sqrtl(3.0L));
    OraclePoints plate = {
        .points = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, .count = 4, .pose = cdIdentityPose()};
    OraclePoints other = plate;
    assertGap(&plate, &other, 0.0L);
    other.pose = at(0, 0, 0.5);
    assertGap(&plate, &other, 0.5L);
    other.pose = at(2.25, 0.5, 0);
    assertGap(&plate, &other, 0.25L);
    other.pose = at(0, 2.5, 1.2);
    assertGap(&plate, &other, sqrtl(0.25L + 1.2L * 1.2L));
}

// A needle 1e-6 thick beside another, almost parallel: directions of nearly parallel edges must not lose
// digits. The gap along z is known, and is the maximum.
static void testNearlyParallelNeedles(void **state) {
    (void)state;
    OraclePoints a = makeBox(1, 1e-6, 1e-6, cdIdentityPose()), b = a;
    for (double turn = 1e-15; turn < 1e-3; turn *= 10.0) {
        b.pose = (cdPose){{0.0, 0.0, 1e-5}, {1.0, 0.0, 0.0, turn}};
        Real expected = 1e-5L - 2e-6L;
        OracleGap found = findGap(&a, &b);
        assert_true(fabsl(found.gap - expected) < 1e-20L + found.accuracy);
    }
}

// A move along the direction of the gap, by a little less than it, by it, and by a little more. Separated
// hulls must stay separated, then touch; meeting hulls must continue to meet, then separate. The direction is
// less accurate than the gap, which changes by half its square: a touch may need a sideways move.
static void checkMoves(const RandomHulls *hulls, OracleGap found, unsigned long long number) {
    if (fabsl(found.gap) <= 0x1p+28L * found.accuracy) return; // about 1e-9 of the size
    bool apart = found.gap > 0.0L;
    Real length = fabsl(found.gap), slack = 1e-13L * length + 4.0L * found.accuracy;
    Real aside = slack + 2.0L * sqrtl(2.0L * found.accuracy * length);
    for (int k = 0; k < 2; k++) {
        bool enough = k == 1, meet = apart == enough;
        Real distance = !enough ? length - slack : apart ? length : length + slack;
        RealVec3 move = scaleReal(apart ? -distance : distance, found.direction);
        cdVec3 shift = {(double)move.x, (double)move.y, (double)move.z};
        if (DoHullsMeetExactly(&hulls->a, &hulls->b, shift, apart && enough ? (double)aside : 0.0) != meet)
            fail_msg("number %llu: after a move of %.20Lg the hulls %s", number, distance,
                     meet ? "do not meet" : "meet");
    }
}

// Random pairs of all kinds: the sign of the gap, and its size along its direction. Red: a missing kind of
// direction.
static void testAgainstExactProgramme(void **state) {
    (void)state;
    int64_t apart = 0, meeting = 0, near = 0;
    for (uint64_t number = 0; number < 600; number++) {
        RandomHulls hulls = MakeRandomHulls(5, number);
        OracleGap found = findGap(&hulls.a, &hulls.b);
        bool meet = DoHullsMeetExactly(&hulls.a, &hulls.b, cdMakeVec3(0, 0, 0), 0.0);
        bool sharp = fabsl(found.gap) > found.accuracy;
        if (sharp && meet != (found.gap < 0.0L))
            fail_msg("number %llu: gap %Lg, exactly %s", (unsigned long long)number, found.gap,
                     meet ? "meeting" : "apart");
        apart += !meet;
        meeting += meet;
        near += fabsl(found.gap) < 1e-8L * (Real)(hulls.radiusA + hulls.radiusB);
        checkMoves(&hulls, found, (unsigned long long)number);
    }
    assert_true(apart > 150 && meeting > 150 && near > 60); // otherwise the pairs would test nothing
}

// No direction is better than the one found, not even near it. Red: not a maximum.
static void testNoDirectionIsBetter(void **state) {
    (void)state;
    Random random = {77};
    for (uint64_t number = 0; number < 2000; number++) {
        RandomHulls made = MakeRandomHulls(6, number);
        OracleHulls hulls;
        MakeOracleHulls(&made.a, &made.b, &hulls);
        OracleGap found = FindOracleGap(&hulls);
        assert_true(fabsl(GetOracleGapAlong(&hulls, found.direction) - found.gap) <= found.accuracy);
        for (int i = 0; i < 60; i++) {
            Real step = i % 2 ? 1.0L : (Real)pow(10.0, nextRandomIn(&random, -8.0, -1.0));
            RealVec3 other = scaleReal(step, toReal(nextRandomDirection(&random)));
            if (i % 2 == 0) other = addReal(other, found.direction);
            Real gap = GetOracleGapAlong(&hulls, other);
            if (gap > found.gap + found.accuracy)
                fail_msg("number %llu: %.20Lg is not the largest gap, %.20Lg is larger",
                         (unsigned long long)number, found.gap, gap);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxesAtKnownGaps),        cmocka_unit_test(testCrossedEdges),
        cmocka_unit_test(testPointsSegmentsAndPlates), cmocka_unit_test(testNearlyParallelNeedles),
        cmocka_unit_test(testAgainstExactProgramme),   cmocka_unit_test(testNoDirectionIsBetter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
