// All kinds of joints in worlds, against closed forms: reactions, limits, motors, breaking, passing.
#include "collision/world_snapshot.h"
#include "world_fixture.h"

#include <string.h>

static const cdVec3 none = {0.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0}, right = {1.0, 0.0, 0.0},
                    back = {0.0, 0.0, 1.0};

// Error of a force: the solver's tolerance of velocities (step_work.h), as an acceleration of the mass.
static double getForceError(const Trial *trial, double mass, double dt) {
    return 10.0 * mass * CD_SOLVED * trial->margin / (dt * dt) + 1e-12 * mass * GRAVITY;
}

static int32_t addJoint(Trial *trial, cdJointDef def) {
    int32_t joint = cdAddJoint(trial->world, &def);
    assert_true(joint >= 0);
    return joint;
}

static cdJointState getJoint(const Trial *trial, int32_t joint) {
    return cdGetJointState(trial->world, joint);
}

// Returns the number of events of broken joints in the last step; `joint`: the last one's.
static int countBroken(const Trial *trial, int32_t *joint) {
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(trial->world, &count);
    int broken = 0;
    for (int32_t i = 0; i < count; i++) {
        assert_true((events[i].joint >= 0) == (events[i].kind == CD_EVENT_JOINT_BROKEN));
        if (events[i].kind != CD_EVENT_JOINT_BROKEN) continue;
        broken++;
        *joint = events[i].joint;
    }
    return broken;
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
        int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
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
    int32_t rod = addJoint(
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

// --- Limits

// A door falls against its limits, from either side: it stays within them, up to the margin at its radius; it
// stops there, without a bounce, and lies at the limit. Red: a limit that pulls, one that bounces, a sign.
static void testHingeLimits(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        Body door = makeBody("box:x=0.5,y=0.05,z=0.2");
        Trial trial = makeTrial();
        double sign = side == 0 ? 1.0 : -1.0, radius = cdGetMeshInfo(door.mesh).radius;
        addMoving(&trial, &door, poseAt(sign * 0.5, 0.0, 0.0), none, 0.3, 0.0);
        int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_HINGE,
                                                      .bodyA = 0,
                                                      .bodyB = -1,
                                                      .axis = back,
                                                      .limited = true,
                                                      .lower = -0.4,
                                                      .upper = 0.4});
        for (int i = 0; i < 240; i++) {
            stepTrial(&trial, FRAME);
            cdJointState now = getJoint(&trial, joint);
            assert_true(fabs(now.position) <= 0.4 + trial.margin / radius);
            assert_true(now.error <= trial.margin);
            // Angles as the door's pose shows them.
            cdVec3 along = cdRotate(getState(&trial, 0).pose.q, right);
            assertNear(now.position, atan2(along.y, along.x), 1e-9);
            if (i > 40) assertNear(now.position, -sign * 0.4, trial.margin / radius);
        }
        assert_true(trial.drift <= trial.margin);
        double lever = 0.5 * cos(0.4), weight = getState(&trial, 0).mass * GRAVITY;
        assertNear(cdGetJointReaction(trial.world, joint).torque.z, sign * lever * weight,
                   1e-3 * lever * weight);
        destroyTrial(&trial);
        destroyBody(&door);
    }
}

// A motor turns a wheel for several turns, which count, up to a limit beyond one turn. Red: angles within
// half a turn only, turns that are lost where the angle jumps.
static void testTurnsCount(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        Body wheel = makeBody("box:x=0.5,y=0.1,z=0.5");
        Trial trial = makeWeightlessTrial();
        trial.powered = true;
        double sign = side == 0 ? 1.0 : -1.0, radius = cdGetMeshInfo(wheel.mesh).radius;
        addMoving(&trial, &wheel, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
        int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_HINGE,
                                                      .bodyA = 0,
                                                      .bodyB = -1,
                                                      .axis = up,
                                                      .limited = true,
                                                      .lower = -20.0,
                                                      .upper = 20.0,
                                                      .motor = {.speed = sign * 30.0, .maxForce = 50.0}});
        double last = 0.0, turned = 0.0;
        for (int i = 0; i < 180; i++) {
            stepTrial(&trial, FRAME);
            cdVec3 arm = cdRotate(getState(&trial, 0).pose.q, right);
            double heading = atan2(-arm.z, arm.x);
            turned += remainder(heading - last, 2.0 * PI);
            last = heading;
            cdJointState now = getJoint(&trial, joint);
            assertNear(now.position, turned, 1e-9);
            assert_true(fabs(now.position) <= 20.0 + trial.margin / radius);
        }
        assertNear(turned, sign * 20.0, trial.margin / radius);
        destroyTrial(&trial);
        destroyBody(&wheel);
    }
}

// A slider with limits falls to its lower end and rests there; its motor lifts it to its upper end. Red:
// limits of the wrong side, a motor that pushes through one.
static void testSliderLimits(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.2,y=0.1,z=0.1");
    Trial trial = makeTrial();
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.5, 0.0);
    int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
                                                  .bodyA = 0,
                                                  .bodyB = -1,
                                                  .axis = up,
                                                  .limited = true,
                                                  .lower = -0.7,
                                                  .upper = 0.3});
    double weight = getState(&trial, 0).mass * GRAVITY;
    runTrial(&trial, 2.0, FRAME);
    assertNear(getJoint(&trial, joint).position, -0.7, trial.margin);
    assertNear(getState(&trial, 0).centroid.y, -0.7, trial.margin);
    assert_true(getState(&trial, 0).asleep);
    assertNear(cdGetJointReaction(trial.world, joint).force.y, weight, 1e-3 * weight);
    trial.powered = true;
    cdSetJointMotor(trial.world, joint, &(cdJointMotor){.speed = 1.0, .maxForce = 3.0 * weight});
    runTrial(&trial, 2.0, FRAME);
    assertNear(getState(&trial, 0).centroid.y, 0.3, trial.margin);
    assert_true(trial.drift <= trial.margin);
    // The motor lifts with three times the weight, and the limit holds it back with two.
    cdJointReaction reaction = cdGetJointReaction(trial.world, joint);
    assertNear(reaction.motor, 3.0 * weight, 1e-3 * weight);
    assertNear(reaction.force.y, weight, 1e-3 * weight);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A ball on a slack rope flies freely, to rounding; then the rope is taut and never longer than its length by
// more than the margin; the ball's speed along it is gone, that across it is not. At the end it hangs, and
// the rope carries its weight. Red: a rope that brakes before it is taut, pushes, or gives way.
static void testRope(void **state) {
    (void)state;
    Body ball = makeBody("icosphere:radius=0.1,level=1");
    Trial trial = makeTrial();
    const double length = 2.0;
    cdVec3 start = {0.5, 0.0, 0.0}, velocity = {1.0, 2.0, 0.5};
    cdBodyDef body = makeMovingDef((cdPose){start, cdIdentityPose().q}, velocity, none, 0.0, 0.0);
    body.angularDamping = 0.0;
    addToTrial(&trial, &ball, &body);
    int32_t rope = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_DISTANCE,
                                                 .bodyA = 0,
                                                 .bodyB = -1,
                                                 .point = start,
                                                 .limited = true,
                                                 .upper = length});
    bool taut = false;
    int flown = 0;
    for (int i = 0; i < 600; i++) {
        stepTrial(&trial, FRAME);
        double time = trial.step.time;
        cdVec3 place = getState(&trial, 0).centroid, gone = cdScale(time, velocity);
        gone.y -= 0.5 * GRAVITY * time * time;
        cdVec3 flight = cdAdd(start, gone);
        taut = taut || cdLength(flight) > length;
        assert_true(cdLength(place) <= length + trial.margin);
        assertNear(getJoint(&trial, rope).position, cdLength(place), 1e-12);
        if (taut) continue;
        flown++;
        assertNearVec3(place, flight, 1e-12);
        assertNearVec3(cdGetJointReaction(trial.world, rope).force, none, 0.0);
    }
    assert_true(taut && flown > 30 && trial.drift <= trial.margin);
    cdSetBodyDamping(trial.world, 0, 3.0, 3.0);
    runTrial(&trial, 10.0, FRAME);
    double weight = getState(&trial, 0).mass * GRAVITY;
    assertNearVec3(getState(&trial, 0).centroid, cdMakeVec3(0.0, -length, 0.0), 10.0 * trial.margin);
    assertNear(cdGetJointReaction(trial.world, rope).force.y, weight, 1e-3 * weight);
    destroyTrial(&trial);
    destroyBody(&ball);
}

// A pole on a ball joint with a cone limit falls to the cone and stays within it. Red: an axis of one body
// only, a limit of the wrong side.
static void testCone(void **state) {
    (void)state;
    Body pole = makeBody("box:x=0.05,y=0.5,z=0.05");
    Trial trial = makeTrial();
    double radius = cdGetMeshInfo(pole.mesh).radius;
    cdBodyDef body =
        makeMovingDef(poseAt(0.0, 0.5, 0.0), cdMakeVec3(0.3, 0.0, 0.2), cdMakeVec3(0.4, 2.0, -0.6), 0.0, 0.0);
    addToTrial(&trial, &pole, &body);
    int32_t joint = addJoint(
        &trial,
        (cdJointDef){
            .kind = CD_JOINT_BALL, .bodyA = 0, .bodyB = -1, .axis = up, .limited = true, .upper = 0.6});
    for (int i = 0; i < 300; i++) {
        stepTrial(&trial, FRAME);
        cdVec3 along = cdRotate(getState(&trial, 0).pose.q, up);
        double angle = acos(along.y);
        assert_true(angle <= 0.6 + trial.margin / radius);
        assertNear(getJoint(&trial, joint).position, angle, 1e-7);
    }
    assertNear(getJoint(&trial, joint).position, 0.6, trial.margin / radius);
    assert_true(trial.drift <= trial.margin);
    destroyTrial(&trial);
    destroyBody(&pole);
}

// --- Motors

// Runs a motor of a position until it should be there. Its force never exceeds the maximum. Returns the
// largest overshoot.
static double runMotor(Trial *trial, int32_t joint, const cdJointMotor *motor, double seconds) {
    double start = getJoint(trial, joint).position, over = 0.0, sign = motor->position > start ? 1.0 : -1.0;
    cdSetJointMotor(trial->world, joint, motor);
    int steps = (int)(seconds / FRAME);
    for (int i = 0; i < steps; i++) {
        stepTrial(trial, FRAME);
        cdJointState now = getJoint(trial, joint);
        over = fmax(over, sign * (now.position - motor->position));
        assert_true(fabs(cdGetJointReaction(trial->world, joint).motor) <= motor->maxForce * (1.0 + 1e-12));
        assert_true(fabs(now.speed) <= motor->speed * (1.0 + 1e-6));
    }
    return over;
}

// Motors move a slider against gravity, and an arm up by more than a turn, to positions and back, at a
// limited speed and force, and hold them. An arm too heavy for its motor sinks. Red: a motor that oscillates,
// one beyond its maximum, one that gives way under load.
static void testPositionMotors(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        Body box = makeBody("box:x=0.4,y=0.1,z=0.1");
        Trial trial = makeTrial();
        trial.powered = true;
        addMoving(&trial, &box, poseAt(0.5, 0.0, 0.0), none, 0.0, 0.0);
        int32_t joint = addJoint(&trial, (cdJointDef){.kind = kind == 0 ? CD_JOINT_SLIDER : CD_JOINT_HINGE,
                                                      .bodyA = 0,
                                                      .bodyB = -1,
                                                      .axis = kind == 0 ? up : back});
        double load = getState(&trial, 0).mass * GRAVITY * (kind == 0 ? 1.0 : 0.5),
               end = kind == 0 ? 1.5 : 7.5;
        cdJointMotor motor = {
            .kind = CD_MOTOR_POSITION, .speed = 2.0, .position = end, .maxForce = 4.0 * load};
        assert_true(runMotor(&trial, joint, &motor, 6.0) <= 0.02);
        assertNear(getJoint(&trial, joint).position, end, 1e-6);
        motor = (cdJointMotor){
            .kind = CD_MOTOR_POSITION, .speed = INFINITY, .position = -0.5, .maxForce = 4.0 * load};
        runMotor(&trial, joint, &motor, 8.0);
        assertNear(getJoint(&trial, joint).position, -0.5, 1e-6);
        double held = kind == 0 ? load : load * cos(0.5);
        assertNear(cdGetJointReaction(trial.world, joint).motor, held, 1e-3 * load);
        motor.maxForce = 0.8 * held;
        cdSetJointMotor(trial.world, joint, &motor);
        runTrial(&trial, 1.0, FRAME);
        assert_true(getJoint(&trial, joint).position < -0.7);
        assert_true(trial.drift <= trial.margin);
        destroyTrial(&trial);
        destroyBody(&box);
    }
}

// A motor without gravity and with much force: after n steps from rest it is 3 / 2^n - 2 / 3^n of the
// distance away, without overshoot. Red: a goal that makes the midpoint rule oscillate.
static void testMotorSettles(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.4,y=0.1,z=0.1");
    Trial trial = makeWeightlessTrial();
    trial.powered = true;
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
    int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
                                                  .bodyA = 0,
                                                  .bodyB = -1,
                                                  .axis = right,
                                                  .motor = {CD_MOTOR_POSITION, .speed = INFINITY,
                                                            .position = 1.0, .maxForce = 1e9}});
    for (int n = 1; n <= 40; n++) {
        stepTrial(&trial, FRAME);
        double off = 3.0 * pow(0.5, n) - 2.0 * pow(1.0 / 3.0, n);
        assertNear(getJoint(&trial, joint).position, 1.0 - off, 1e-9);
    }
    destroyTrial(&trial);
    destroyBody(&box);
}

// A motor with little force: it accelerates by F / m for half of the way and brakes as late as it can, so
// that it arrives after 2 sqrt(d m / F) and a few steps, with hardly any overshoot. Red: a motor that does
// not brake, an inertia of the wrong body or about the wrong axis.
static void testMotorBrakes(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        Body box = makeBody("box:x=0.3,y=0.1,z=0.1");
        Trial trial = makeWeightlessTrial();
        trial.powered = true;
        addMoving(&trial, &box, poseAt(0.5, 0.0, 0.0), none, 0.0, 0.0);
        double mass = getState(&trial, 0).mass, inertia = mass * (0.1 / 3.0 + 0.25);
        cdJointDef def = {.kind = kind == 0 ? CD_JOINT_SLIDER : CD_JOINT_HINGE,
                          .bodyA = 0,
                          .bodyB = -1,
                          .axis = back,
                          .motor = {CD_MOTOR_POSITION, INFINITY, 1.0, 4.0 * (kind == 0 ? mass : inertia)}};
        int32_t joint = addJoint(&trial, def);
        while (trial.step.time < 2.0) {
            stepTrial(&trial, FRAME);
            double time = trial.step.time, position = getJoint(&trial, joint).position;
            // Of a body that swings, accept.c removes what the finite step adds: a share of (w h)^2.
            double share = kind == 0 ? 1e-9 : 16.0 * time * time * FRAME * FRAME;
            if (time < 0.4) assertNear(position, 2.0 * time * time, share * time * time + 1e-9);
            assert_true(position <= 1.0 + 4.0 * 4.0 * FRAME * FRAME);
            if (time > 1.0 + 12.0 * FRAME) assertNear(position, 1.0, 1e-2);
        }
        assertNear(getJoint(&trial, joint).position, 1.0, 1e-6);
        destroyTrial(&trial);
        destroyBody(&box);
    }
}

// --- Breaking

// A weight hangs from a joint of each kind: it holds at a breaking force a thousandth above the weight, and
// breaks a thousandth below it, with one event; the body then falls freely. The same of torques. Red: a force
// compared per step, a torque compared with a force, an event of every step, a joint that remains.
static void testBreaking(void **state) {
    (void)state;
    for (int round = 0; round < 8; round++) {
        bool breaks = round % 2 == 1, twists = round >= 6;
        static const cdJointKind kinds[] = {CD_JOINT_BALL, CD_JOINT_DISTANCE, CD_JOINT_FIXED, CD_JOINT_FIXED};
        Body box = makeBody("box:x=0.2,y=0.2,z=0.2");
        Trial trial = makeTrial();
        addMoving(&trial, &box, twists ? poseAt(0.6, -1.0, 0.0) : poseAt(0.0, -1.0, 0.0), none, 0.0, 0.0);
        double weight = getState(&trial, 0).mass * GRAVITY, limit = weight * (breaks ? 0.999 : 1.001);
        cdJointDef def = {.kind = kinds[round / 2],
                          .bodyA = 0,
                          .bodyB = -1,
                          .point = {0.0, -1.0, 0.0},
                          .breakingForce = twists ? 0.0 : limit,
                          .breakingTorque = twists ? 0.6 * limit : 0.0};
        int32_t joint = addJoint(&trial, def), broken = -1;
        stepTrial(&trial, FRAME);
        assert_int_equal(countBroken(&trial, &broken), breaks ? 1 : 0);
        assert_int_equal(broken, breaks ? joint : -1);
        assert_int_equal(getJoint(&trial, joint).present, !breaks);
        double speed = getState(&trial, 0).velocity.y;
        for (int i = 0; i < 60; i++) {
            stepTrial(&trial, FRAME);
            assert_int_equal(countBroken(&trial, &broken), 0);
        }
        assertNear(getState(&trial, 0).velocity.y, breaks ? speed - GRAVITY * 60.0 * FRAME : 0.0, 1e-9);
        if (breaks) assertNear(cdGetJointReaction(trial.world, joint).force.y, weight, 1e-3 * weight);
        destroyTrial(&trial);
        destroyBody(&box);
    }
    assert_string_equal(cdGetContactEventName(CD_EVENT_JOINT_BROKEN), "joint-broken");
}

// A ball hits a box that is fixed to the world, without a bounce: the mean reaction of this step is the
// ball's momentum over the step; a joint that carries less breaks then. Red: impulses of collisions that do
// not count, or count twice.
static void testHit(void **state) {
    (void)state;
    for (int breaks = 0; breaks < 2; breaks++) {
        Body box = makeBody("box:x=0.2,y=0.2,z=0.2"), ball = makeBody("icosphere:radius=0.1,level=1");
        Trial trial = makeWeightlessTrial();
        addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
        addMoving(&trial, &ball, poseAt(-1.0, 0.0, 0.0), cdMakeVec3(3.0, 0.0, 0.0), 0.0, 0.0);
        double force = 3.0 * getState(&trial, 1).mass / FRAME;
        int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_FIXED,
                                                      .bodyA = 0,
                                                      .bodyB = -1,
                                                      .breakingForce = (breaks ? 0.99 : 1.01) * force}),
                broken = -1;
        while (trial.impacts == 0 && trial.steps < 60) {
            assertNearVec3(cdGetJointReaction(trial.world, joint).force, none, 0.0);
            stepTrial(&trial, FRAME);
        }
        assertNearVec3(cdGetJointReaction(trial.world, joint).force, cdMakeVec3(-force, 0.0, 0.0),
                       1e-6 * force);
        assert_int_equal(countBroken(&trial, &broken), breaks);
        destroyTrial(&trial);
        destroyBody(&box);
        destroyBody(&ball);
    }
}

// --- Passing

// Two boxes on hinges about the same axis: with `passes` one swings through the other, which stays at rest;
// without it pushes it. After the joint is removed they collide again. Red: a filter that is tested once.
static void testPassing(void **state) {
    (void)state;
    for (int passes = 0; passes < 2; passes++) {
        Body box = makeBody("box:x=0.2,y=0.2,z=0.2");
        Trial trial = makeWeightlessTrial();
        trial.overlapped = passes == 1;
        addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
        addMoving(&trial, &box, poseAt(1.0, 0.0, 0.0), cdMakeVec3(-2.0, 0.0, 0.0), 0.0, 0.0);
        int32_t joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_DISTANCE,
                                                      .bodyA = 0,
                                                      .bodyB = 1,
                                                      .point = {0.0, 0.0, 0.0},
                                                      .pointB = {1.0, 0.0, 0.0},
                                                      .limited = true,
                                                      .upper = 3.0,
                                                      .passes = passes == 1});
        assert_int_equal(cdCanBodiesCollide(trial.world, 0, 1), passes == 0);
        cdJointDef other = {.kind = CD_JOINT_BALL, .bodyA = 1, .bodyB = 0, .passes = true};
        cdRemoveJoint(trial.world, addJoint(&trial, other)); // of two that pass one remains
        assert_int_equal(cdCanBodiesCollide(trial.world, 0, 1), passes == 0);
        runTrial(&trial, 1.0, FRAME);
        assert_true((getState(&trial, 1).centroid.x < -0.9) == (passes == 1));
        assert_true((getState(&trial, 0).centroid.x == 0.0) == (passes == 1));
        cdRemoveJoint(trial.world, joint);
        assert_true(cdCanBodiesCollide(trial.world, 0, 1));
        if (passes == 1) {
            cdSetBodyVelocity(trial.world, 1, cdMakeVec3(2.0, 0.0, 0.0), none);
            runTrial(&trial, 1.0, FRAME);
            assert_true(getState(&trial, 0).centroid.x > 0.1);
        }
        destroyTrial(&trial);
        destroyBody(&box);
    }
}

// --- Momentum

static cdJointDef makePairDef(int kind) {
    cdJointDef def = {.kind = (cdJointKind)(kind % 5),
                      .bodyA = 0,
                      .bodyB = 1,
                      .pointB = {0.3, 0.1, 0.0},
                      .axis = {1.0, 2.0, 0.5},
                      .limited = kind >= 5 && kind % 5 != CD_JOINT_FIXED,
                      .lower = -0.2,
                      .upper = 0.2};
    if (def.kind == CD_JOINT_BALL || def.kind == CD_JOINT_DISTANCE) def.lower = 0.0;
    if (def.kind == CD_JOINT_DISTANCE) def.upper = 0.4;
    return def;
}

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
        if (getenv("SHOW")) printf("kind %d: %g %g\n", kind, coarse, fine);
        assert_true(coarse < 0.02);
        assert_true(fine < 1e-3 || fine < 0.1 * coarse);
    }
}

// --- Snapshots

static Trial makeMixedTrial(const Body *bar) {
    Trial trial = makeTrial();
    for (int32_t i = 0; i < 10; i++) {
        addMoving(&trial, bar, poseAt(0.5 * i, 0.02 * i, 0.0), cdMakeVec3(0.1 * i, 1.0, -0.2), 0.2, 0.3);
        cdJointDef def = makePairDef(i);
        def.bodyA = i;
        def.bodyB = i - 1;
        def.point = cdMakeVec3(0.5 * i - 0.25, 0.0, 0.0);
        def.pointB = cdMakeVec3(0.5 * i - 0.35, 0.1, 0.0);
        def.passes = i % 3 == 1;
        def.breakingForce = i == 4 ? 60.0 : 0.0;
        if (i == 6) def.motor = (cdJointMotor){CD_MOTOR_POSITION, 2.0, 0.15, 5.0};
        if (i == 1) def.motor = (cdJointMotor){CD_MOTOR_SPEED, 25.0, 0.0, 50.0}; // makes several turns
        if (i == 2) def.motor = (cdJointMotor){CD_MOTOR_SPEED, 4.0, 0.0, 3.0};
        addJoint(&trial, def);
    }
    trial.powered = true;
    return trial;
}

static void recordTrial(const Trial *trial, unsigned char *to) {
    for (int32_t i = 0; i < 10; i++) {
        cdBodyState body = getState(trial, i);
        cdJointState joint = getJoint(trial, i);
        cdJointReaction reaction = cdGetJointReaction(trial->world, i);
        const double numbers[] = {body.pose.p.x,    body.pose.p.y,
                                  body.pose.p.z,    body.pose.q.w,
                                  body.pose.q.x,    body.velocity.x,
                                  body.velocity.y,  joint.position,
                                  joint.speed,      joint.error,
                                  reaction.force.x, reaction.torque.y,
                                  reaction.motor,   joint.present ? 1.0 : 0.0};
        memcpy(to + (size_t)i * sizeof numbers, numbers, sizeof numbers);
    }
}

// A chain of every kind of joint with limits, motors and one that breaks: saved, stepped a hundred times,
// restored into a fresh world and stepped again: the same bits. Red: a member that no snapshot has.
static void testSnapshots(void **state) {
    (void)state;
    Body bar = makeBody("box:x=0.2,y=0.05,z=0.1");
    Trial trial = makeMixedTrial(&bar), other = makeTrial();
    trial.overlapped = true; // some pass through each other
    for (int i = 0; i < 40; i++)
        stepTrial(&trial, FRAME);
    size_t size = cdSaveWorld(trial.world, NULL, 0);
    void *bytes = malloc(size);
    assert_true(bytes != NULL && cdSaveWorld(trial.world, bytes, size) == size);
    static unsigned char first[10 * 14 * sizeof(double)], second[sizeof first];
    for (int round = 0; round < 2; round++) {
        cdWorld *world = round == 0 ? trial.world : other.world;
        const cdMesh *mesh = bar.mesh;
        if (round == 1) assert_int_equal(cdRestoreWorld(world, bytes, size, &mesh, 1), CD_RESTORED);
        for (int i = 0; i < 100; i++)
            cdStepWorld(world, FRAME);
        recordTrial(round == 0 ? &trial : &other, round == 0 ? first : second);
    }
    assert_memory_equal(first, second, sizeof first);
    free(bytes);
    destroyTrial(&trial);
    destroyTrial(&other);
    destroyBody(&bar);
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
        cmocka_unit_test(testHangingChain),
        cmocka_unit_test(testCantilever),
        cmocka_unit_test(testInclinedSlider),
        cmocka_unit_test(testRodTension),
        cmocka_unit_test(testHingeLimits),
        cmocka_unit_test(testTurnsCount),
        cmocka_unit_test(testSliderLimits),
        cmocka_unit_test(testRope),
        cmocka_unit_test(testCone),
        cmocka_unit_test(testPositionMotors),
        cmocka_unit_test(testMotorSettles),
        cmocka_unit_test(testMotorBrakes),
        cmocka_unit_test(testHit),
        cmocka_unit_test(testBreaking),
        cmocka_unit_test(testPassing),
        cmocka_unit_test(testMomentum),
        cmocka_unit_test(testSnapshots),
        cmocka_unit_test(testInvalidDefs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
