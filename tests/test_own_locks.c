// Locks of a body's own axes: velocities have no component along them at any orientation, free motion follows
// closed forms, and energy does not change.
//
// Such a lock is nonholonomic: it holds for velocities, to rounding, and limits no pose.
#include "own_locks_fixture.h"

static void assertSameTurn(cdQuat q, cdQuat expected, double tolerance) {
    cdQuat turn = cdMulQuat(q, cdConjugate(expected));
    assertNear(cdLength(cdMakeVec3(turn.x, turn.y, turn.z)), 0.0, tolerance);
}

// --- Free motion

// A blade, which moves along its own x axis only, turns at a constant rate under no force: it keeps its speed
// and runs a circle of radius speed / rate. Each step is a chord of length speed * dt, so that the circle is
// larger by the factor x / sin x, x = rate * dt / 2; to rounding. Red: a lock of the axes of the start, a
// velocity that a lock shortens, a chord along the orientation of the start.
static void testBlade(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.3,z=0.1");
    for (int i = 0; i < 3; i++) {
        Trial trial = makeWeightlessTrial();
        double speed = 2.0, rate = 1.0 + i, dt = FRAME * (1 + i);
        cdPose pose = turnedPose(1.0, 2.0, 3.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
        cdVec3 ahead = cdRotate(pose.q, getAxis(0)), side = cdRotate(pose.q, getAxis(1)),
               up = cdRotate(pose.q, getAxis(2));
        uint32_t ways = CD_AXIS_Y | CD_AXIS_Z, turns = CD_AXIS_X | CD_AXIS_Y;
        cdBodyDef def =
            makeOwnDef(pose, cdAdd(cdScale(speed, ahead), side), cdMulAdd(ahead, rate, up), ways, turns);
        addToTrial(&trial, &box, &def);
        assertNearVec3(getState(&trial, 0).velocity, cdScale(speed, ahead), 1e-14);
        cdVec3 start = getState(&trial, 0).centroid;
        double half = 0.5 * rate * dt, radius = speed / rate * half / sin(half);
        for (int step = 1; step <= 300; step++) {
            stepTrial(&trial, dt);
            checkHeld(&trial, 0, ways, turns);
            cdBodyState now = getState(&trial, 0);
            double angle = rate * dt * step;
            cdVec3 way = cdMulAdd(cdScale(radius * sin(angle), ahead), radius * (1.0 - cos(angle)), side);
            cdVec3 along = cdMulAdd(cdScale(cos(angle), ahead), sin(angle), side);
            assertNearVec3(cdSub(now.centroid, start), way, 1e-11);
            assertNearVec3(now.velocity, cdScale(speed, along), 1e-11);
        }
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// With one locked axis the velocity is carried parallel: in the axes of a cube that turns uniformly it turns
// about the locked axis at minus the cube's rate about it. Red: the component along the axis cut off, which
// loses speed, or the shortest turn between the axes of both ends, which turns too far about it.
static void testParallel(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.4,y=0.4,z=0.4");
    for (int axis = 0; axis < 3; axis++) {
        Trial trial = makeWeightlessTrial();
        cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
        cdVec3 own = {1.0, -0.5, 2.0}, spin = {1.5, 2.5, -3.0};
        cdBodyDef def = makeOwnDef(pose, cdRotate(pose.q, own), cdRotate(pose.q, spin), 1u << axis, 0);
        addToTrial(&trial, &cube, &def);
        own = cdFreePart(1u << axis, own);
        runHeld(&trial, 5.0, FRAME, 1u << axis, 0);
        cdBodyState now = getState(&trial, 0);
        double time = trial.step.time, length = cdLength(spin);
        cdQuat q = cdMulQuat(pose.q, cdMakeQuat(cdScale(1.0 / length, spin), length * time));
        cdQuat back = cdMakeQuat(getAxis(axis), -getPart(spin, axis) * time);
        assertSameTurn(now.pose.q, q, 1e-11);
        assertNearVec3(now.velocity, cdRotate(q, cdRotate(back, own)), 1e-10);
        destroyTrial(&trial);
    }
    destroyBody(&cube);
}

// A blade on a slope that turns at the rate w runs along a cycloid and does not get down: its speed is
// g sin(slope) / w sin(w t). Halved steps have a fourth of the error, and the energy is kept to rounding.
// Red: gravity along the axes of the start, a work of gravity that the velocities do not have.
static void testSlope(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.3,z=0.1");
    const double slope = 0.3, rate = 2.0, time = 4.0;
    double misses[2];
    for (int fine = 0; fine < 2; fine++) {
        cdWorldDef world = cdDefaultWorldDef();
        world.gravity = cdMakeVec3(GRAVITY * sin(slope), 0.0, -GRAVITY * cos(slope));
        Trial trial = makeTrialOf(&world);
        uint32_t ways = CD_AXIS_Y | CD_AXIS_Z, turns = CD_AXIS_X | CD_AXIS_Y;
        cdBodyDef def = makeOwnDef(poseAt(0.0, 0.0, 0.0), none(), cdMakeVec3(0.0, 0.0, rate), ways, turns);
        addToTrial(&trial, &box, &def);
        double energy = getTotalEnergy(&trial), size = getEnergySize(&trial, GRAVITY);
        runHeld(&trial, time, fine ? FRAME / 4.0 : FRAME / 2.0, ways, turns);
        assertNear(getTotalEnergy(&trial), energy, 1e-12 * size);
        double pull = GRAVITY * sin(slope), angle = rate * time, reach = pull / (2.0 * rate * rate);
        cdVec3 place = {reach * sin(angle) * sin(angle), reach * (angle - 0.5 * sin(2.0 * angle)), 0.0};
        cdVec3 speed = {pull / rate * sin(angle) * cos(angle), pull / rate * sin(angle) * sin(angle), 0.0};
        cdBodyState now = getState(&trial, 0);
        misses[fine] = cdLength(cdSub(now.centroid, place)) + cdLength(cdSub(now.velocity, speed)) / rate;
        destroyTrial(&trial);
    }
    assertNear(misses[1], 0.0, 1e-4);
    assertNear(misses[0] / misses[1], 4.0, 0.2);
    destroyBody(&box);
}

// With one principal axis of its own locked, a body keeps its angular velocity in its own axes, however its
// moments about the others differ; a lock of the world's axis would not. Red: an angular momentum that is
// kept in the world.
static void testPrincipal(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (int axis = 0; axis < 3; axis++) {
        Trial trial = makeWeightlessTrial();
        cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
        cdVec3 spin = {3.0, 2.0, -4.0};
        cdBodyDef def = makeOwnDef(pose, none(), cdRotate(pose.q, spin), 0, 1u << axis);
        addToTrial(&trial, &box, &def);
        spin = cdFreePart(1u << axis, spin);
        runHeld(&trial, 5.0, FRAME, 0, 1u << axis);
        double length = cdLength(spin);
        cdQuat turn = cdMakeQuat(cdScale(1.0 / length, spin), length * trial.step.time);
        cdBodyState now = getState(&trial, 0);
        assertSameTurn(now.pose.q, cdMulQuat(pose.q, turn), 1e-11);
        assertNearVec3(now.angularVelocity, cdRotate(now.pose.q, spin), 1e-11);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// Suslov's problem: the locked z axis is not principal. With equal moments A about x and y, and c the product
// of inertia of x and z, the angular velocity in own axes is w (1 / cosh(k t), tanh(k t)), k = c w / A: the
// body turns over to the y axis and stays so. Halved steps have a fourth of the error; the energy is kept to
// rounding, also with steps of a radian. Red: no gyroscopic torque, or the spin's part along the locked axis.
static void testSuslov(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.4,y=0.4,z=0.4");
    const double a = 1.0, c = -0.4, rate = 2.0;
    cdMassProperties mass = {.volume = 1.0, .inertia = {a, a, 0.8, 0.0, c, 0.0}};
    double misses[3];
    for (int i = 0; i < 3; i++) {
        Trial trial = makeWeightlessTrial();
        cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
        cdBodyDef def = makeOwnDef(pose, none(), cdRotate(pose.q, cdMakeVec3(rate, 0.0, 0.0)), 0, CD_AXIS_Z);
        def.massProperties = &mass;
        addToTrial(&trial, &cube, &def);
        double energy = getTotalEnergy(&trial), dt = i == 0 ? 0.5 : i == 1 ? 0.04 : 0.02, time = 1.0;
        runHeld(&trial, time, dt, 0, CD_AXIS_Z);
        assertNear(getTotalEnergy(&trial), energy, 1e-12 * energy);
        double k = c * rate / a;
        cdVec3 spin = {rate / cosh(k * time), rate * tanh(k * time), 0.0};
        cdBodyState now = getState(&trial, 0);
        misses[i] = cdLength(cdSub(cdInvRotate(now.pose.q, now.angularVelocity), spin));
        runHeld(&trial, 40.0, dt, 0, CD_AXIS_Z);
        assertNear(getTotalEnergy(&trial), energy, 1e-11 * energy);
        now = getState(&trial, 0);
        assertNearVec3(cdInvRotate(now.pose.q, now.angularVelocity), cdMakeVec3(0.0, -rate, 0.0), 1e-9);
        destroyTrial(&trial);
    }
    assertNear(misses[2], 0.0, 1e-4);
    assertNear(misses[1] / misses[2], 4.0, 0.2);
    destroyBody(&cube);
}

// A body that tumbles on its own blade falls with the energy kept to rounding: turns that are not uniform
// leave an error in it, which is removed. Red: a body with locks taken for one in free flight.
static void testTumble(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (uint32_t ways = 1; ways < CD_AXES; ways++) {
        Trial trial = makeTrial();
        cdBodyDef def = makeOwnDef(poseAt(0.0, 0.0, 0.0), cdMakeVec3(2.0, 1.0, -1.0),
                                   cdMakeVec3(3.0, 5.0, -2.0), ways, 0);
        addToTrial(&trial, &box, &def);
        double energy = getTotalEnergy(&trial), size = getEnergySize(&trial, GRAVITY);
        runHeld(&trial, 5.0, FRAME, ways, 0);
        size += getEnergySize(&trial, GRAVITY);
        assertNear(getTotalEnergy(&trial), energy, 1e-12 * size);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// Where others collide within steps, a body in free flight covers parts of an advance; Suslov's keeps its
// energy in each, also with a locked way. Red: a spin on the chord between those at both ends, which is
// shorter, or one that is lengthened twice.
static void testPartsOfAdvances(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.4,y=0.4,z=0.4"), ball = makeBody("icosphere:radius=0.3");
    cdMassProperties mass = {.volume = 1.0, .inertia = {1.0, 1.2, 0.8, 0.0, -0.4, 0.1}};
    for (uint32_t ways = 0; ways <= CD_AXIS_X; ways++) {
        Trial trial = makeWeightlessTrial();
        cdBodyDef def = makeOwnDef(poseAt(0.0, 0.0, 9.0), none(), cdMakeVec3(4.0, 1.0, 0.0), ways, CD_AXIS_Z);
        def.massProperties = &mass;
        addToTrial(&trial, &cube, &def);
        addFixed(&trial, &cube, poseAt(-2.0, 0.0, 0.0), 1.0, 0.0);
        addFixed(&trial, &cube, poseAt(2.0, 0.0, 0.0), 1.0, 0.0);
        addMoving(&trial, &ball, poseAt(0.0, 0.0, 0.0), cdMakeVec3(7.0, 0.0, 0.0), 1.0, 0.0);
        double spinning = 0.0;
        for (int i = 0; i < 120; i++) {
            stepTrial(&trial, FRAME);
            double speed = cdLength(getState(&trial, 3).velocity);
            double now =
                cdGetWorldEnergy(trial.world).kinetic - 0.5 * getState(&trial, 3).mass * speed * speed;
            if (i == 0) spinning = now;
            assertNear(now, spinning, 1e-11 * spinning);
        }
        assert_true(trial.events >= 4);
        destroyTrial(&trial);
    }
    destroyBody(&cube);
    destroyBody(&ball);
}

// Damping slows the spin of a body with one locked axis as that of any other. Red: energy that damping has
// taken given back.
static void testDamping(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (uint32_t ways = 0; ways <= CD_AXIS_X; ways++) {
        Trial trial = makeWeightlessTrial();
        cdBodyDef def = makeOwnDef(poseAt(0.0, 0.0, 0.0), cdMakeVec3(0.0, 2.0, 0.0),
                                   cdMakeVec3(3.0, 2.0, -4.0), ways, CD_AXIS_Y);
        def.linearDamping = 0.4;
        def.angularDamping = 0.7;
        addToTrial(&trial, &box, &def);
        runHeld(&trial, 2.0, FRAME, ways, CD_AXIS_Y);
        cdBodyState now = getState(&trial, 0);
        assertNear(cdLength(now.angularVelocity), 5.0 * exp(-0.7 * 2.0), 1e-11);
        assertNear(cdLength(now.velocity), 2.0 * exp(-0.4 * 2.0), 1e-11);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// A constant torque turns a body about its only free axis, as fast as its component along this axis says; and
// damping slows it as it does any body. Red: the torque's other components, a moment of the world's axis.
static void testTorque(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.3,z=0.1");
    cdMassProperties mass = cdFindMassProperties(box.mesh, NULL);
    for (int damped = 0; damped < 2; damped++) {
        Trial trial = makeWeightlessTrial();
        trial.powered = true;
        cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
        cdVec3 axis = cdRotate(pose.q, getAxis(1));
        cdBodyDef def = makeOwnDef(pose, none(), axis, 0, CD_AXIS_X | CD_AXIS_Z);
        def.torque = cdMakeVec3(0.02, 0.05, -0.03);
        def.angularDamping = damped ? 0.7 : 0.0;
        addToTrial(&trial, &box, &def);
        runHeld(&trial, 2.0, FRAME, 0, CD_AXIS_X | CD_AXIS_Z);
        double time = trial.step.time, gain = cdDot(def.torque, axis) / mass.inertia[1];
        double rate = damped ? exp(-0.7 * time) - gain / 0.7 * expm1(-0.7 * time) : 1.0 + gain * time;
        assertNearVec3(getState(&trial, 0).angularVelocity, cdScale(rate, axis), 1e-11);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// --- Changes from outside

// Impulses change the velocities along the free axes by the closed form. Red: a change in the world's axes.
static void testImpulses(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.3,z=0.1");
    cdMassProperties mass = cdFindMassProperties(box.mesh, NULL);
    Trial trial = makeWeightlessTrial();
    trial.powered = true;
    cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
    uint32_t ways = CD_AXIS_Y, turns = CD_AXIS_X | CD_AXIS_Y;
    cdBodyDef def = makeOwnDef(pose, none(), none(), ways, turns);
    addToTrial(&trial, &box, &def);
    cdVec3 impulse = {0.3, -0.2, 0.5}, local = cdInvRotate(pose.q, impulse);
    cdApplyImpulse(trial.world, 0, pose.p, impulse);
    assertNearVec3(getState(&trial, 0).velocity,
                   cdRotate(pose.q, cdScale(1.0 / mass.volume, cdFreePart(ways, local))), HELD);
    cdApplyAngularImpulse(trial.world, 0, impulse);
    cdVec3 spin = {0.0, 0.0, local.z / mass.inertia[2]};
    assertNearVec3(getState(&trial, 0).angularVelocity, cdRotate(pose.q, spin), 10.0 * HELD);
    cdVec3 momentum = cdGetWorldEnergy(trial.world).angularMomentum;
    assertNearVec3(momentum, cdRotate(pose.q, cdMakeVec3(0.0, 0.0, local.z)), HELD);
    destroyTrial(&trial);
    destroyBody(&box);
}

// New velocities, poses, masses and locks leave no velocity along locked axes. Red: a velocity that is kept
// where the axes turn, or the locks change.
static void testChanges(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.3,z=0.1");
    Trial trial = makeWeightlessTrial();
    trial.powered = true;
    cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7);
    uint32_t ways = CD_AXIS_Y, turns = CD_AXIS_X | CD_AXIS_Y;
    cdBodyDef def = makeOwnDef(pose, none(), none(), ways, turns);
    addToTrial(&trial, &box, &def);
    cdVec3 impulse = {0.3, -0.2, 0.5}, local = cdInvRotate(pose.q, impulse);
    cdSetBodyVelocity(trial.world, 0, impulse, impulse);
    checkHeld(&trial, 0, ways, turns);
    assertNearVec3(getState(&trial, 0).velocity, cdRotate(pose.q, cdFreePart(ways, local)), HELD);
    assertNearVec3(getState(&trial, 0).angularVelocity, cdRotate(pose.q, cdMakeVec3(0.0, 0.0, local.z)),
                   HELD);
    cdSetBodyPose(trial.world, 0, turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.0, 1.0, 0.0), 0.4));
    checkHeld(&trial, 0, ways, turns);
    assert_true(cdSetBodyMass(trial.world, 0, 1.0, 3.0, NULL));
    checkHeld(&trial, 0, ways, turns);
    cdVec3 before = getState(&trial, 0).velocity;
    cdSetBodyLocks(trial.world, 0, CD_AXIS_X, CD_AXIS_X);
    checkHeld(&trial, 0, CD_AXIS_X, CD_AXIS_X);
    cdQuat q = getState(&trial, 0).pose.q;
    assertNearVec3(getState(&trial, 0).velocity, cdFreePartIn(CD_AXIS_X, q, before), HELD);
    cdSetBodyLockFrame(trial.world, 0, CD_LOCK_WORLD);
    assertNear(getState(&trial, 0).velocity.x, 0.0, 0.0);
    assertNear(getState(&trial, 0).angularVelocity.x, 0.0, 0.0);
    cdSetBodyLockFrame(trial.world, 0, CD_LOCK_BODY);
    cdSetBodyLocks(trial.world, 0, 0, 0);
    cdSetBodyVelocity(trial.world, 0, impulse, impulse);
    assertNearVec3(getState(&trial, 0).angularVelocity, impulse, HELD);
    def.lockFrame = (cdLockFrame)2;
    def.mesh = box.mesh;
    assert_int_equal(cdAddBody(trial.world, &def), -1);
    destroyTrial(&trial);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBlade),           cmocka_unit_test(testParallel), cmocka_unit_test(testSlope),
        cmocka_unit_test(testPrincipal),       cmocka_unit_test(testSuslov),   cmocka_unit_test(testTumble),
        cmocka_unit_test(testPartsOfAdvances), cmocka_unit_test(testDamping),  cmocka_unit_test(testTorque),
        cmocka_unit_test(testImpulses),        cmocka_unit_test(testChanges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
