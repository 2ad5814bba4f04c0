// Bodies under damping, forces, torques, scales of gravity and limits of speed: closed forms.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static const cdVec3 GRAVITY_VECTOR = {0.0, -9.81, 0.0};

// Steps without the check of energy, which forces change.
static Trial makePoweredTrial(cdVec3 gravity) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = gravity;
    Trial trial = makeTrialOf(&def);
    trial.powered = true;
    return trial;
}

static const double FRAMES[] = {1.0 / 60.0, 0.001, 0.25};
enum { FRAME_COUNT = 3 };

// --- Damping

// A damped body falls with v = v0 e + (g / c) (1 - e), e = exp(-c t), exactly for any step; its place is that
// integral to second order; after long its speed is g / c. Energy never grows: checked each step, also where
// it turns from rising to falling. Red: v *= 1 - c h, gravity without its share, a path by another rule.
static void testDampedFall(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (int i = 0; i < FRAME_COUNT; i++) {
        const double c = 0.8, h = FRAMES[i];
        Trial trial = makeTrial();
        cdVec3 start = {3.0, 7.0, -2.0};
        cdBodyDef def = makeMovingDef(poseAt(1.0, 2.0, 3.0), start, none(), 0.5, 0.0);
        def.linearDamping = c;
        addToTrial(&trial, &box, &def);
        cdVec3 terminal = cdScale(1.0 / c, GRAVITY_VECTOR);
        for (int second = 1; second <= 40; second++) {
            runTrial(&trial, 1.0, h);
            double time = trial.step.time, e = exp(-c * time);
            cdVec3 velocity = cdAdd(cdScale(e, start), cdScale(1.0 - e, terminal));
            cdVec3 way = cdAdd(cdScale((1.0 - e) / c, cdSub(start, terminal)), cdScale(time, terminal));
            assertNearVec3(getState(&trial, 0).velocity, velocity, 1e-12 * cdLength(terminal));
            cdVec3 moved = cdSub(getState(&trial, 0).centroid, cdMakeVec3(1.0, 2.0, 3.0));
            assertNearVec3(moved, way,
                           1.001 * c * h * h * cdLength(cdSub(start, terminal)) / 12.0 + 1e-12 * time);
        }
        assertNearVec3(getState(&trial, 0).velocity, terminal, 1e-12 * cdLength(terminal));
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// The angular momentum of a damped spinning body keeps its direction and falls as exp(-c t), its rotational
// energy as exp(-2 c t), for any step and any axis. Red: damping of the angular velocity, which changes the
// direction; a decay that depends on the step.
static void testDampedSpin(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (int i = 0; i < FRAME_COUNT; i++) {
        const double c = 0.5;
        Trial trial = makeWeightlessTrial();
        cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), cdMakeVec3(3.0, 7.0, -2.0), 0.5, 0.0);
        def.angularDamping = c;
        addToTrial(&trial, &box, &def);
        cdWorldEnergy before = cdGetWorldEnergy(trial.world);
        runTrial(&trial, 3.0, FRAMES[i]);
        cdWorldEnergy after = cdGetWorldEnergy(trial.world);
        double e = exp(-c * trial.step.time);
        assertNearVec3(after.angularMomentum, cdScale(e, before.angularMomentum),
                       1e-11 * cdLength(before.angularMomentum));
        assertNear(after.kinetic, e * e * before.kinetic, 1e-11 * before.kinetic);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// A damped body rests with its weight as the contacts' force, sleeps, and slides on a floor without friction
// as in the air; energy never grows. Red: impulses that damping does not share in, which weigh too little.
static void testDampedOnFloor(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    const double c = 6.0;
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.0);
    cdBodyDef def = makeMovingDef(poseAt(0.0, 0.5 + 5e-5, 0.0), cdMakeVec3(2.0, 0.0, 0.0), none(), 0.0, 0.0);
    def.linearDamping = def.angularDamping = c;
    addToTrial(&trial, &cube, &def);
    runTrial(&trial, 1.0, FRAME);
    cdBodyState body = getState(&trial, 1);
    assertNear(body.velocity.x, 2.0 * exp(-c * trial.step.time), 1e-9);
    double force = 0.0;
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(trial.world, &count);
    for (int32_t i = 0; i < count; i++)
        force += contacts[i].force;
    assertNear(force, body.mass * GRAVITY, 1e-6 * body.mass * GRAVITY);
    runTrial(&trial, 6.0, FRAME);
    assert_true(getState(&trial, 1).asleep);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
}

// A damped double pendulum loses energy at every step, however long steps are and fast it swings, keeps its
// joints, and comes to rest below. Red: damping that joints undo, or energy that they add.
static void testDampedPendulum(void **state) {
    (void)state;
    Body bar = makeBody("box:x=0.5,y=0.05,z=0.05");
    for (int i = 0; i < FRAME_COUNT; i += 2) {
        Trial trial = makeTrial();
        for (int k = 0; k < 2; k++) {
            cdBodyDef def = makeMovingDef(poseAt(0.5 + 1.2 * k, 0.0, 0.0), none(), none(), 0.0, 0.0);
            def.linearDamping = 0.7;
            def.angularDamping = 1.1;
            addToTrial(&trial, &bar, &def);
        }
        cdJointDef first = {.bodyA = 0, .bodyB = -1};
        cdJointDef second = {.bodyA = 0, .bodyB = 1, .point = {1.1, 0.0, 0.0}};
        assert_int_equal(cdAddJoint(trial.world, &first), 0);
        assert_int_equal(cdAddJoint(trial.world, &second), 1);
        runTrial(&trial, 40.0, FRAMES[i]);
        assertNearVec3(getState(&trial, 1).centroid, cdMakeVec3(0.0, -1.7, 0.0), 1e-3);
        assert_true(trial.drift <= 4.0 * trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&bar);
}

// --- Forces

// A constant force and a scale of gravity give the parabola of a = scale g + F / m, exactly, for scales 0, -1
// and 2.5. Energy grows by the work of the force alone. Red: a force divided by another mass, a scale that
// scales the force, an energy of gravity without its scale.
static void testParabola(void **state) {
    (void)state;
    static const double scales[] = {0.0, -1.0, 2.5};
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (int i = 0; i < 3 * FRAME_COUNT; i++) {
        Trial trial = makePoweredTrial(GRAVITY_VECTOR);
        cdVec3 velocity = {4.0, 15.0, -1.0}, force = {2.0, 1.0, -3.0};
        cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), velocity, cdMakeVec3(1.0, 2.0, 3.0), 0.5, 0.0);
        def.gravityScale = scales[i / FRAME_COUNT];
        def.force = force;
        addToTrial(&trial, &box, &def);
        double mass = getState(&trial, 0).mass, energy = getTotalEnergy(&trial);
        cdVec3 acceleration = cdMulAdd(cdScale(def.gravityScale, GRAVITY_VECTOR), 1.0 / mass, force);
        runTrial(&trial, 2.0, FRAMES[i % FRAME_COUNT]);
        double time = trial.step.time;
        cdVec3 way = cdMulAdd(cdScale(time, velocity), 0.5 * time * time, acceleration);
        cdBodyState end = getState(&trial, 0);
        assertNearVec3(end.centroid, way, 1e-11 * cdLength(way));
        assertNearVec3(end.velocity, cdMulAdd(velocity, time, acceleration), 1e-11 * cdLength(end.velocity));
        double size = cdGetWorldEnergy(trial.world).kinetic + mass * GRAVITY * cdLength(way);
        assertNear(getTotalEnergy(&trial), energy + cdDot(force, way), 1e-11 * size);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// A force applied at a point, during one step only, is that force at the centroid and the torque (point -
// centroid) x force: the momenta afterwards are these times the step. Forces add up; a fixed body ignores
// them. Red: a torque about the mesh's origin, a force that stays, that acts in the step before, or twice.
static void testForceAtPoint(void **state) {
    (void)state;
    Body box = makeBody("l-shape:size=1,thickness=0.3,depth=0.4"), wall = makeBody("box");
    Trial trial = makePoweredTrial(none());
    cdBodyDef def =
        makeMovingDef(turnedPose(1.0, 2.0, 3.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7), none(), none(), 0.5, 0.0);
    addToTrial(&trial, &box, &def);
    addFixed(&trial, &wall, poseAt(9.0, 0.0, 0.0), 0.0, 0.0);
    cdVec3 centroid = getState(&trial, 0).centroid, point = {1.5, 2.5, 2.0}, force = {3.0, -1.0, 2.0},
           torque = {0.1, 0.2, -0.3};
    cdApplyForce(trial.world, 0, point, force);
    cdApplyForce(trial.world, 0, centroid, force);
    cdApplyTorque(trial.world, 0, torque);
    cdApplyForce(trial.world, 1, point, force);
    cdApplyTorque(trial.world, 1, torque);
    stepTrial(&trial, FRAME);
    cdVec3 moment = cdAdd(torque, cdCross(cdSub(point, centroid), force));
    for (int i = 0; i < 5; i++) {
        cdBodyState body = getState(&trial, 0);
        cdWorldEnergy energy = cdGetWorldEnergy(trial.world);
        cdVec3 orbital = cdCross(body.centroid, energy.momentum);
        assertNearVec3(energy.momentum, cdScale(2.0 * FRAME, force), 1e-13);
        assertNearVec3(cdSub(energy.angularMomentum, orbital), cdScale(FRAME, moment), 1e-13);
        stepTrial(&trial, FRAME);
    }
    assert_true(cdIsSamePose(getState(&trial, 1).pose, poseAt(9.0, 0.0, 0.0)));
    destroyTrial(&trial);
    destroyBody(&box);
    destroyBody(&wall);
}

// A constant torque about a principal axis turns a body by T t^2 / (2 I), at T t / I, for any step; its work
// is the energy. Damped, it turns in the end at T / (c I). Red: a torque that acts at the wrong time, an
// angle by Euler's rule.
static void testTorque(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (int i = 0; i < 2 * FRAME_COUNT; i++) {
        double c = i < FRAME_COUNT ? 0.0 : 2.0;
        Trial trial = makePoweredTrial(none());
        cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), none(), 0.5, 0.0);
        def.torque = cdMakeVec3(0.0, 0.0, 0.02);
        def.angularDamping = c;
        addToTrial(&trial, &box, &def);
        double inertia = getState(&trial, 0).mass * (0.1 * 0.1 + 0.3 * 0.3) / 3.0, slope = 0.02 / inertia;
        double time = c > 0.0 ? 20.0 : 0.5;
        runTrial(&trial, time, FRAMES[i % FRAME_COUNT]);
        time = trial.step.time;
        cdBodyState end = getState(&trial, 0);
        if (c > 0.0) {
            assertNearVec3(end.angularVelocity, cdMakeVec3(0.0, 0.0, slope / c), 1e-11);
        } else {
            assertNearVec3(end.angularVelocity, cdMakeVec3(0.0, 0.0, slope * time), 1e-11);
            cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.5 * slope * time * time);
            assertNear(fabs(end.pose.q.w), fabs(turn.w), 1e-11);
            assertNear(fabs(end.pose.q.z), fabs(turn.z), 1e-11);
        }
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// An angular impulse changes the angular momentum at once and nothing else. Red: one that is divided by the
// inertia, or that moves the centroid.
static void testAngularImpulse(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    Trial trial = makePoweredTrial(none());
    cdBodyDef def =
        makeMovingDef(poseAt(0.0, 0.0, 0.0), cdMakeVec3(1.0, 2.0, 3.0), cdMakeVec3(1.0, 0.0, 2.0), 0.5, 0.0);
    addToTrial(&trial, &box, &def);
    cdVec3 before = cdGetWorldEnergy(trial.world).angularMomentum, impulse = {0.1, -0.2, 0.3};
    cdApplyAngularImpulse(trial.world, 0, impulse);
    assertNearVec3(cdGetWorldEnergy(trial.world).angularMomentum, cdAdd(before, impulse), 1e-15);
    assertNearVec3(getState(&trial, 0).velocity, cdMakeVec3(1.0, 2.0, 3.0), 0.0);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A body that a force presses against the floor, a wall or a ceiling rests there and sleeps, with the force
// as its contacts' force; when the force ends it falls. A force that lasts one step lets nobody sleep. Red: a
// sleep that outlasts its cause, a body that never sleeps under a force.
static void testPressed(void **state) {
    (void)state;
    Body slab = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    for (int passing = 0; passing < 2; passing++) {
        Trial trial = makePoweredTrial(GRAVITY_VECTOR);
        addFixed(&trial, &slab, poseAt(0.0, 2.0, 0.0), 0.0, 0.6);
        cdBodyDef def = makeMovingDef(poseAt(0.0, 0.4995, 0.0), none(), none(), 0.0, 0.6);
        def.force = cdMakeVec3(0.0, passing ? 0.0 : 30.0, 0.0);
        addToTrial(&trial, &cube, &def);
        for (int i = 0; i < 240; i++) {
            cdVec3 centroid = getState(&trial, 1).centroid;
            if (passing) cdApplyForce(trial.world, 1, centroid, cdMakeVec3(0.0, 30.0, 0.0));
            stepTrial(&trial, 1.0 / 30.0);
        }
        assert_int_equal(getState(&trial, 1).asleep, !passing);
        double force = 0.0;
        int32_t count;
        const cdWorldContact *contacts = cdGetWorldContacts(trial.world, &count);
        for (int32_t i = 0; i < count; i++)
            force += contacts[i].force;
        assertNear(force, 30.0 - GRAVITY, 1e-5);
        if (!passing) cdSetBodyForce(trial.world, 1, none(), none());
        runTrial(&trial, 0.5, FRAME);
        assert_true(getState(&trial, 1).centroid.y < 0.0);
        destroyTrial(&trial);
    }
    destroyBody(&slab);
    destroyBody(&cube);
}

// Two cubes of opposite gravity fall at each other, bounce and, flat on each other, come to rest in the air,
// pressed together by their weights; energy never grows, checked each step. Red: corrections of their gap
// that gain energy, which no fixed body would stop.
static void testOpposed(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.5,y=0.4,z=0.3");
    for (int i = 0; i < 3; i++) {
        Trial trial = makeTrial();
        cdBodyDef def = makeMovingDef(turnedPose(0.0, 1.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.3 * i), none(),
                                      none(), 0.4, 0.5);
        addToTrial(&trial, &cube, &def);
        def.pose = poseAt(0.01 * i, -0.5, 0.02 * i);
        def.gravityScale = -1.0;
        addToTrial(&trial, &cube, &def);
        runTrial(&trial, 8.0, FRAME);
        bool flat = i == 0; // the others tip over and fly past each other
        if (flat) assertNear(cdLength(getState(&trial, 0).velocity), 0.0, 1e-3);
        if (flat) assertNear(getLeastGap(&trial, 0, 1), trial.margin, trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&cube);
}

// A step that its budget ends early ends the forces of that step too; one of an invalid length does not. Red:
// a force that acts again in the next step, or is lost where nothing has moved.
static void testPassingForceEnds(void **state) {
    (void)state;
    Body box = makeBody("box");
    Trial trial = makePoweredTrial(none());
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none(), 0.5, 0.0);
    cdApplyForce(trial.world, 0, none(), cdMakeVec3(0.0, 8.0, 0.0));
    assert_int_equal(cdStepWorld(trial.world, -1.0).state, CD_UNDECIDED);
    assertNear(getState(&trial, 0).velocity.y, 0.0, 0.0);
    stepTrial(&trial, FRAME);
    assertNear(getState(&trial, 0).velocity.y, FRAME, 1e-15);
    stepTrial(&trial, FRAME);
    assertNear(getState(&trial, 0).velocity.y, FRAME, 1e-15);
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- Limits

// A falling and a driven body keep their limits after every step and at each change of velocity; below them
// nothing is changed. Limits conserve the direction. Red: a limit per axis, one that impulses pass.
static void testLimits(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    Trial trial = makePoweredTrial(GRAVITY_VECTOR);
    cdBodyDef def =
        makeMovingDef(poseAt(0.0, 0.0, 0.0), cdMakeVec3(3.0, 4.0, 0.0), cdMakeVec3(8.0, 6.0, 0.0), 0.5, 0.0);
    addToTrial(&trial, &box, &def);
    def.maxSpeed = 2.5;
    def.maxSpin = 5.0;
    def.torque = cdMakeVec3(0.1, 0.0, 0.2);
    addToTrial(&trial, &box, &def);
    cdBodyState limited = getState(&trial, 1);
    assertNearVec3(limited.velocity, cdMakeVec3(1.5, 2.0, 0.0), 1e-15);
    assertNearVec3(limited.angularVelocity, cdMakeVec3(4.0, 3.0, 0.0), 1e-13);
    trial.overlapped = true; // both start in one place
    for (int i = 0; i < 120; i++) {
        if (i == 60) cdApplyImpulse(trial.world, 1, none(), cdMakeVec3(90.0, 0.0, 0.0));
        if (i == 80) cdSetBodyVelocity(trial.world, 1, cdMakeVec3(0.0, 9.0, 0.0), none());
        cdBodyState now = getState(&trial, 1);
        assert_true(cdLength(now.velocity) <= 2.5 * (1.0 + 1e-14));
        assert_true(cdLength(now.angularVelocity) <= 5.0 * (1.0 + 1e-14));
        stepTrial(&trial, FRAME);
    }
    assertNear(getState(&trial, 1).velocity.y, -2.5, 1e-12);
    assertNear(cdLength(getState(&trial, 1).angularVelocity), 5.0, 0.01);
    cdSetBodyLimits(trial.world, 1, 1.0, 0.0);
    assertNear(cdLength(getState(&trial, 1).velocity), 1.0, 1e-14);
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- Definitions

// Invalid values are refused, and setters ignore them. Red: a damping that lets energy grow, a NaN that
// spreads.
static void testRefused(void **state) {
    (void)state;
    Body box = makeBody("box");
    Trial trial = makeTrial();
    cdBodyDef good = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), none(), 0.5, 0.0), bad = good;
    good.mesh = box.mesh;
    double *const negative[] = {&bad.linearDamping, &bad.angularDamping, &bad.maxSpeed, &bad.maxSpin};
    for (int i = 0; i < 4; i++) {
        bad = good;
        *negative[i] = -1.0;
        assert_int_equal(cdAddBody(trial.world, &bad), -1);
    }
    double *const unfinite[] = {&bad.gravityScale, &bad.force.x, &bad.torque.z, &bad.linearDamping};
    for (int i = 0; i < 4; i++) {
        bad = good;
        *unfinite[i] = i % 2 == 0 ? NAN : INFINITY;
        assert_int_equal(cdAddBody(trial.world, &bad), -1);
    }
    int own = 7;
    good.userData = &own;
    assert_int_equal(cdAddBody(trial.world, &good), 0);
    assert_ptr_equal(cdGetBodyUserData(trial.world, 0), &own);
    cdSetBodyUserData(trial.world, 0, &good);
    cdRemoveBody(trial.world, 0);
    assert_ptr_equal(cdGetBodyUserData(trial.world, 0), &good);
    destroyTrial(&trial);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDampedFall),    cmocka_unit_test(testDampedSpin),
        cmocka_unit_test(testDampedOnFloor), cmocka_unit_test(testDampedPendulum),
        cmocka_unit_test(testParabola),      cmocka_unit_test(testForceAtPoint),
        cmocka_unit_test(testTorque),        cmocka_unit_test(testAngularImpulse),
        cmocka_unit_test(testPressed),       cmocka_unit_test(testPassingForceEnds),
        cmocka_unit_test(testOpposed),       cmocka_unit_test(testLimits),
        cmocka_unit_test(testRefused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
