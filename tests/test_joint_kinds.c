// All kinds of joints in worlds, against closed forms: reactions, conserved momentum, definitions.
#include "joint_fixture.h"

// Error of a force: the solver's tolerance of velocities (step_work.h), as an acceleration of the mass.
static double getForceError(const Trial *trial, double mass, double dt) {
    return 10.0 * mass * CD_SOLVED * trial->margin / (dt * dt) + 1e-12 * mass * GRAVITY;
}

// --- Reactions

// Five links hang from the world: each joint carries the weight below it. Also after they fall asleep. Red: a
// force of the wrong sign or body, a mean over the wrong time, sums that are not reset.
static void testHangingChain(void **state) {
    (void)state;
    enum { LINKS = 5 };
    Body link = makeBody("box:x=0.1,y=0.2,z=0.1");
    Trial trial = makeTrial();
    double mass = 0.0;
    for (int32_t i = 0; i < LINKS; i++) {
        addMoving(&trial, &link, poseAt(0.0, -0.25 - 0.5 * i, 0.0), none, 0.0, 0.0);
        mass = getState(&trial, i).mass;
        addJoint(&trial, (cdJointDef){.kind = i % 2 == 0 ? CD_JOINT_BALL : CD_JOINT_HINGE,
                                      .bodyA = i,
                                      .bodyB = i - 1,
                                      .point = {0.0, -0.5 * i, 0.0},
                                      .axis = back});
    }
    double error = getForceError(&trial, LINKS * mass, FRAME);
    for (int k = 0; k < 120; k++) {
        stepTrial(&trial, FRAME);
        for (int32_t i = 0; i < LINKS; i++) {
            cdJointReaction reaction = cdGetJointReaction(trial.world, i);
            assertNearVec3(reaction.force, cdScale((LINKS - i) * mass * GRAVITY, up), error);
            assertNearVec3(reaction.torque, none, error);
        }
    }
    assert_true(getState(&trial, 0).asleep);
    destroyTrial(&trial);
    destroyBody(&link);
}

// Two bars fixed to each other and to the world, level: forces are weights, torques m g l about each joint's
// point; the error of the joint is within the margin. Red: a fixed joint that turns, a torque about the
// centroid.
static void testCantilever(void **state) {
    (void)state;
    Body bar = makeBody("box:x=0.5,y=0.05,z=0.1");
    Trial trial = makeTrial();
    for (int32_t i = 0; i < 2; i++) {
        addMoving(&trial, &bar, poseAt(0.5 + 1.1 * i, 2.0, 0.0), none, 0.0, 0.0);
        addJoint(
            &trial,
            (cdJointDef){.kind = CD_JOINT_FIXED, .bodyA = i, .bodyB = i - 1, .point = {1.05 * i, 2.0, 0.0}});
    }
    double weight = GRAVITY * getState(&trial, 0).mass;
    runTrial(&trial, 1.0, FRAME);
    double error = getForceError(&trial, 4.0 * weight / GRAVITY, FRAME);
    cdJointReaction root = cdGetJointReaction(trial.world, 0), tip = cdGetJointReaction(trial.world, 1);
    assertNearVec3(root.force, cdScale(2.0 * weight, up), error);
    assertNearVec3(tip.force, cdScale(weight, up), error);
    // Gravity turns the bars clockwise, about -z; the joint holds them.
    assertNearVec3(root.torque, cdScale(weight * 0.5 + weight * 1.6, back), error);
    assertNearVec3(tip.torque, cdScale(weight * (1.6 - 1.05), back), error);
    for (int32_t i = 0; i < 2; i++)
        assert_true(getJoint(&trial, i).error <= trial.margin && getJoint(&trial, i).position == 0.0);
    assert_true(trial.drift <= trial.margin);
    destroyTrial(&trial);
    destroyBody(&bar);
}

// A box slides down an inclined axis: its acceleration is g sin(a), exactly; the reaction is m g cos(a)
// across the axis, and the torque that of its weight at the lever to the joint's point. With `turns` it also
// keeps its spin about the axis. Red: friction of the ties, a tie along the axis, a row at the wrong point.
static void testInclinedSlider(void **state) {
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        Body box = makeBody("box:x=0.2,y=0.1,z=0.1");
        Trial trial = makeTrial();
        const double slope = 0.5;
        cdVec3 axis = {cos(slope), -sin(slope), 0.0}, across = {sin(slope), cos(slope), 0.0};
        cdBodyDef body = makeMovingDef((cdPose){none, cdMakeQuat(back, -slope)}, none,
                                       turns ? cdScale(2.0, axis) : none, 0.0, 0.0);
        addToTrial(&trial, &box, &body);
        cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
                                                        .bodyA = 0,
                                                        .bodyB = -1,
                                                        .axis = cdScale(3.0, axis),
                                                        .turns = turns == 1});
        double mass = getState(&trial, 0).mass;
        for (int i = 0; i < 60; i++) {
            stepTrial(&trial, FRAME);
            double along = GRAVITY * sin(slope), time = trial.step.time;
            cdJointState now = getJoint(&trial, joint);
            assertNear(now.position, 0.5 * along * time * time, 1e-9);
            assertNear(now.speed, along * time, 1e-9);
            assertNearVec3(getState(&trial, 0).velocity, cdScale(along * time, axis), 1e-9);
            assertNearVec3(getState(&trial, 0).angularVelocity, turns ? cdScale(2.0, axis) : none, 1e-9);
            assertNearVec3(cdGetJointReaction(trial.world, joint).force,
                           cdScale(mass * GRAVITY * cos(slope), across), getForceError(&trial, mass, FRAME));
        }
        assert_true(trial.drift <= trial.margin);
        destroyTrial(&trial);
        destroyBody(&box);
    }
}

// A rod holds a ball that circles in space: the tension is m v^2 / r towards the middle, and the length stays
// within the margin. Red: a rod of one side, a tension that does work.
static void testRodTension(void **state) {
    (void)state;
    Body ball = makeBody("icosphere:radius=0.1,level=1");
    Trial trial = makeWeightlessTrial();
    addMoving(&trial, &ball, poseAt(2.0, 0.0, 0.0), cdMakeVec3(0.0, 3.0, 0.0), 0.0, 0.0);
    cdJointId rod = addJoint(
        &trial, (cdJointDef){.kind = CD_JOINT_DISTANCE, .bodyA = 0, .bodyB = -1, .point = {2.0, 0.0, 0.0}});
    double mass = getState(&trial, 0).mass, tension = mass * 9.0 / 2.0;
    const double dt = 1.0 / 240.0;
    for (int i = 0; i < 960; i++) {
        stepTrial(&trial, dt);
        cdVec3 place = getState(&trial, 0).centroid;
        assertNear(cdLength(place), 2.0, trial.margin);
        cdJointReaction reaction = cdGetJointReaction(trial.world, rod);
        // The mean force over a step is that at its middle, of which the direction differs by w dt / 2.
        double phase = 1.5 * dt;
        assertNear(cdLength(reaction.force), tension, phase * phase * tension + 1e-3 * tension);
        assert_true(cdDot(reaction.force, place) < 0.0);
        assertNearVec3(reaction.torque, none, 1e-12);
    }
    assertNear(cdLength(getState(&trial, 0).velocity), 3.0, 3.0 * 1e-3);
    destroyTrial(&trial);
    destroyBody(&ball);
}

// --- Momentum

// Returns the relative change of angular momentum in a second.
static double getAngularLoss(int kind, double dt) {
    Body box = makeBody("box:x=0.1,y=0.2,z=0.3");
    Trial trial = makeWeightlessTrial();
    cdBodyDef body =
        makeMovingDef(poseAt(-0.5, 0.0, 0.0), cdMakeVec3(0.0, 1.0, 0.5), cdMakeVec3(1.0, 0.0, 2.0), 0.5, 0.0);
    addToTrial(&trial, &box, &body);
    body.pose = poseAt(0.5, 0.0, 0.0);
    body.velocity = cdMakeVec3(0.3, -1.0, 0.0);
    body.mass = 0.1;
    addToTrial(&trial, &box, &body);
    addJoint(&trial, makePairDef(kind));
    stepTrial(&trial, dt); // an impulse brings the velocities together
    cdWorldEnergy before = cdGetWorldEnergy(trial.world);
    while (trial.step.time < 1.0) {
        stepTrial(&trial, dt);
        assertNearVec3(cdGetWorldEnergy(trial.world).momentum, before.momentum, 1e-12);
    }
    assert_true(trial.drift <= trial.margin);
    cdVec3 change = cdSub(cdGetWorldEnergy(trial.world).angularMomentum, before.angularMomentum);
    destroyTrial(&trial);
    destroyBody(&box);
    return cdLength(change) / cdLength(before.angularMomentum);
}

// Two bodies in space on each kind of joint, also with limits: momentum is constant, to rounding; energy
// never grows (stepTrial); the error of the angular momentum falls with the step. Red: a row that acts at two
// points, a correction of one body.
static void testMomentum(void **state) {
    (void)state;
    for (int kind = 0; kind < 10; kind++) {
        double coarse = getAngularLoss(kind, 1.0 / 60.0), fine = getAngularLoss(kind, 1.0 / 960.0);
        assert_true(coarse < 0.02);
        assert_true(fine < 1e-3 || fine < 0.1 * coarse);
    }
}

// --- Definitions

static void spoil(cdJointDef *def, int k) {
    if (k == 0) def->kind = (cdJointKind)5;
    if (k == 1) def->kind = CD_JOINT_SLIDER, def->axis = none;
    if (k == 2) def->kind = CD_JOINT_DISTANCE, def->pointB = def->point;
    if (k == 3) def->limited = true, def->lower = 0.5, def->upper = 0.5;
    if (k == 4) def->limited = true, def->lower = NAN;
    if (k == 5) def->kind = CD_JOINT_BALL, def->limited = true, def->lower = -0.1, def->upper = 1.0;
    if (k == 6) def->kind = CD_JOINT_BALL, def->limited = true, def->upper = 3.2;
    if (k == 7) def->kind = CD_JOINT_FIXED, def->limited = true, def->upper = 1.0;
    if (k == 8) def->kind = CD_JOINT_DISTANCE, def->limited = true, def->lower = -1.0, def->upper = 1.0;
    if (k == 9) def->kind = CD_JOINT_BALL, def->motor.maxForce = 1.0;
    if (k == 10) def->motor.maxForce = -1.0;
    if (k == 11) def->motor = (cdJointMotor){CD_MOTOR_POSITION, 0.0, 1.0, 1.0};
    if (k == 12) def->motor = (cdJointMotor){CD_MOTOR_POSITION, 1.0, NAN, 1.0};
    if (k == 13) def->motor.kind = (cdMotorKind)2;
    if (k == 14) def->breakingForce = -1.0;
    if (k == 15) def->breakingTorque = NAN;
    if (k == 16) def->kind = CD_JOINT_DISTANCE, def->pointB.z = INFINITY;
    if (k == 17) def->bodyB = 0;
    if (k == 18) def->bodyB = 7;
    if (k == 19) def->kind = CD_JOINT_BALL, def->limited = true, def->upper = 1.0, def->axis = none;
}

// Invalid definitions are refused, and change nothing; their valid neighbours are accepted. Red: a test of
// one kind only.
static void testInvalidDefs(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.2,y=0.2,z=0.2");
    Trial trial = makeTrial();
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
    const cdJointDef good = {.kind = CD_JOINT_HINGE, .bodyA = 0, .bodyB = -1, .axis = up};
    for (int k = 0; k < 20; k++) {
        cdJointDef def = good;
        spoil(&def, k);
        if (cdAddJoint(trial.world, &def) != -1) fail_msg("definition %d is accepted", k);
    }
    cdJointDef def = good;
    def.limited = true;
    def.lower = -INFINITY;
    def.upper = 1.0;
    assert_int_equal(cdAddJoint(trial.world, &def), 0);
    stepTrial(&trial, FRAME);
    assert_true(isfinite(getState(&trial, 0).velocity.y));
    cdRemoveJoint(trial.world, 0);
    assert_false(getJoint(&trial, 0).present);
    destroyTrial(&trial);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testHangingChain),   cmocka_unit_test(testCantilever),
        cmocka_unit_test(testInclinedSlider), cmocka_unit_test(testRodTension),
        cmocka_unit_test(testMomentum),       cmocka_unit_test(testInvalidDefs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
