// Bounds on the deviation of a relative motion from one screw, against sampled paths.
#include "collision/collision.h"
#include "continuous/deviation.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct Case {
    cdMotion a, b;
    cdVec3 center; // of A, in its own frame
    double radius;
} Case;

static cdPose nextPose(Random *random, double reach, double angle) {
    cdVec3 p = cdScale(reach, nextRandomVec3(random));
    return (cdPose){p, cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, angle))};
}

static cdPose turnPose(cdPose pose, double angle, Random *random) {
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, angle));
    return (cdPose){cdAdd(pose.p, nextRandomVec3(random)), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
}

// Rotations of up to 180 degrees, none, small ones, and motions common to both meshes.
static Case nextCase(Random *random) {
    static const double angles[] = {0.0, 1e-3, 0.3, 1.5, 3.0, 3.14159265};
    Case c = {.center = nextRandomVec3(random), .radius = nextRandomIn(random, 0.1, 2.0)};
    cdPose a = nextPose(random, 3.0, 3.0), b = nextPose(random, 3.0, 3.0);
    cdPose toA = turnPose(a, angles[nextRandomInt(random, 0, 5)], random);
    cdPose toB = turnPose(b, angles[nextRandomInt(random, 0, 5)], random);
    if (nextRandomInt(random, 0, 4) == 0) toB = cdMulPose(toA, cdInvMulPose(a, b));
    c.a = cdMakeMotion(a, toA, c.center);
    c.b = cdMakeMotion(b, toB, (cdVec3){0.0, 0.0, 0.0});
    return c;
}

static cdPose seeFromB(const Case *c, double s) {
    return cdInvMulPose(cdGetPoseAt(&c->b, s), cdGetPoseAt(&c->a, s));
}

// Returns the maximum deviation of some points of A within [from, from + width].
static double sampleDeviation(const Case *c, double from, double width, Random *random) {
    cdMotion screw = cdMakeMotion(seeFromB(c, from), seeFromB(c, from + width), c->center);
    double most = 0.0;
    for (int k = 1; k < 16; k++) {
        cdPose other = cdGetPoseAt(&screw, k / 16.0), own = seeFromB(c, from + width * k / 16.0);
        for (int i = 0; i < 12; i++) {
            cdVec3 x = cdMulAdd(c->center, c->radius, nextRandomDirection(random));
            double apart = cdLength(cdSub(cdTransformPoint(own, x), cdTransformPoint(other, x)));
            most = cdMax(most, apart);
        }
    }
    return most;
}

// Returns the angle by which A rotates in the whole step relative to B.
static double getRelativeTurn(const Case *c) {
    return cdLength(cdSub(cdScale(c->a.omega, c->a.screws[0].u), cdScale(c->b.omega, c->b.screws[0].u)));
}

// Parts of every length. Red: a term of either bound missing, an eighth instead of a sixteenth; for short
// parts, a bound many times too large.
static void testBoundHolds(void **state) {
    (void)state;
    static const double widths[] = {1.0, 0.3, 0.1, 0.03, 0.01, 1e-3};
    Random random = {17};
    int tight = 0, count = 0;
    for (int k = 0; k < 4000; k++) {
        Case c = nextCase(&random);
        cdScrewPair pair = cdMakeScrewPair(&c.a, &c.b, c.radius);
        double from = nextRandomInt(&random, 0, 2) == 0 ? 0.5 : nextRandom(&random);
        double limit = cdGetPartLimit(&pair, from);
        assert_true(limit > from && limit <= 1.0);
        assert_true((limit - from) * getRelativeTurn(&c) < 1.2001);
        if (c.a.screwCount + c.b.screwCount > 2 && from < 0.5) assert_true(limit <= 0.5);
        double width = cdMin(widths[nextRandomInt(&random, 0, 5)], limit - from);
        double bound = cdBoundDeviation(&pair, from, width);
        double found = sampleDeviation(&c, from, width, &random);
        assert_true(found <= bound + 1e-14);
        if (width > 0.011 || found < 1e-9) continue;
        count++;
        tight += bound < 4.0 * found;
    }
    assert_true(count > 800 && tight > 0.9 * count);
}

// Poses with a common screw motion: only rounding remains of the bound. Red: slides along the axis that do
// not cancel.
static void testCommonMotion(void **state) {
    (void)state;
    Random random = {23};
    for (int k = 0; k < 200; k++) {
        cdPose a = nextPose(&random, 3.0, 3.0), b = nextPose(&random, 3.0, 3.0);
        cdPose toA = turnPose(a, 3.0, &random), toB = cdMulPose(toA, cdInvMulPose(a, b));
        cdMotion motionA = cdMakeMotion(a, toA, nextRandomVec3(&random));
        cdMotion motionB = cdMakeMotion(b, toB, nextRandomVec3(&random));
        cdScrewPair pair = cdMakeScrewPair(&motionA, &motionB, 1.0);
        assert_true(cdBoundDeviation(&pair, 0.0, cdGetPartLimit(&pair, 0.0)) < 1e-12);
    }
}

// Two wheels of radius 1 on parallel axes 3 from each other, spinning by 1 in opposite directions. Relative
// to B, A's centre has the acceleration 3 along the line of centres, so the deviation of the chord over h is
// 3 h^2 / 8 to leading order. Red: a bound below it, or half above it.
static void testParallelAxes(void **state) {
    (void)state;
    cdPose a = cdIdentityPose(), b = cdIdentityPose();
    b.p.x = 3.0;
    cdPose toA = a, toB = b;
    toA.q = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 1.0);
    toB.q = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, -1.0);
    cdMotion motionA = cdMakeMotion(a, toA, a.p), motionB = cdMakeMotion(b, toB, a.p);
    cdScrewPair pair = cdMakeScrewPair(&motionA, &motionB, 1.0);
    for (double h = 1e-2; h > 1e-7; h *= 0.1) {
        double bound = cdBoundDeviation(&pair, 0.25, h);
        assert_true(bound >= 3.0 * h * h / 8.0 && bound < 4.5 * h * h / 8.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoundHolds),
        cmocka_unit_test(testCommonMotion),
        cmocka_unit_test(testParallelAxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
