// Steps as six velocities, and limits of a step: against the motions that queries derive from poses.
#include "collision/culling.h"
#include "contact/slide/slide_limits.h"
#include "contact_fixture.h"
#include "random.h"
#include "solid/relative_velocity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cdPose nextPose(Random *random, double reach) {
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0));
    return (cdPose){cdScale(reach, nextRandomVec3(random)), turn};
}

static cdPose nextStep(Random *random, cdPose from, double turn) {
    cdQuat q = cdMakeQuat(nextRandomDirection(random), turn);
    return (cdPose){cdAdd(from.p, nextRandomVec3(random)), cdNormalizeQuat(cdMulQuat(q, from.q))};
}

static double getTwistError(cdTwist a, cdTwist b) {
    return cdLength(cdSub(a.linear, b.linear)) + cdLength(cdSub(a.angular, b.angular));
}

// The first velocities of a step are those of the query's screw, for rotations of 0 up to nearly half a turn,
// in one screw and in two; the step that begins with them is that step. Red: the slide along the axis taken
// for uniform, which is off by a tenth at one radian.
static void testFirstVelocities(void **state) {
    (void)state;
    static const double turns[] = {0.0, 1e-9, 1e-4, 1e-3, 0.1, 1.0, 1.5, 1.6, 2.5, 3.1};
    Random random = {1};
    for (int round = 0; round < 400; round++) {
        cdPose from = nextPose(&random, 3.0);
        cdPose to = nextStep(&random, from, turns[round % 10]);
        cdVec3 local = nextRandomVec3(&random), center = cdTransformPoint(from, local);
        cdTwist twist = cdFindFirstTwist(from, to, local);
        cdMotion motion = cdMakeMotion(from, to, local);
        cdVelocity velocity = cdGetMotionVelocity(&motion, 0.0);
        cdTwist expected = {cdGetVelocityAt(&velocity, center), velocity.angular};
        assert_true(getTwistError(twist, expected) < 1e-9);
        cdPose again = cdApplyTwist(from, twist, local);
        assert_true(cdLength(cdSub(again.p, to.p)) < 1e-12);
        assert_true(cdLength(cdSub(cdRotate(again.q, local), cdRotate(to.q, local))) < 1e-12);
    }
}

// The constant twist from one pose to another reaches it in many small steps, unlike a screw's first
// velocity. Red: a series with a wrong sign.
static void testConstantTwist(void **state) {
    (void)state;
    Random random = {2};
    for (int round = 0; round < 20; round++) {
        cdPose from = nextPose(&random, 3.0), to = nextStep(&random, from, nextRandomIn(&random, 0.0, 3.0));
        cdVec3 local = nextRandomVec3(&random);
        cdTwist whole = cdFindTwist(from, to, local);
        cdVec3 start = cdTransformPoint(from, local);
        cdPose at = from;
        for (int i = 0; i < 2000; i++) {
            // The same velocity field, at the point's current position.
            cdVec3 arm = cdSub(cdTransformPoint(at, local), start);
            cdTwist now = {cdAdd(whole.linear, cdCross(whole.angular, arm)), whole.angular};
            at = cdApplyTwist(at, cdScaleTwist(1.0 / 2000, now), local);
        }
        assert_true(cdLength(cdSub(at.p, to.p)) < 1e-6);
    }
}

// Creates a mark of touching features, or with a gap of 0.3 between them.
static cdLimitMark nextMark(Random *random, cdLimitKind kind) {
    cdLimitMark mark = {.kind = kind, .point = nextRandomVec3(random), .normal = nextRandomDirection(random)};
    if (kind == CD_LIMIT_EDGES) {
        mark.edgeA = nextRandomVec3(random);
        mark.edgeB = nextRandomVec3(random);
        mark.normal = cdNormalize(cdCross(mark.edgeA, mark.edgeB));
        if (nextRandomInt(random, 0, 1) == 1) mark.normal = cdNegate(mark.normal);
    }
    mark.under = cdMulAdd(mark.point, -0.3 * nextRandomInt(random, 0, 1), mark.normal);
    return mark;
}

// For a vertex on a face, a face on a vertex and two edges: the row anywhere on a step is the rate of change
// of the height there, by differences, and its bound is the height. Red: an arm to the wrong point, a normal
// that does not rotate with the face.
static void testRowsAreRates(void **state) {
    (void)state;
    Random random = {3};
    for (int round = 0; round < 300; round++) {
        cdLimitMark mark = nextMark(&random, (cdLimitKind)(round % 3));
        if (mark.kind == CD_LIMIT_EDGES && cdLength(cdCross(mark.edgeA, mark.edgeB)) < 0.2) continue;
        cdPose from = nextPose(&random, 1.0);
        cdTwist step = {cdScale(0.1, nextRandomVec3(&random)), cdScale(0.1, nextRandomVec3(&random))};
        cdVec3 local = nextRandomVec3(&random);
        cdPose at = cdApplyTwist(from, step, local);
        cdVec3 center = cdTransformPoint(at, local);
        cdLimitRow row = cdMoveLimit(&mark, from, at, center);
        double height = cdGetHeightAfter(&mark, from, at);
        assert_true(fabs(row.bound + height) < 1e-12);
        cdTwist way = {nextRandomVec3(&random), nextRandomVec3(&random)};
        const double h = 1e-5;
        double ahead = cdGetHeightAfter(&mark, from, cdApplyTwist(at, cdScaleTwist(h, way), local));
        double behind = cdGetHeightAfter(&mark, from, cdApplyTwist(at, cdScaleTwist(-h, way), local));
        double rate = cdDot(row.linear, way.linear) + cdDot(row.angular, way.angular);
        if (fabs((ahead - behind) / (2.0 * h) - rate) > 1e-6)
            fail_msg("kind %d: %g, not %g", mark.kind, rate, (ahead - behind) / (2.0 * h));
    }
}

// The pull to a pose is the gradient of half the squared distance: for a small step in any of 200 directions
// it falls by the product of the two in the metric, for tensors of all kinds and rotations up to nearly half
// a turn. Red: the rotation's vector instead, which is wrong if the tensor is not a ball's; the target's
// metric instead of that at the pose.
static void testPullIsTheGradient(void **state) {
    (void)state;
    Random random = {6};
    for (int round = 0; round < 200; round++) {
        double tensor[6] = {1.0,
                            nextRandomIn(&random, 0.6, 1.2),
                            nextRandomIn(&random, 0.5, 0.9),
                            nextRandomIn(&random, -0.2, 0.2),
                            0.1,
                            -0.05};
        cdPose from = nextPose(&random, 3.0), to = nextStep(&random, from, nextRandomIn(&random, 0.0, 3.0));
        cdVec3 local = nextRandomVec3(&random);
        cdBodyMetric metric = cdMakeBodyMetric(tensor, 1.0, from.q);
        cdTwist pull = cdFindPull(&metric, from, to, local);
        cdTwist way = {nextRandomDirection(&random), nextRandomDirection(&random)};
        double fall =
            cdDot(pull.linear, way.linear) + cdDot(cdApplyInertia(&metric, pull.angular), way.angular);
        double squares[2], little = 1e-5;
        for (int i = 0; i < 2; i++) {
            cdPose at = cdApplyTwist(from, cdScaleTwist(i == 0 ? -little : little, way), local);
            cdBodyMetric there = cdMakeBodyMetric(tensor, 1.0, at.q);
            double distance = cdGetPoseDistance(&there, at, to, local);
            squares[i] = 0.5 * distance * distance;
        }
        assert_true(fabs((squares[0] - squares[1]) / (2.0 * little) - fall) < 1e-8);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFirstVelocities),
        cmocka_unit_test(testConstantTwist),
        cmocka_unit_test(testRowsAreRates),
        cmocka_unit_test(testPullIsTheGradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
