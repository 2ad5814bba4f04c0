// The in-between motion of the library against the plain screw in long double.
#include "collision/motion.h"
#include "foundation/geometry/screw.h"
#include "oracle/oracle_motion.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;
static const cdVec3 ORIGIN = {0.0, 0.0, 0.0};

// A step that rotates by omega about a random axis and moves the reference point by about `stride`.
static void makeStep(Random *random, double omega, double stride, double offset, double scale,
                     cdVec3 *reference, cdPose *start, cdPose *target) {
    *reference = cdScale(scale, nextRandomVec3(random));
    start->q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
    start->p = cdScale(offset, nextRandomVec3(random));
    target->q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(nextRandomDirection(random), omega), start->q));
    cdVec3 place = cdAdd(cdTransformPoint(*start, *reference), cdScale(stride, nextRandomVec3(random)));
    target->p = cdSub(place, cdRotate(target->q, *reference));
}

static double distanceTo(cdVec3 x, RealVec3 expected) {
    return (double)lengthReal(subReal(toReal(x), expected));
}

// Returns the maximum error of poses and of points over the step, for points within `scale` of the reference
// point.
static double measureError(Random *random, const cdMotion *motion, cdVec3 reference, double scale) {
    OracleMotion oracle = MakeOracleMotion(motion->start, motion->target, ORIGIN);
    double worst = 0.0;
    for (int k = 0; k <= 16; k++) {
        double t = k / 16.0;
        cdVec3 local = cdAdd(reference, cdScale(scale, nextRandomVec3(random)));
        RealPose expected = GetOraclePoseAt(&oracle, t);
        RealVec3 wanted = TransformReal(&expected, toReal(local));
        worst = fmax(worst, distanceTo(cdTransformPoint(cdGetPoseAt(motion, t), local), wanted));
        int second = motion->screwCount == 2 && t > 0.5;
        const cdScrew *screw = &motion->screws[second];
        double tau = cdGetTauFromTime(screw, motion->screwCount == 2 ? 2.0 * t - second : t);
        RealPose placed = GetOraclePoseAt(&oracle, second ? 0.5L : 0.0L);
        RealVec3 from = TransformReal(&placed, toReal(local));
        cdVec3 x = {(double)from.x, (double)from.y, (double)from.z};
        worst = fmax(worst, distanceTo(cdGetPointAt(screw, x, tau), wanted));
    }
    return worst;
}

// At 90 degrees, where steps are split in two, rounding decides: tests just below and just above.
static const double ANGLES[] = {0.0,
                                1e-300,
                                1e-16,
                                1e-12,
                                1e-9,
                                1e-7,
                                1e-6,
                                1e-4,
                                0.01,
                                0.5,
                                PI / 3,
                                PI / 2 - 1e-9,

                                PI / 2 + 1e-9,
                                5 * PI / 6,
                                179.9 * PI / 180,
                                179.9999 * PI / 180};
enum { ANGLE_COUNT = sizeof ANGLES / sizeof *ANGLES };

// Random steps at every angle from 0 to just below 180 degrees, at scales 1e-4 to 1e4. Red: an axis point
// computed with cot(omega / 2) (loses the digits at 1e-6 rad), a discontinuous special case at 0, no split at
// 90 degrees.
static void testPosesMatchTheScrew(void **state) {
    (void)state;
    Random random = {11};
    for (int i = 0; i < ANGLE_COUNT; i++) {
        for (double scale = 1e-4; scale < 2e4; scale *= 10.0) {
            for (int k = 0; k < 20; k++) {
                cdVec3 reference;
                cdPose start, target;
                makeStep(&random, ANGLES[i], 2.0 * scale, 3.0 * scale, scale, &reference, &start, &target);
                cdMotion motion = cdMakeMotion(start, target, reference);
                double error = measureError(&random, &motion, reference, scale);
                if (error > 2e-14 * scale)
                    fail_msg("omega %g scale %g: error %g", ANGLES[i], scale, error / scale);
            }
        }
    }
}

// The same with the mesh 1e4 away from the origin and of unit size: errors grow only with the coordinates,
// not with the distance of the axis, which for 1e-6 rad would be 1e6 more.
static void testFarFromTheOrigin(void **state) {
    (void)state;
    Random random = {12};
    for (int i = 0; i < ANGLE_COUNT; i++) {
        for (int k = 0; k < 50; k++) {
            cdVec3 reference;
            cdPose start, target;
            makeStep(&random, ANGLES[i], 1.0, 1e4, 1.0, &reference, &start, &target);
            cdMotion motion = cdMakeMotion(start, target, reference);
            double error = measureError(&random, &motion, reference, 1.0);
            if (error > 2e-11) fail_msg("omega %g: error %g", ANGLES[i], error);
        }
    }
}

// Half a turn exactly, about each axis of the frame: the direction is that of the quaternions, with the first
// non-zero component positive. Red: a direction from rounding, or the pose at 1/2 on the wrong side.
static void testHalfTurnHasTheDocumentedSense(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            cdPose start = cdIdentityPose(), target = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 0.0}};
            double *component = axis == 0 ? &target.q.x : axis == 1 ? &target.q.y : &target.q.z;
            *component = sign;
            cdMotion motion = cdMakeMotion(start, target, ORIGIN);
            assert_true(motion.screwCount == 2 && fabs(motion.omega - PI) < 1e-15);
            cdVec3 u = motion.screws[0].u;
            assert_true((axis == 0 ? u.x : axis == 1 ? u.y : u.z) == 1.0);
            Random random = {13};
            assert_true(measureError(&random, &motion, ORIGIN, 1.0) < 2e-14);
        }
    }
}

// Exactly the given poses at 0 and 1, for any motion: otherwise repeated steps would drift.
static void testEndsAreExact(void **state) {
    (void)state;
    Random random = {14};
    for (int i = 0; i < ANGLE_COUNT; i++) {
        cdVec3 reference;
        cdPose start, target;
        makeStep(&random, ANGLES[i], 1.0, 1.0, 1.0, &reference, &start, &target);
        cdMotion motion = cdMakeMotion(start, target, reference);
        cdPose first = cdGetPoseAt(&motion, 0.0), last = cdGetPoseAt(&motion, 1.0);
        assert_memory_equal(&first, &start, sizeof start);
        assert_memory_equal(&last, &target, sizeof target);
    }
}

// Pure translation, and both quaternions' signs: q and -q are one orientation, so the motion must not rotate.
static void testTranslationDoesNotTurn(void **state) {
    (void)state;
    Random random = {15};
    for (int k = 0; k < 100; k++) {
        cdVec3 reference;
        cdPose start, target;
        makeStep(&random, 0.0, 1.0, 1.0, 1.0, &reference, &start, &target);
        target.q = k % 2 ? start.q : (cdQuat){-start.q.w, -start.q.x, -start.q.y, -start.q.z};
        cdMotion motion = cdMakeMotion(start, target, reference);
        assert_true(motion.omega < 1e-15);
        cdVec3 moved = cdGetPointAt(&motion.screws[0], motion.screws[0].c, 0.25);
        cdVec3 expected = cdMulAdd(motion.screws[0].c, 0.25, cdSub(target.p, start.p));
        assert_true(cdLength(cdSub(moved, expected)) < 1e-14);
    }
}

// An axis along -z, where frames built by crossing with z collapse (a trap of other implementations), and
// about each direction of the frame.
static void testAxisAlongEachDirection(void **state) {
    (void)state;
    const cdVec3 axes[] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};
    for (int i = 0; i < 6; i++) {
        Random random = {16};
        cdPose start = {{1.0, 0.5, -2.0}, cdMakeQuat(cdMakeVec3(0.6, 0.0, 0.8), 0.3)};
        cdPose target = {{0.0, 1.5, -1.0}, cdMulQuat(cdMakeQuat(axes[i], 1.2), start.q)};
        cdMotion motion = cdMakeMotion(start, target, ORIGIN);
        assert_true(cdLength(cdSub(motion.screws[0].u, axes[i])) < 1e-15);
        assert_true(measureError(&random, &motion, ORIGIN, 1.0) < 1e-14);
    }
}

// tau = f(t) and back, monotone; points on the drawn axis only slide.
static void testTauAndTimeInvert(void **state) {
    (void)state;
    Random random = {17};
    for (int i = 0; i < ANGLE_COUNT; i++) {
        cdVec3 reference;
        cdPose start, target;
        makeStep(&random, ANGLES[i], 1.0, 1.0, 1.0, &reference, &start, &target);
        cdMotion motion = cdMakeMotion(start, target, reference);
        double last = -1.0;
        for (int k = 0; k <= 64; k++) {
            double t = k / 64.0, tau = cdGetTauFromTime(&motion.screws[0], t);
            assert_true(tau > last && tau >= 0.0 && tau <= 1.0);
            assert_true(fabs(cdGetTimeFromTau(&motion.screws[0], tau) - t) < 4e-16);
            last = tau;
        }
        cdVec3 point, direction;
        bool hasAxis = cdGetScrewAxis(&motion, &point, &direction);
        assert_true(hasAxis == (motion.omega > 0.0));
        if (motion.omega < 0.01) continue;
        cdVec3 moved = cdGetPointAt(&motion.screws[0], point, 1.0);
        cdVec3 along = cdScale(motion.screws[0].s, direction);
        assert_true(cdLength(cdSub(cdSub(moved, point), along)) < 1e-13 / ANGLES[i]);
    }
}

// The fixed mesh relative to the moving one: the inverse screw undoes the motion.
static void testInverseScrewUndoesTheMotion(void **state) {
    (void)state;
    Random random = {18};
    for (int i = 0; i < ANGLE_COUNT; i++) {
        cdVec3 reference;
        cdPose start, target;
        makeStep(&random, ANGLES[i], 1.0, 1.0, 1.0, &reference, &start, &target);
        cdMotion motion = cdMakeMotion(start, target, reference);
        cdScrew inverse = cdInvertScrew(&motion.screws[0]);
        cdVec3 y = nextRandomVec3(&random);
        for (int k = 0; k <= 4; k++) {
            double tau = 0.25 * k;
            cdVec3 back = cdGetPointAt(&motion.screws[0], cdGetPointAt(&inverse, y, tau), tau);
            assert_true(cdLength(cdSub(back, y)) < 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPosesMatchTheScrew),
        cmocka_unit_test(testFarFromTheOrigin),
        cmocka_unit_test(testHalfTurnHasTheDocumentedSense),
        cmocka_unit_test(testEndsAreExact),
        cmocka_unit_test(testTranslationDoesNotTurn),
        cmocka_unit_test(testAxisAlongEachDirection),
        cmocka_unit_test(testTauAndTimeInvert),
        cmocka_unit_test(testInverseScrewUndoesTheMotion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
