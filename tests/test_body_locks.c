// Locked axes: they hold to rounding, the free ones obey their own equations, momentum and energy are kept.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static double getPart(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static cdVec3 getAxis(int axis) {
    return cdMakeVec3(axis == 0, axis == 1, axis == 2);
}

// --- Free flight

// A thrown body with every set of locked translations falls along the free axes alone, exactly, also under a
// force and with damping, and its place along locked ones has the same bits, or those of rounding where it
// turns about another centre. Red: gravity along a locked axis, a lock of the mesh's origin.
static void testTranslation(void **state) {
    (void)state;
    Body box = makeBody("l-shape:size=1,thickness=0.3,depth=0.4");
    for (uint32_t locked = 0; locked <= CD_AXES; locked++) {
        Trial trial = makeTrial();
        trial.powered = true;
        cdVec3 velocity = {4.0, 15.0, -1.0}, force = {2.0, -3.0, 1.0}, gravity = {0.0, -GRAVITY, 0.0};
        cdBodyDef def = makeMovingDef(turnedPose(1.0, 2.0, 3.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7), velocity,
                                      cdMakeVec3(3.0, 7.0, -2.0), 0.5, 0.0);
        def.lockTranslation = locked;
        def.force = force;
        addToTrial(&trial, &box, &def);
        cdBodyState start = getState(&trial, 0);
        runTrial(&trial, 10.0, FRAME);
        cdBodyState end = getState(&trial, 0);
        double time = trial.step.time;
        cdVec3 acceleration = cdMulAdd(gravity, 1.0 / start.mass, force);
        cdVec3 way = cdMulAdd(cdScale(time, velocity), 0.5 * time * time, acceleration);
        for (int i = 0; i < 3; i++) {
            bool free = (locked >> i & 1u) == 0;
            double moved = getPart(end.centroid, i) - getPart(start.centroid, i);
            assertNear(moved, free ? getPart(way, i) : 0.0, free ? 1e-11 * cdLength(way) : 1e-13);
            if (!free) assertNear(getPart(end.velocity, i), 0.0, 0.0);
        }
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// Returns how far a unit vector of the body has turned out of the plane that its rotation must keep.
static double getTilt(cdPose from, cdPose to, int axis) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    return cdLength(cdSub(cdRotate(turn, getAxis(axis)), getAxis(axis)));
}

// A spinning body with one free axis turns about it at the spin's component over its moment about that axis,
// which is I_zz in the world, not 1 / (I^-1)_zz, for ten seconds; the axis stays to rounding. An impulse
// turns it about that axis only. Red: rows of the inverse tensor set to 0, an axis that drifts.
static void testOneFreeAxis(void **state) {
    (void)state;
    Body box = makeBody("l-shape:size=1,thickness=0.3,depth=0.4");
    cdMassProperties mass = cdFindMassProperties(box.mesh, NULL);
    for (int axis = 0; axis < 3; axis++) {
        Trial trial = makeWeightlessTrial();
        cdVec3 spin = {3.0, 7.0, -2.0};
        cdBodyDef def =
            makeMovingDef(turnedPose(1.0, 2.0, 3.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7), none(), spin, 0.5, 0.0);
        def.lockRotation = CD_AXES & ~(1u << axis);
        addToTrial(&trial, &box, &def);
        cdPose start = getState(&trial, 0).pose;
        double speed = getPart(spin, axis);
        cdVec3 expected = cdScale(speed, getAxis(axis));
        assertNearVec3(getState(&trial, 0).angularVelocity, expected, 1e-13);
        cdVec3 local = cdInvRotate(start.q, getAxis(axis));
        cdVec3 turned = {mass.inertia[0] * local.x + mass.inertia[3] * local.y + mass.inertia[4] * local.z,
                         mass.inertia[3] * local.x + mass.inertia[1] * local.y + mass.inertia[5] * local.z,
                         mass.inertia[4] * local.x + mass.inertia[5] * local.y + mass.inertia[2] * local.z};
        double moment = cdDot(local, turned);
        assertNear(cdGetWorldEnergy(trial.world).kinetic, 0.5 * moment * speed * speed, 1e-12);
        runTrial(&trial, 10.0, FRAME);
        cdBodyState end = getState(&trial, 0);
        assertNearVec3(end.angularVelocity, expected, 1e-12);
        assertNear(getTilt(start, end.pose, axis), 0.0, 1e-13);
        cdQuat turn = cdMulQuat(cdMakeQuat(getAxis(axis), speed * trial.step.time), start.q);
        double same = fabs(turn.w * end.pose.q.w + turn.x * end.pose.q.x + turn.y * end.pose.q.y +
                           turn.z * end.pose.q.z);
        assertNear(same, 1.0, 1e-12);
        cdVec3 impulse = {0.1, 0.2, -0.4};
        cdApplyAngularImpulse(trial.world, 0, impulse);
        assertNearVec3(getState(&trial, 0).angularVelocity,
                       cdScale(speed + getPart(impulse, axis) / moment, getAxis(axis)), 1e-11);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// Two free axes: the locked component of the angular velocity is 0, the energy is kept to rounding, and the
// momentum about the free axes nearly, for slow and fast spins; shorter steps converge to the same motion.
// Red: a spin of three components, a tensor of the start, energy that drifts.
static void testTwoFreeAxes(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
    for (int i = 0; i < 6; i++) {
        int axis = i % 3;
        double fast = i < 3 ? 1.0 : 4.0;
        cdQuat ends[2];
        for (int fine = 0; fine < 2; fine++) {
            Trial trial = makeWeightlessTrial();
            cdBodyDef def = makeMovingDef(turnedPose(0.0, 0.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7), none(),
                                          cdScale(fast, cdMakeVec3(1.0, 2.0, -2.0)), 0.5, 0.0);
            def.lockRotation = 1u << axis;
            addToTrial(&trial, &box, &def);
            double energy = getTotalEnergy(&trial);
            cdVec3 momentum = cdGetWorldEnergy(trial.world).angularMomentum;
            double dt = fine ? FRAME / 16.0 : FRAME;
            for (int k = 0; k < (fine ? 16 : 1) * 240; k++) {
                stepTrial(&trial, dt);
                assertNear(getPart(getState(&trial, 0).angularVelocity, axis), 0.0, 0.0);
            }
            assertNear(getTotalEnergy(&trial), energy, 1e-11 * energy);
            cdVec3 now = cdGetWorldEnergy(trial.world).angularMomentum;
            for (int k = 0; k < 3; k++) {
                double change = getPart(cdSub(now, momentum), k);
                if (k != axis) assertNear(change, 0.0, 2e-6 * cdLength(momentum));
            }
            ends[fine] = getState(&trial, 0).pose.q;
            destroyTrial(&trial);
        }
        double same = fabs(ends[0].w * ends[1].w + ends[0].x * ends[1].x + ends[0].y * ends[1].y +
                           ends[0].z * ends[1].z);
        assertNear(same, 1.0, 1e-8);
    }
    destroyBody(&box);
}

// --- Collisions

// Balls and bricks of every lock collide for 600 steps in a room without gravity: locked coordinates hold to
// rounding, nothing overlaps, and with full restitution and no friction the energy is kept; momentum along
// an axis that nobody has locked is that before, but for the walls. Red: rows that push a locked body, a
// common velocity that moves it, corrections of places that do.
static void testCollisions(void **state) {
    (void)state;
    enum { COUNT = 8 };
    Body shape = makeBody("box:x=0.3,y=0.5,z=0.4"), ball = makeBody("icosphere:radius=0.45");
    for (int friction = 0; friction < 2; friction++) {
        Trial trial = makeWeightlessTrial();
        Random random = {11};
        cdPose starts[COUNT];
        for (int i = 0; i < COUNT; i++) {
            cdVec3 place = {2.0 * (i % 2), 2.0 * (i / 2 % 2), 2.0 * (i / 4)};
            cdVec3 inwards = cdScale(1.5, cdSub(cdMakeVec3(1.0, 1.0, 1.0), place));
            cdBodyDef def =
                makeMovingDef((cdPose){place, cdIdentityPose().q}, cdAdd(inwards, nextRandomVec3(&random)),
                              cdScale(2.0, nextRandomVec3(&random)), 1.0, friction ? 0.4 : 0.0);
            def.lockTranslation = (uint32_t)i & 3u; // never z
            def.lockRotation = (uint32_t)(7 * i + 3) % 8;
            addToTrial(&trial, i % 3 == 0 ? &ball : &shape, &def);
            starts[i] = getState(&trial, i).pose;
        }
        double along = cdGetWorldEnergy(trial.world).momentum.z, energy = getTotalEnergy(&trial);
        for (int step = 0; step < 600; step++) {
            stepTrial(&trial, FRAME / 4.0);
            for (int i = 0; i < COUNT; i++) {
                cdBodyState now = getState(&trial, i);
                uint32_t ways = (uint32_t)i & 3u, turns = (uint32_t)(7 * i + 3) % 8;
                for (int axis = 0; axis < 3; axis++) {
                    double moved = getPart(now.pose.p, axis) - getPart(starts[i].p, axis);
                    if (ways >> axis & 1u) assertNear(moved, 0.0, 1e-13);
                    if (ways >> axis & 1u) assertNear(getPart(now.velocity, axis), 0.0, 0.0);
                    if (turns >> axis & 1u) assertNear(getPart(now.angularVelocity, axis), 0.0, 0.0);
                    if (turns == (CD_AXES & ~(1u << axis)))
                        assertNear(getTilt(starts[i], now.pose, axis), 0.0, 1e-13);
                }
                if (turns == CD_AXES) assert_memory_equal(&now.pose.q, &starts[i].q, sizeof now.pose.q);
            }
        }
        assert_true(trial.impacts >= 8);
        assertNear(cdGetWorldEnergy(trial.world).momentum.z, along, 1e-12 * 8.0);
        if (!friction) assertNear(getTotalEnergy(&trial), energy, 1e-3 * energy);
        destroyTrial(&trial);
    }
    destroyBody(&shape);
    destroyBody(&ball);
}

// Central collisions of locked balls in closed form: a ball hits one that is locked along the line of their
// centres as it hits a wall, and one that is locked across it as a free one. Red: the inverse mass of a
// locked axis in the row's share.
static void testHeadOn(void **state) {
    (void)state;
    Body ball = makeBody("box:x=0.4,y=0.4,z=0.4");
    for (int along = 0; along < 2; along++) {
        Trial trial = makeWeightlessTrial();
        addMoving(&trial, &ball, poseAt(-2.0, 0.0, 0.0), cdMakeVec3(2.0, 0.0, 0.0), 0.5, 0.0);
        cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), none(), 0.5, 0.0);
        def.lockTranslation = along ? CD_AXIS_X : CD_AXIS_Y | CD_AXIS_Z;
        def.lockRotation = CD_AXES;
        addToTrial(&trial, &ball, &def);
        runTrial(&trial, 1.0, FRAME);
        assertNear(getState(&trial, 0).velocity.x, along ? -1.0 : 0.5, 1e-6);
        assertNear(getState(&trial, 1).velocity.x, along ? 0.0 : 1.5, 1e-6);
        destroyTrial(&trial);
    }
    destroyBody(&ball);
}

// --- Contacts that last, joints, islands of many

// Bricks that can move in one plane only, and turn in it, form a pile on a floor and sleep there; none has
// left the plane. Red: contact points of a pile that push out of the plane, a solver that does not converge.
static void testPlane(void **state) {
    (void)state;
    enum { COUNT = 12 };
    Body floor = makeBody("box:x=20,y=1,z=20"), brick = makeBody("box:x=0.5,y=0.25,z=0.4");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.2, 0.6);
    for (int i = 0; i < COUNT; i++) {
        cdBodyDef def =
            makeMovingDef(turnedPose(0.25 * (i % 4), 0.7 + 1.2 * i, 0.01 * i, getAxis(2), 0.5 * i), none(),
                          none(), 0.2, 0.6);
        def.lockTranslation = CD_AXIS_Z;
        def.lockRotation = CD_AXIS_X | CD_AXIS_Y;
        addToTrial(&trial, &brick, &def);
    }
    runTrial(&trial, 12.0, FRAME);
    int32_t asleep = 0;
    for (int i = 1; i <= COUNT; i++) {
        cdBodyState body = getState(&trial, i);
        asleep += body.asleep;
        assertNear(body.pose.p.z, 0.01 * (i - 1), 1e-13);
        assertNear(hypot(body.pose.q.x, body.pose.q.y), 0.0, 1e-13);
    }
    assert_int_equal(asleep, COUNT);
    assert_int_equal(trial.blocked, 0);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&brick);
}

// A cart on a rail, locked but for x, with a pendulum on a joint: the momentum along x and the energy are
// kept, the joint holds, the cart stays on the rail. Red: a joint that pulls the cart off, stiffness that
// ignores locks.
static void testCart(void **state) {
    (void)state;
    Body cart = makeBody("box:x=0.4,y=0.1,z=0.2"), bar = makeBody("box:x=0.05,y=0.5,z=0.05");
    Trial trial = makeTrial();
    cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), none(), 0.0, 0.0);
    def.lockTranslation = CD_AXIS_Y | CD_AXIS_Z;
    def.lockRotation = CD_AXES;
    addToTrial(&trial, &cart, &def);
    cdQuat turn = cdMakeQuat(getAxis(2), 1.0);
    cdVec3 middle = cdRotate(turn, cdMakeVec3(0.0, -0.7, 0.0));
    addMoving(&trial, &bar, (cdPose){middle, turn}, none(), 0.0, 0.0);
    cdJointDef joint = {.bodyA = 1, .bodyB = 0};
    assert_int_equal(cdAddJoint(trial.world, &joint), 0);
    cdSetBodyFilter(trial.world, 0, 1, UINT32_MAX, -1);
    cdSetBodyFilter(trial.world, 1, 1, UINT32_MAX, -1);
    trial.overlapped = true;
    double energy = getTotalEnergy(&trial), most = 0.0;
    for (int i = 0; i < 600; i++) {
        stepTrial(&trial, FRAME);
        cdBodyState now = getState(&trial, 0);
        most = fmax(most, fabs(now.velocity.x));
        assertNear(hypot(now.pose.p.y, now.pose.p.z), 0.0, 1e-14);
        assertNear(cdGetWorldEnergy(trial.world).momentum.x, 0.0, 1e-10);
        assert_memory_equal(&now.pose.q, &def.pose.q, sizeof now.pose.q);
    }
    assert_true(most > 0.1);
    assertNear(getTotalEnergy(&trial), energy, 1e-3);
    assert_true(trial.drift <= trial.margin && trial.blocked == 0);
    destroyTrial(&trial);
    destroyBody(&cart);
    destroyBody(&bar);
}

// A body with all locks is as a fixed one for those that land on it, and hangs in the air under gravity; with
// its locks opened it falls with them. Locks that are set in flight end the velocity along them. Red: a share
// of rows that is 1 / 0, a sleep that outlasts the locks.
static void testAllLocked(void **state) {
    (void)state;
    Body slab = makeBody("box:x=2,y=0.2,z=2"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    cdBodyDef def = makeMovingDef(poseAt(0.0, -0.2, 0.0), none(), none(), 0.0, 0.5);
    def.lockTranslation = def.lockRotation = CD_AXES;
    addToTrial(&trial, &slab, &def);
    addMoving(&trial, &cube, poseAt(0.3, 0.6, 0.2), none(), 0.0, 0.5);
    runTrial(&trial, 3.0, FRAME);
    assert_true(cdIsSamePose(getState(&trial, 0).pose, def.pose));
    assertNear(getState(&trial, 1).centroid.y, 0.5, 4.0 * trial.margin);
    assert_true(getState(&trial, 1).asleep);
    cdSetBodyLocks(trial.world, 0, 0, 0);
    runTrial(&trial, 0.5, FRAME);
    assertNear(getState(&trial, 0).velocity.y, -0.5 * GRAVITY, 1e-6);
    trial.powered = true;
    cdSetBodyLocks(trial.world, 0, CD_AXIS_Y, CD_AXIS_X);
    assertNear(getState(&trial, 0).velocity.y, 0.0, 0.0);
    double height = getState(&trial, 0).centroid.y;
    runTrial(&trial, 1.0, FRAME);
    assertNear(getState(&trial, 0).centroid.y, height, 1e-13);
    cdBodyDef bad = def;
    bad.mesh = cube.mesh;
    bad.lockRotation = 8;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    destroyTrial(&trial);
    destroyBody(&slab);
    destroyBody(&cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTranslation), cmocka_unit_test(testOneFreeAxis),
        cmocka_unit_test(testTwoFreeAxes), cmocka_unit_test(testCollisions),
        cmocka_unit_test(testHeadOn),      cmocka_unit_test(testPlane),
        cmocka_unit_test(testCart),        cmocka_unit_test(testAllLocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
