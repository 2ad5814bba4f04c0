// Joints over time: pendulum, chain, hinge, gyroscope and motor against closed forms; drift.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static void addJoint(Trial *trial, cdJointKind kind, int32_t bodyA, int32_t bodyB, cdVec3 point,
                     cdVec3 axis) {
    cdJointDef def = {.kind = kind, .bodyA = bodyA, .bodyB = bodyB, .point = point, .axis = axis};
    assert_true(cdAddJoint(trial->world, &def) >= 0);
}

// --- Pendulum

// Returns the mean of ten periods of a rod that hangs from its top end, rotated by `angle`. `kept`: the
// remaining fraction of the amplitude.
static double getPeriod(cdJointKind kind, double angle, double dt, double *kept) {
    Body rod = makeBody("box:x=0.05,y=0.5,z=0.08");
    Trial trial = makeTrial();
    cdVec3 z = {0.0, 0.0, 1.0}, top = {0.0, 0.5, 0.0}, pivot = {3.0, 2.0, 1.0};
    cdQuat turn = cdMakeQuat(z, angle);
    cdPose pose = {cdSub(pivot, cdRotate(turn, top)), turn};
    addMoving(&trial, &rod, pose, none(), 0.5, 0.0);
    addJoint(&trial, kind, 0, -1, pivot, z);
    double first = 0.0, last = 0.0, before = pose.p.x - pivot.x, largest = 0.0;
    int crossings = 0;
    while (crossings < 21 && trial.steps < 100000) {
        stepTrial(&trial, dt);
        double now = getState(&trial, 0).pose.p.x - pivot.x;
        if (crossings == 20) largest = fmax(largest, fabs(now));
        if ((now > 0.0) != (before > 0.0)) {
            last = trial.step.time - dt * now / (now - before);
            if (crossings++ == 0) first = last;
        }
        before = now;
    }
    assert_true(trial.drift <= trial.margin);
    *kept = largest / (0.5 * sin(angle));
    destroyTrial(&trial);
    destroyBody(&rod);
    return (last - first) / 10.0;
}

// A rod of length 1 swings by 0.05 about its end: T = 2 pi sqrt(J / (m g r)) (1 + angle^2 / 16), with J of a
// box about its edge, up to the second order of the step: the implicit midpoint rule is slow by phase^2 / 12.
// In ten periods it loses less than a fraction w dt of its amplitude. In a ball joint and in a hinge. Red: a
// joint that acts at the wrong point, or takes energy, a tensor about the wrong point, a method of the first
// order, too coarse a position correction.
static void testPendulum(void **state) {
    (void)state;
    const double angle = 0.05, inertia = (0.25 + 0.0025) / 3.0 + 0.25;
    double expected = 2.0 * PI * sqrt(inertia / (GRAVITY * 0.5)) * (1.0 + angle * angle / 16.0);
    static const cdJointKind kinds[] = {CD_JOINT_BALL, CD_JOINT_HINGE};
    for (int i = 0; i < 4; i++) {
        double dt = i < 2 ? 1.0 / 60.0 : 1.0 / 500.0, kept = 0.0, phase = 2.0 * PI * dt / expected;
        double period = getPeriod(kinds[i % 2], angle, dt, &kept);
        assertNear(period, expected, 0.25 * phase * phase * expected);
        assertNear(kept, 1.0, phase);
    }
}

// --- Chain

enum { LINKS = 8 };

// Returns the maximum distance of two links' points, 0.25 from their centres; the first one's is the origin.
static double getChainDrift(const Trial *trial) {
    double drift = 0.0;
    cdVec3 last = {0.0, 0.0, 0.0}, top = {0.0, 0.25, 0.0};
    for (int32_t i = 0; i < LINKS; i++) {
        cdPose pose = getState(trial, i).pose;
        drift = fmax(drift, cdLength(cdSub(cdTransformPoint(pose, top), last)));
        last = cdTransformPoint(pose, cdNegate(top));
    }
    return drift;
}

// Eight links on ball joints hang from a point, thrown sideways: they swing, whirl, collide and come to hang.
// At every step the joints' points coincide within the margin, and nothing overlaps. Red: drift that adds up,
// joints that fight contacts.
static void testChain(void **state) {
    (void)state;
    Body link = makeBody("box:x=0.08,y=0.2,z=0.05");
    Trial trial = makeTrial();
    for (int32_t i = 0; i < LINKS; i++) {
        // Gaps of 0.1 between links, joined in the middle.
        cdPose pose = poseAt(0.0, -0.25 - 0.5 * i, 0.0);
        addMoving(&trial, &link, pose, cdMakeVec3(0.7 * (i + 1), 0.0, 0.3 * i), 0.3, 0.2);
        addJoint(&trial, CD_JOINT_BALL, i, i - 1, cdMakeVec3(0.0, -0.5 * i, 0.0), none());
    }
    for (int32_t i = 0; i < 1200; i++) {
        stepTrial(&trial, FRAME);
        assert_true(getChainDrift(&trial) <= trial.margin);
    }
    assert_int_equal(trial.blocked, 0);
    destroyTrial(&trial);
    destroyBody(&link);
}

// Returns the change of angular momentum of two boxes on a ball joint in a second without gravity or other
// contacts.
static double getAngularLoss(double dt) {
    Body box = makeBody("box:x=0.1,y=0.2,z=0.3");
    Trial trial = makeWeightlessTrial();
    cdBodyDef def =
        makeMovingDef(poseAt(-0.5, 0.0, 0.0), cdMakeVec3(0.0, 1.0, 0.5), cdMakeVec3(1.0, 0.0, 2.0), 0.5, 0.0);
    addToTrial(&trial, &box, &def);
    def.pose = poseAt(0.5, 0.0, 0.0);
    def.velocity = cdMakeVec3(0.3, -1.0, 0.0);
    def.mass = 0.1;
    addToTrial(&trial, &box, &def);
    addJoint(&trial, CD_JOINT_BALL, 0, 1, none(), none());
    // The first step brings the velocities together by an impulse.
    stepTrial(&trial, dt);
    cdWorldEnergy before = cdGetWorldEnergy(trial.world);
    while (trial.step.time < 1.0) {
        stepTrial(&trial, dt);
        assertNearVec3(cdGetWorldEnergy(trial.world).momentum, before.momentum, 1e-12);
    }
    assert_int_equal(trial.impacts, 0);
    assert_true(trial.drift <= trial.margin);
    cdVec3 change = cdSub(cdGetWorldEnergy(trial.world).angularMomentum, before.angularMomentum);
    destroyTrial(&trial);
    destroyBody(&box);
    return cdLength(change) / cdLength(before.angularMomentum);
}

// Two bodies in space on a ball joint rotate about each other: their momentum is constant, to rounding. Their
// angular momentum is so in the limit of short steps: the error at least halves with the step. Red: a joint
// that pushes its bodies at two points, drift corrected by moving only one of them.
static void testTiedInSpace(void **state) {
    (void)state;
    double last = getAngularLoss(1.0 / 60.0);
    assert_true(last < 2e-3);
    for (int i = 1; i <= 3; i++) {
        double loss = getAngularLoss(1.0 / (60 << i));
        assert_true(loss < 0.3 * last);
        last = loss;
    }
}

// --- Hinge

// Moves the ball in front of the door, beyond its middle, and throws it there.
static void throwAtDoor(Trial *trial) {
    cdBodyState door = getState(trial, 0);
    cdVec3 ahead = cdRotate(door.pose.q, cdMakeVec3(0.0, 0.0, 1.0));
    cdVec3 place = cdTransformPoint(door.pose, cdMakeVec3(0.2, 0.3, 0.6));
    trial->powered = true;
    cdSetBodyPose(trial->world, 1, (cdPose){place, cdMakeQuat(ahead, 0.3)});
    cdSetBodyVelocity(trial->world, 1, cdMulAdd(door.velocity, -9.0, ahead), none());
}

// A door on a hinge with a tilted axis, thrown open and hit by a ball repeatedly: its axis stays the world's,
// and its edge in position, within the margin. Red: a hinge that twists, two dependent equations.
static void testHingeKeepsAxis(void **state) {
    (void)state;
    Body door = makeBody("box:x=0.5,y=1,z=0.05"), ball = makeBody("icosphere:radius=0.2,level=1");
    Trial trial = makeTrial();
    cdVec3 axis = cdNormalize(cdMakeVec3(0.1, 1.0, -0.2));
    cdPose start = poseAt(0.6, 0.0, 0.0);
    cdBodyDef def = makeMovingDef(start, none(), cdScale(2.0, axis), 0.5, 0.3);
    def.velocity = cdCross(def.angularVelocity, start.p);
    addToTrial(&trial, &door, &def);
    addJoint(&trial, CD_JOINT_HINGE, 0, -1, none(), axis);
    addMoving(&trial, &ball, poseAt(0.8, 0.4, 2.0), cdMakeVec3(0.0, 2.0, -4.0), 0.5, 0.3);
    double radius = cdGetMeshInfo(door.mesh).radius;
    for (int i = 0; i < 300; i++) {
        if (i % 60 == 30) throwAtDoor(&trial);
        stepTrial(&trial, FRAME);
        cdPose pose = getState(&trial, 0).pose;
        cdVec3 now = cdRotate(cdMulQuat(pose.q, cdConjugate(start.q)), axis);
        assert_true(radius * cdLength(cdSub(now, axis)) <= trial.margin);
        cdVec3 edge = cdTransformPoint(pose, cdNegate(start.p));
        assert_true(cdLength(edge) <= trial.margin);
    }
    assert_true(trial.impacts >= 5);
    destroyTrial(&trial);
    destroyBody(&door);
    destroyBody(&ball);
}

// A motor accelerates a wheel from rest to its speed by its torque: w = torque t / J, and no faster; with
// target speed 0 it stops it in the same time. Red: a torque per step, a motor without a bound, a sign.
static void testMotor(void **state) {
    (void)state;
    const double torque = 0.4, speed = 3.0;
    for (int side = 0; side < 2; side++) {
        Body wheel = makeBody("box:x=0.5,y=0.1,z=0.5");
        Trial trial = makeWeightlessTrial();
        trial.powered = true;
        double sign = side == 0 ? 1.0 : -1.0;
        cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), none(), 0.0, 0.0);
        addToTrial(&trial, &wheel, &def);
        double mass = getState(&trial, 0).mass, inertia = mass * 0.5 / 3.0;
        cdJointDef joint = {.kind = CD_JOINT_HINGE,
                            .bodyA = 0,
                            .bodyB = -1,
                            .axis = {0.0, 2.0, 0.0},
                            .motor = {.speed = sign * speed, .maxForce = torque}};
        assert_true(cdAddJoint(trial.world, &joint) == 0);
        double reached = speed * inertia / torque;
        while (trial.step.time < 2.0 * reached) {
            stepTrial(&trial, FRAME);
            double expected = fmin(speed, torque * trial.step.time / inertia);
            assertNearVec3(getState(&trial, 0).angularVelocity, cdMakeVec3(0.0, sign * expected, 0.0), 1e-9);
        }
        destroyTrial(&trial);
        destroyBody(&wheel);
    }
}

// --- Gyroscope

// A disk spins on its axle, which is supported at one end and level: it precesses with W = m g r / (I w),
// level, when it starts so. Red: the gyroscopic torque missing, so that it falls.
static void testGyroscope(void **state) {
    (void)state;
    static const double spins[] = {60.0, 100.0};
    for (int i = 0; i < 2; i++) {
        const double spin = spins[i], lever = 0.5, half = 0.3;
        Body disk = makeBody("box:x=0.05,y=0.3,z=0.3");
        Trial trial = makeTrial();
        double inertia = (half * half + half * half) / 3.0; // per mass, about x
        double precession = GRAVITY * lever / (inertia * spin);
        // Steady precession of a level top is exact for every spin: the transverse inertia cancels.
        cdBodyDef def = makeMovingDef(poseAt(lever, 0.0, 0.0), cdMakeVec3(0.0, 0.0, -precession * lever),
                                      cdMakeVec3(spin, precession, 0.0), 0.0, 0.0);
        addToTrial(&trial, &disk, &def);
        addJoint(&trial, CD_JOINT_BALL, 0, -1, none(), none());
        double heading = 0.0, around = 0.0;
        while (trial.step.time < 2.0) {
            stepTrial(&trial, 1.0 / 240.0);
            cdVec3 place = getState(&trial, 0).pose.p;
            double now = atan2(-place.z, place.x), turn = now - heading;
            around += turn < -PI ? turn + 2.0 * PI : turn;
            heading = now;
            assertNear(place.y, 0.0, 0.01);
            assertNear(cdLength(place), lever, trial.margin);
        }
        assertNear(around, precession * trial.step.time, 5e-3 * precession * trial.step.time);
        destroyTrial(&trial);
        destroyBody(&disk);
    }
}

// A top that is released level, at 60 steps a second: it nutates and precesses for five seconds, with its
// energy within a ten thousandth at the end. Red: a midpoint predicted from velocities alone, or from
// intermittent accelerations, so that joints do work.
static void testTopKeepsEnergy(void **state) {
    (void)state;
    Body disk = makeBody("box:x=0.05,y=0.3,z=0.3");
    Trial trial = makeTrial();
    cdBodyDef def = makeMovingDef(poseAt(0.5, 0.0, 0.0), none(), cdMakeVec3(60.0, 0.0, 0.0), 0.0, 0.0);
    addToTrial(&trial, &disk, &def);
    addJoint(&trial, CD_JOINT_BALL, 0, -1, none(), none());
    double before = cdGetWorldEnergy(trial.world).kinetic;
    runTrial(&trial, 5.0, FRAME);
    cdWorldEnergy after = cdGetWorldEnergy(trial.world);
    assertNear(after.kinetic + after.potential, before, 1e-3 * before);
    destroyTrial(&trial);
    destroyBody(&disk);
}

// --- Changes

// A cube hangs from a hinge, asleep; its motor is switched on and rotates it against gravity, is switched
// off, and the hinge is removed: it falls freely. Red: a body that stays asleep, a motor or a joint that
// remains.
static void testJointsChange(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.1,y=0.1,z=0.1");
    Trial trial = makeTrial();
    trial.powered = true;
    addMoving(&trial, &cube, poseAt(0.0, -0.5, 0.0), none(), 0.0, 0.0);
    addJoint(&trial, CD_JOINT_HINGE, 0, -1, none(), cdMakeVec3(0.0, 0.0, 1.0));
    runTrial(&trial, 1.0, FRAME);
    assert_true(getState(&trial, 0).asleep);
    cdSetJointMotor(trial.world, 0, &(cdJointMotor){.speed = 2.0, .maxForce = 1.0});
    runTrial(&trial, 0.5, FRAME);
    assertNear(getState(&trial, 0).angularVelocity.z, 2.0, 1e-3); // (2 dt)^2
    cdSetJointMotor(trial.world, 0, &(cdJointMotor){0});
    cdRemoveJoint(trial.world, 0);
    cdVec3 before = getState(&trial, 0).velocity;
    runTrial(&trial, 0.5, FRAME);
    assertNear(getState(&trial, 0).velocity.y, before.y - 0.5 * GRAVITY, 1e-9);
    assertNear(getState(&trial, 0).velocity.x, before.x, 1e-12);
    destroyTrial(&trial);
    destroyBody(&cube);
}

// --- Light and heavy

// Returns the speed of a cube at the end of three light links, released level, after half a second; `drift`:
// the maximum joint error.
static double getFallSpeed(double mass, double dt, double *drift) {
    enum { LIGHT = 3 };
    Body link = makeBody("box:x=0.1,y=0.02,z=0.02"), cube = makeBody("box:x=0.1,y=0.1,z=0.1");
    Trial trial = makeTrial();
    for (int32_t i = 0; i <= LIGHT; i++) {
        cdBodyDef def = makeMovingDef(poseAt(0.15 + 0.3 * i, 0.0, 0.0), none(), none(), 0.0, 0.0);
        def.mass = i < LIGHT ? 1.0 : mass;
        addToTrial(&trial, i < LIGHT ? &link : &cube, &def);
        addJoint(&trial, CD_JOINT_BALL, i, i - 1, cdMakeVec3(0.3 * i, 0.0, 0.0), none());
    }
    runTrial(&trial, 0.5, dt);
    double speed = cdLength(getState(&trial, LIGHT).velocity);
    *drift = trial.drift / trial.margin;
    destroyTrial(&trial);
    destroyBody(&link);
    destroyBody(&cube);
    return speed;
}

// The cube weighs 30, then 300 times as much as a link. Frames of a 60th are far too long for the links' own
// swing, and are subdivided automatically: it falls as with sixteen times as many, and the joints hold. Red:
// a chain in slow motion, since the links' spurious energy is taken from all of it; one that breaks.
static void testHeavyOnChain(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        double mass = i == 0 ? 30.0 : 300.0, drift = 0.0;
        double fine = getFallSpeed(mass, FRAME / 16.0, &drift);
        assert_true(fine > 3.0 && drift <= 1.0);
        assertNear(getFallSpeed(mass, FRAME, &drift), fine, 0.05 * fine);
        assert_true(drift <= 1.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPendulum),       cmocka_unit_test(testChain),
        cmocka_unit_test(testTiedInSpace),    cmocka_unit_test(testHingeKeepsAxis),
        cmocka_unit_test(testMotor),          cmocka_unit_test(testGyroscope),
        cmocka_unit_test(testTopKeepsEnergy), cmocka_unit_test(testHeavyOnChain),
        cmocka_unit_test(testJointsChange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
