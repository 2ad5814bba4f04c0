// Joints as rows: against differences of their equations, and the effects of their impulses and corrections.
#include "random.h"
#include "world/bodies/joint.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct Setting {
    cdWorldJoint joint;
    cdJointPlace place;
    cdVec3 localA, localB; // the centroids, in the bodies' frames
} Setting;

static cdPose nextPose(Random *random, double reach) {
    cdQuat q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0));
    return (cdPose){cdScale(reach, nextRandomVec3(random)), q};
}

static cdMoving nextMoving(Random *random, cdPose pose, cdVec3 local, double size) {
    return (cdMoving){cdTransformPoint(pose, local), cdScale(size, nextRandomVec3(random)),
                      nextRandomVec3(random)};
}

// Two bodies of size `size`, a joint between them at a random point, and random velocities.
static Setting makeSetting(Random *random, cdJointKind kind, double size, cdVec3 origin) {
    Setting s = {.place = {.poseA = nextPose(random, size), .poseB = nextPose(random, size)}};
    s.place.poseA.p = cdAdd(s.place.poseA.p, origin);
    s.place.poseB.p = cdAdd(s.place.poseB.p, origin);
    s.localA = cdScale(0.3 * size, nextRandomVec3(random));
    s.localB = cdScale(0.3 * size, nextRandomVec3(random));
    s.place.a = nextMoving(random, s.place.poseA, s.localA, size);
    s.place.b = nextMoving(random, s.place.poseB, s.localB, size);
    cdJointDef def = {.kind = kind,
                      .bodyA = 0,
                      .bodyB = 1,
                      .point = cdAdd(origin, cdScale(size, nextRandomVec3(random))),
                      .axis = cdScale(3.0, nextRandomDirection(random)),
                      .turns = nextRandomInt(random, 0, 1) == 0};
    def.pointB = cdMulAdd(def.point, size, nextRandomDirection(random));
    assert_true(cdSetUpJoint(&s.joint, &def, s.place.poseA, s.place.poseB));
    return s;
}

// A body after `dt` seconds of constant velocities.
static cdPose movePose(cdPose pose, cdMoving *moving, cdVec3 local, double dt) {
    double angle = cdLength(moving->angular) * dt;
    cdQuat turn = cdMakeQuat(cdNormalize(moving->angular), angle);
    cdPose to = {pose.p, cdNormalizeQuat(cdMulQuat(turn, pose.q))};
    moving->centroid = cdMulAdd(moving->centroid, dt, moving->velocity);
    to.p = cdSub(moving->centroid, cdRotate(to.q, local));
    return to;
}

static Setting moveSetting(Setting s, double dt) {
    s.place.poseA = movePose(s.place.poseA, &s.place.a, s.localA, dt);
    s.place.poseB = movePose(s.place.poseB, &s.place.b, s.localB, dt);
    return s;
}

static void getBodies(const Setting *s, cdSolverBody bodies[3]) {
    bodies[0] = (cdSolverBody){.linear = s->place.a.velocity, .angular = s->place.a.angular};
    bodies[1] = (cdSolverBody){.linear = s->place.b.velocity, .angular = s->place.b.angular};
    bodies[2] = (cdSolverBody){.inverseMass = 0.0};
}

// The errors of the joint's equations: those of the correction, with their sign.
static int32_t getErrors(const Setting *s, double errors[CD_JOINT_ROWS]) {
    cdRow rows[CD_JOINT_ROWS];
    int32_t count = cdMakeJointCorrection(&s->joint, &s->place, 0, 1, rows);
    for (int32_t i = 0; i < count; i++)
        errors[i] = -rows[i].bound;
    return count;
}

enum { KINDS = CD_JOINT_DISTANCE + 1 };

// While a joint holds, its rows are the rates of its equations: by differences, of both kinds, at sizes from
// 1e-4 to 1e4. Red: a wrong sign of one body, a row that acts at the wrong point, an axis that is not the
// joint's.
static void testRates(void **state) {
    (void)state;
    Random random = {1};
    for (int round = 0; round < 300; round++) {
        static const double sizes[] = {1.0, 1e-4, 1e4};
        double size = sizes[round % 3];
        cdJointKind kind = (cdJointKind)(round % KINDS);
        Setting s = makeSetting(&random, kind, size, (cdVec3){0.0, 0.0, 0.0});
        // Velocities that keep the points together. Sliders and rods need not, as their rows are exact.
        cdVec3 arm = cdSub(cdTransformPoint(s.place.poseB, s.joint.pointB), s.place.b.centroid);
        cdVec3 point = cdAdd(s.place.b.velocity, cdCross(s.place.b.angular, arm));
        arm = cdSub(cdTransformPoint(s.place.poseA, s.joint.pointA), s.place.a.centroid);
        s.place.a.velocity = cdSub(point, cdCross(s.place.a.angular, arm));
        const double h = 1e-4;
        Setting ahead = moveSetting(s, h), behind = moveSetting(s, -h);
        double after[CD_JOINT_ROWS], before[CD_JOINT_ROWS];
        int32_t count = getErrors(&ahead, after);
        getErrors(&behind, before);
        cdRow rows[CD_JOINT_ROWS];
        assert_int_equal(cdMakeJointRows(&s.joint, &s.place, 1.0, 0, 1, rows), count);
        cdSolverBody bodies[3];
        getBodies(&s, bodies);
        for (int32_t i = 0; i < count; i++) {
            double unit = i < cdCountJointPoints(&s.joint) ? size : 1.0;
            double rate = (after[i] - before[i]) / (2.0 * h);
            assert_true(fabs(cdGetRowSpeed(&rows[i], bodies) - rate) <= 1e-6 * unit);
        }
    }
}

// Impulses at a joint that has drifted: one body gains the linear and angular momentum that the other loses.
// Red: rows that act at each body's own point.
static void testMomentum(void **state) {
    (void)state;
    Random random = {2};
    for (int round = 0; round < 100; round++) {
        Setting s = makeSetting(&random, (cdJointKind)(round % KINDS), 1.0, (cdVec3){0.0, 0.0, 0.0});
        s.joint.lower = -0.1, s.joint.upper = 0.1;
        s = moveSetting(s, 0.1);
        cdRow rows[CD_JOINT_ROWS];
        int32_t count = cdMakeJointRows(&s.joint, &s.place, 0.01, 0, 1, rows);
        for (int32_t i = 0; i < count; i++) {
            cdVec3 aboutOriginA = cdAdd(cdCross(s.place.a.centroid, rows[i].direction), rows[i].angularA);
            cdVec3 aboutOriginB = cdAdd(cdCross(s.place.b.centroid, rows[i].direction), rows[i].angularB);
            assert_true(cdLength(cdSub(aboutOriginA, aboutOriginB)) <= 1e-14);
        }
    }
}

// A joint that has drifted, with its bodies exchanged: the point rows are the same with the sides exchanged.
// Red: rows that act at the point of one of them.
static void testSwap(void **state) {
    (void)state;
    Random random = {4};
    for (int round = 0; round < 100; round++) {
        Setting s = moveSetting(makeSetting(&random, CD_JOINT_BALL, 1.0, (cdVec3){0.0, 0.0, 0.0}), 0.1),
                t = s;
        t.joint.pointA = s.joint.pointB;
        t.joint.pointB = s.joint.pointA;
        t.place = (cdJointPlace){s.place.poseB, s.place.poseA, s.place.b, s.place.a};
        cdRow rows[CD_JOINT_ROWS], swapped[CD_JOINT_ROWS];
        assert_int_equal(cdMakeJointRows(&s.joint, &s.place, 0.1, 0, 1, rows), 3);
        assert_int_equal(cdMakeJointRows(&t.joint, &t.place, 0.1, 0, 1, swapped), 3);
        for (int i = 0; i < 3; i++) {
            assert_true(cdLength(cdSub(rows[i].angularA, swapped[i].angularB)) <= 1e-14);
            assert_true(cdLength(cdSub(rows[i].angularB, swapped[i].angularA)) <= 1e-14);
        }
    }
}

// Moves a body by a solver velocity, as position correction does.
static cdPose correctPose(cdPose pose, cdMoving *moving, cdVec3 local, const cdSolverBody *body) {
    moving->velocity = body->linear;
    moving->angular = body->angular;
    return movePose(pose, moving, local, 1.0);
}

// Joints that have drifted by a tenth of their size or a few tenths of a radian, between two bodies, or of
// one and the world: a few corrections reduce the error to rounding, also a million sizes from the origin,
// within the precision there. Red: a correction with the wrong sign, or along a wrong axis.
static void testCorrections(void **state) {
    (void)state;
    Random random = {3};
    for (int round = 0; round < 300; round++) {
        double far = round % 3 == 2 ? 1e6 : 0.0;
        Setting s = makeSetting(&random, (cdJointKind)(round % KINDS), 1.0, (cdVec3){far, far, -far});
        bool fixed = round % 5 == 0;
        if (fixed) s.place.b.velocity = s.place.b.angular = (cdVec3){0.0, 0.0, 0.0};
        s = moveSetting(s, 0.1);
        double error = cdGetJointError(&s.joint, s.place.poseA, s.place.poseB, 1.0);
        assert_true(error > 1e-3);
        for (int i = 0; i < 7; i++) {
            cdRow rows[CD_JOINT_ROWS];
            int32_t count = cdMakeJointCorrection(&s.joint, &s.place, 0, 1, rows);
            cdSolverBody bodies[2] = {{.inverseMass = 1.0, .inverseTensor = {2.0, 3.0, 4.0, 0.1, 0.2, 0.3}},
                                      {.inverseMass = 0.5, .inverseTensor = {1.0, 2.0, 3.0, 0.0, 0.0, 0.0}}};
            if (fixed) bodies[1] = (cdSolverBody){.inverseMass = 0.0};
            cdSolveRows(&(cdRowProblem){.bodies = bodies, .rows = rows, .rowCount = count});
            s.place.poseA = correctPose(s.place.poseA, &s.place.a, s.localA, &bodies[0]);
            s.place.poseB = correctPose(s.place.poseB, &s.place.b, s.localB, &bodies[1]);
        }
        error = cdGetJointError(&s.joint, s.place.poseA, s.place.poseB, 1.0);
        if (!(error <= 1e-11 + 4e-15 * far)) fail_msg("round %d: %g off", round, error);
    }
}

// The rate of a position is its difference over time, also while the joint does not hold exactly in the
// freedoms that it does not count: of each kind, with turns that a hinge has made. Red: a rate of the wrong
// body, an angle of the wrong sign, turns that do not count.
static void testPositions(void **state) {
    (void)state;
    Random random = {5};
    static const cdJointKind kinds[] = {CD_JOINT_BALL, CD_JOINT_HINGE, CD_JOINT_SLIDER, CD_JOINT_DISTANCE};
    for (int round = 0; round < 200; round++) {
        Setting s = makeSetting(&random, kinds[round % 4], 1.0, (cdVec3){0.0, 0.0, 0.0});
        s.joint.limited = true;
        if (s.joint.kind == CD_JOINT_BALL) {
            s.joint.axisA = nextRandomDirection(&random);
            s.joint.axisB = nextRandomDirection(&random);
        }
        if (s.joint.kind == CD_JOINT_HINGE) { // both turn about the axis, at different speeds
            cdVec3 axis = cdRotate(s.place.poseB.q, s.joint.axisB);
            s.joint.angle = 6.28318530717958647693 * nextRandomInt(&random, -3, 3);
            s.place.a.angular = cdScale(nextRandomIn(&random, -2.0, 2.0), axis);
            s.place.b.angular = cdScale(nextRandomIn(&random, -2.0, 2.0), axis);
            double now = cdGetJointPosition(&s.joint, s.place.poseA, s.place.poseB);
            assert_true(fabs(now - s.joint.angle) <= 1e-9);
        }
        if (s.joint.kind != CD_JOINT_HINGE) s = moveSetting(s, 0.3);
        const double h = 1e-4;
        Setting ahead = moveSetting(s, h), behind = moveSetting(s, -h);
        double rate = (cdGetJointPosition(&s.joint, ahead.place.poseA, ahead.place.poseB) -
                       cdGetJointPosition(&s.joint, behind.place.poseA, behind.place.poseB)) /
                      (2.0 * h);
        assert_true(fabs(cdGetJointSpeed(&s.joint, &s.place) - rate) <= 1e-4);
        cdSolverBody bodies[3];
        getBodies(&s, bodies);
        cdRow row = cdMakePositionRow(CD_ROW_PUSH, &s.joint, &s.place, -1.0, 0, 1);
        assert_true(fabs(cdGetRowSpeed(&row, bodies) + rate) <= 1e-4);
    }
}

// A motor's row: bounded by torque times dt, its speed that of A relative to B about the axis; absent in an
// impact, which also starts without the impulses of the last step. Red: a limit of the torque itself.
static void testMotor(void **state) {
    (void)state;
    cdJointDef def = {.kind = CD_JOINT_HINGE,
                      .bodyA = 0,
                      .bodyB = -1,
                      .axis = {0.0, 0.0, 2.0},
                      .motor = {.speed = 3.0, .maxForce = 5.0}};
    cdJointPlace place = {.poseA = cdIdentityPose(), .poseB = cdIdentityPose()};
    cdWorldJoint joint;
    assert_true(cdSetUpJoint(&joint, &def, place.poseA, place.poseB));
    cdRow rows[CD_JOINT_ROWS];
    assert_int_equal(cdMakeJointRows(&joint, &place, 0.25, 0, 1, rows), 6);
    assert_true(rows[5].kind == CD_ROW_BOUNDED && rows[5].limit == 1.25 && rows[5].bound == 3.0);
    cdSolverBody bodies[2] = {{.inverseMass = 1.0, .inverseTensor = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}},
                              {.inverseMass = 0.0}};
    assert_true(cdSolveRows(&(cdRowProblem){.bodies = bodies, .rows = rows, .rowCount = 6}).converged);
    assert_true(fabs(bodies[0].angular.z - 1.25) <= 1e-12);
    cdKeepJointImpulses(&joint, rows, 6);
    assert_int_equal(cdMakeJointRows(&joint, &place, 0.25, 0, 1, rows), 6);
    assert_true(fabs(rows[5].impulse - 1.25) <= 1e-12);
    assert_int_equal(cdMakeJointRows(&joint, &place, 0.0, 0, 1, rows), 5);
    for (int i = 0; i < 5; i++)
        assert_true(rows[i].impulse == 0.0 && rows[i].bound == 0.0);
}

// The error: distance of the points; for hinges of the axes at a radius. Invalid definitions are rejected.
static void testErrorsAndDefs(void **state) {
    (void)state;
    cdJointDef def = {.kind = CD_JOINT_HINGE, .bodyA = 0, .bodyB = 1, .axis = {0.0, 1.0, 0.0}};
    cdPose at = cdIdentityPose();
    cdWorldJoint joint;
    assert_true(cdSetUpJoint(&joint, &def, at, at));
    cdPose moved = {{0.0, 0.0, 0.5}, at.q},
           turned = {{0.0, 0.0, 0.0}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 0.1)};
    assert_true(fabs(cdGetJointError(&joint, moved, at, 2.0) - 0.5) <= 1e-15);
    assert_true(fabs(cdGetJointError(&joint, turned, at, 2.0) - 4.0 * sin(0.05)) <= 1e-15);
    cdPose spun = {{0.0, 0.0, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 2.0)};
    assert_true(cdGetJointError(&joint, spun, at, 2.0) <= 1e-15);
    for (int k = 0; k < 8; k++) {
        cdJointDef wrong = def;
        if (k == 0) wrong.axis = (cdVec3){0.0, 0.0, 0.0};
        if (k == 1) wrong.axis.x = NAN;
        if (k == 2) wrong.point.y = INFINITY;
        if (k == 3) wrong.bodyB = 0;
        if (k == 4) wrong.bodyA = -1;
        if (k == 5) wrong.motor.maxForce = -1.0;
        if (k == 6) wrong.motor.speed = NAN;
        if (k == 7) wrong.axis.z = INFINITY;
        assert_false(cdSetUpJoint(&joint, &wrong, at, at));
    }
    def.kind = CD_JOINT_BALL;
    def.axis = (cdVec3){0.0, 0.0, 0.0};
    assert_true(cdSetUpJoint(&joint, &def, at, at));
    assert_true(cdGetJointError(&joint, turned, at, 2.0) <= 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRates),         cmocka_unit_test(testMomentum),
        cmocka_unit_test(testCorrections),   cmocka_unit_test(testPositions),
        cmocka_unit_test(testMotor),         cmocka_unit_test(testSwap),
        cmocka_unit_test(testErrorsAndDefs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
