// Motors that go to positions, joints that break and bodies that pass; snapshots of them.
#include "collision/world_snapshot.h"
#include "joint_fixture.h"

#include <string.h>

// Returns the number of events of broken joints in the last step; `joint`: the last one's.
static int countBroken(const Trial *trial, cdJointId *joint) {
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

// --- Motors

// Runs a motor of a position until it should be there. Its force never exceeds the maximum. Returns the
// largest overshoot.
static double runMotor(Trial *trial, cdJointId joint, const cdJointMotor *motor, double seconds) {
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
        cdJointId joint = addJoint(&trial, (cdJointDef){.kind = kind == 0 ? CD_JOINT_SLIDER : CD_JOINT_HINGE,
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
    cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
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
        cdJointId joint = addJoint(&trial, def);
        while (trial.step.time < 2.0) {
            stepTrial(&trial, FRAME);
            double time = trial.step.time, position = getJoint(&trial, joint).position;
            // While a body swings, accept.c removes what the finite step adds: a share of (w h)^2.
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
        cdJointId joint = addJoint(&trial, def), broken = -1;
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
        cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_FIXED,
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
        cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_DISTANCE,
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
        cdBodyState body = cdGetBodyState(trial->world, i);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPositionMotors),
                                       cmocka_unit_test(testMotorSettles),
                                       cmocka_unit_test(testMotorBrakes),
                                       cmocka_unit_test(testBreaking),
                                       cmocka_unit_test(testHit),
                                       cmocka_unit_test(testPassing),
                                       cmocka_unit_test(testSnapshots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
