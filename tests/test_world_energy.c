// Balance of energies in worlds: what is put in, and what is dissipated, against closed forms.
#include "world_fixture.h"

static cdVec3 vec(double x, double y, double z) {
    return cdMakeVec3(x, y, z);
}

static cdVec3 none(void) {
    return vec(0.0, 0.0, 0.0);
}

static cdWorldEnergy getEnergy(const Trial *trial) {
    return cdGetWorldEnergy(trial->world);
}

static double getWork(const cdWorldEnergy *energy) {
    return energy->forceWork + energy->handWork + energy->motorWork + energy->kinematicWork;
}

// Returns what every step keeps.
static double getAccount(const cdWorldEnergy *energy) {
    return energy->kinetic + energy->potential + energy->dissipated - getWork(energy);
}

// Runs steps of 0.01 s, after each of which the account is that of the start, to rounding.
static void runBalanced(Trial *trial, double time) {
    cdWorldEnergy start = getEnergy(trial);
    int32_t count = (int32_t)lround(time / 0.01);
    for (int32_t i = 0; i < count; i++) {
        stepTrial(trial, 0.01);
        cdWorldEnergy now = getEnergy(trial);
        double size = getEnergySize(trial, GRAVITY) + fabs(now.dissipated) + fabs(getWork(&now));
        assertNear(getAccount(&now), getAccount(&start), 1e-11 * size);
    }
}

static int32_t addGround(Trial *trial, const Body *floor, double friction) {
    return addFixed(trial, floor, poseAt(0.0, -1.0, 0.0), 0.0, friction);
}

// --- Dissipation

// A box that slides until it stops dissipates mu m g d, all its kinetic energy. Red: friction that is not
// counted, potential energy in place of the work of friction.
static void testSlide(void **state) {
    (void)state;
    const double mu = 0.3;
    Body floor = makeBody("box:x=20,y=1,z=20"), box = makeBody("box:x=0.5,y=0.2,z=0.5");
    Trial trial = makeTrial();
    addGround(&trial, &floor, mu);
    addMoving(&trial, &box, poseAt(0.0, 0.2 + 2e-5, 0.0), vec(3.0, 0.0, 0.0), 0.0, mu);
    double mass = getState(&trial, 1).mass, first = getEnergy(&trial).kinetic;
    runBalanced(&trial, 2.0);
    cdWorldEnergy end = getEnergy(&trial);
    double way = getState(&trial, 1).pose.p.x, lost = mu * mass * GRAVITY * way;
    assert_true(getState(&trial, 1).asleep && end.kinetic == 0.0);
    assertNear(end.dissipated, lost, 1e-3 * lost);
    assertNear(end.dissipated, first, 1e-3 * first);
    assertNear(getWork(&end), 0.0, 0.0);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

// A ball that bounces with e dissipates (1 - e^2) m v^2 / 2. Red: the energy of an impact counted twice, or
// not.
static void testBounce(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), ball = {cdCreateSphere(none(), 0.3, NULL)};
    for (int i = 0; i <= 2; i++) {
        double e = 0.5 * i;
        Trial trial = makeTrial();
        addGround(&trial, &floor, 0.0);
        addMoving(&trial, &ball, poseAt(0.0, 1.3, 0.0), none(), e, 0.0);
        double lost = 0.0, mass = getState(&trial, 1).mass;
        for (int k = 0; k < 60; k++) {
            runBalanced(&trial, 0.01);
            const cdContactEvent *impact = findImpact(&trial);
            if (impact != NULL) lost += 0.5 * mass * impact->speed * impact->speed * (1.0 - e * e);
        }
        if (i == 0) lost = mass * GRAVITY * (1.3 - getState(&trial, 1).pose.p.y); // rests without an impact
        assert_true(i == 2 || lost > 0.0);
        assertNear(getEnergy(&trial).dissipated, lost, 1e-6 * mass * GRAVITY);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&ball);
}

// A pendulum dissipates less than a thousandth of what it swings with, in either direction. Red: work of the
// joint that is counted, energy of the finite step that is not.
static void testPendulum(void **state) {
    (void)state;
    Body rod = makeBody("box:x=0.05,y=0.25,z=0.04");
    Trial trial = makeTrial();
    cdQuat turn = cdMakeQuat(vec(0.0, 0.0, 1.0), 1.2);
    addMoving(&trial, &rod, (cdPose){cdRotate(turn, vec(0.0, -0.25, 0.0)), turn}, none(), 0.0, 0.0);
    cdJointDef hinge = {.kind = CD_JOINT_HINGE, .bodyB = -1, .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(cdAddJoint(trial.world, &hinge), 0);
    double swing = getState(&trial, 0).mass * GRAVITY * 0.25 * (1.0 - cos(1.2));
    runBalanced(&trial, 10.0);
    assertNear(getEnergy(&trial).dissipated, 0.0, 1e-3 * swing);
    destroyTrial(&trial);
    destroyBody(&rod);
}

// Linear damping c leaves exp(-2 c t) of the kinetic energy. Red: damping that is counted as work.
static void testDamping(void **state) {
    (void)state;
    Body box = makeBody("box");
    Trial trial = makeWeightlessTrial();
    cdBodyDef def = makeMovingDef(cdIdentityPose(), vec(2.0, 1.0, 0.0), none(), 0.0, 0.0);
    def.linearDamping = 0.7;
    addToTrial(&trial, &box, &def);
    double first = getEnergy(&trial).kinetic, lost = first * (1.0 - exp(-2.0 * 0.7 * 1.5));
    runBalanced(&trial, 1.5);
    assertNear(getEnergy(&trial).dissipated, lost, 1e-9 * first);
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- Work

// A force does the work F d, a torque what it turns the body with, an impulse p^2 / (2 m). Nothing is
// dissipated in free flight. Red: a force that lasts for one step and is forgotten, gravity that counts as
// work.
static void testForces(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.4,z=0.5");
    Trial trial = makeTrial();
    trial.powered = true;
    cdBodyDef def = makeMovingDef(cdIdentityPose(), none(), none(), 0.0, 0.0);
    def.force = vec(2.0, 0.0, 0.0);
    addToTrial(&trial, &box, &def);
    double mass = getState(&trial, 0).mass;
    cdApplyImpulse(trial.world, trial.bodies[0], none(), vec(0.0, 0.0, 3.0));
    double expected = 4.5 / mass;
    assertNear(getEnergy(&trial).forceWork, expected, 1e-12 * expected);
    for (int i = 0; i < 50; i++) {
        cdApplyForce(trial.world, trial.bodies[0], getState(&trial, 0).centroid, vec(0.0, 0.0, 1.0));
        runBalanced(&trial, 0.01);
    }
    cdVec3 way = getState(&trial, 0).pose.p;
    expected += 2.0 * way.x + way.z;
    assertNear(getEnergy(&trial).forceWork, expected, 1e-10 * expected);
    assertNear(getEnergy(&trial).dissipated, 0.0, 1e-10 * expected);
    cdApplyTorque(trial.world, trial.bodies[0], vec(0.0, 0.0, 4.0));
    stepTrial(&trial, 0.01);
    double turning = 0.5 * 4.0 * 0.01 * getState(&trial, 0).angularVelocity.z;
    way = cdSub(getState(&trial, 0).pose.p, way);
    expected += 2.0 * way.x + turning;
    assert_true(turning > 0.0);
    assertNear(getEnergy(&trial).forceWork, expected, 1e-3 * turning);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A hand lifts a box slowly: its work is m g h. As it lowers the box it takes the energy back. Red: work of a
// hand that never is below 0, a pull of another advance.
static void testHand(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.3,z=0.3");
    Trial trial = makeTrial();
    trial.powered = true;
    addMoving(&trial, &box, cdIdentityPose(), none(), 0.0, 0.0);
    double weight = getState(&trial, 0).mass * GRAVITY, sag = GRAVITY / 900.0;
    cdHand hand = {.grab = {0.0, 0.3, 0.0}};
    for (int i = 0; i < 400; i++) {
        hand.target = vec(0.0, 0.3 + sag + (i < 200 ? 0.01 * i : 0.01 * (400 - i)), 0.0);
        cdHoldBody(trial.world, trial.bodies[0], &hand);
        runBalanced(&trial, 0.01);
        if (i != 199 && i != 399) continue;
        double height = getState(&trial, 0).pose.p.y, moves = getEnergy(&trial).kinetic;
        assert_true(i == 199 ? height > 1.8 : height < 0.1);
        assertNear(getEnergy(&trial).handWork, weight * height + moves, 2e-3 * weight);
    }
    assertNear(getEnergy(&trial).dissipated, 0.0, 0.003 * weight);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A motor of a slider lifts a box at constant speed, and lowers it: its work is m g h, and 0. Red: the work
// of a motor that brakes left out.
static void testMotor(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.3,z=0.3");
    Trial trial = makeTrial();
    trial.powered = true;
    addMoving(&trial, &box, cdIdentityPose(), none(), 0.0, 0.0);
    double mass = getState(&trial, 0).mass;
    cdJointDef def = {.kind = CD_JOINT_SLIDER,
                      .bodyB = -1,
                      .axis = {0.0, 1.0, 0.0},
                      .motor = {.speed = 1.0, .maxForce = 1e3 * mass}};
    cdJointId joint = cdAddJoint(trial.world, &def);
    runBalanced(&trial, 1.0);
    double height = getState(&trial, 0).pose.p.y, lifted = mass * (GRAVITY * height + 0.5);
    assert_true(height > 0.98);
    assertNear(getEnergy(&trial).motorWork, lifted, 0.01 * lifted);
    def.motor.speed = -1.0;
    cdSetJointMotor(trial.world, joint, &def.motor);
    runBalanced(&trial, 1.0);
    assertNear(getEnergy(&trial).motorWork, 0.5 * mass + mass * GRAVITY * getState(&trial, 0).pose.p.y,
               0.01 * lifted);
    assertNear(getEnergy(&trial).dissipated, 0.0, 0.01 * lifted);
    destroyTrial(&trial);
    destroyBody(&box);
}

static int32_t addLift(Trial *trial, const Body *body, cdPose pose, double speed) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_KINEMATIC;
    def.pose = pose;
    def.velocity = vec(0.0, speed, 0.0);
    def.restitution = 0.0;
    return addToTrial(trial, body, &def);
}

// A lift carries one box, and pulls another on a joint: its work is the weight times the height, and the
// kinetic energy twice, half of which is dissipated where it starts. Red: the work of a kinematic body
// through joints left out, or that of a low-speed contact.
static void testLift(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.3,z=0.3"), plate = makeBody("box:x=1,y=0.1,z=1");
    for (int hangs = 0; hangs < 2; hangs++) {
        Trial trial = makeTrial();
        trial.powered = true;
        addLift(&trial, &plate, cdIdentityPose(), 1.0);
        double below = hangs ? -0.9 : 0.4 + 3e-5;
        addMoving(&trial, &box, poseAt(0.0, below, 0.0), vec(0.0, hangs ? 1.0 : 0.0, 0.0), 0.0, 0.5);
        cdJointDef def = {.kind = CD_JOINT_BALL, .bodyA = 1, .bodyB = 0, .point = {0.0, -0.1, 0.0}};
        if (hangs) assert_int_equal(cdAddJoint(trial.world, &def), 0);
        double mass = getState(&trial, 1).mass;
        runBalanced(&trial, 2.0);
        double lifted = mass * GRAVITY * (getState(&trial, 1).pose.p.y - below);
        assert_true(lifted > 1.9 * mass * GRAVITY);
        double begun = hangs ? 0.0 : mass;
        assertNear(getEnergy(&trial).kinematicWork, lifted + begun, 0.01 * lifted);
        assertNear(getEnergy(&trial).dissipated, 0.5 * begun, 0.02 * mass);
        destroyTrial(&trial);
    }
    destroyBody(&box);
    destroyBody(&plate);
}

// A kinematic plate of speed v hits a ball: its work is m (1 + e) v^2, of which m v^2 (1 - e^2) / 2 is
// dissipated; with e = 0 also where the speed is so low that the ball does not bounce. Red: the work of an
// impact left out, or with the wrong sign.
static void testPush(void **state) {
    (void)state;
    Body ball = {cdCreateSphere(none(), 0.3, NULL)}, plate = makeBody("box:x=1,y=0.1,z=1");
    for (int i = 0; i < 4; i++) {
        double e = i < 3 ? 0.5 * i : 0.0, v = 2.0;
        cdWorldDef worldDef = {.restitutionThreshold = i < 3 ? 0.1 : 10.0};
        Trial trial = makeTrialOf(&worldDef);
        trial.powered = true;
        addLift(&trial, &plate, cdIdentityPose(), v);
        addMoving(&trial, &ball, poseAt(0.0, 0.9, 0.0), none(), e, 0.0);
        double unit = getState(&trial, 1).mass * v * v;
        runBalanced(&trial, 0.5);
        assertNear(getEnergy(&trial).kinematicWork, (1.0 + e) * unit, 1e-3 * unit);
        assertNear(getEnergy(&trial).dissipated, 0.5 * (1.0 - e * e) * unit, 1e-3 * unit);
        destroyTrial(&trial);
    }
    destroyBody(&ball);
    destroyBody(&plate);
}

// --- Forces at rest

// The forces of all contacts with fixed bodies, and of joints with the world, sum to the weight of all
// bodies, which sleep, within a fraction of it.
static void checkForcesAtRest(const Trial *trial, double most) {
    cdVec3 sum = none();
    double weight = 0.0;
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(trial->world, &count);
    for (int32_t i = 0; i < count; i++) {
        cdVec3 force = cdMulAdd(contacts[i].friction, contacts[i].force, contacts[i].normal);
        if (!trial->movable[contacts[i].bodyA]) sum = cdAdd(sum, force);
        if (!trial->movable[contacts[i].bodyB]) sum = cdSub(sum, force);
    }
    for (int32_t i = 0; cdIsJointValid(trial->world, i); i++)
        sum = cdSub(sum, cdGetJointReaction(trial->world, i).force);
    for (int32_t i = 0; i < trial->count; i++) {
        if (!trial->movable[i]) continue;
        cdBodyState body = getState(trial, i);
        assert_true(body.asleep && !body.unbalanced);
        weight += body.mass * GRAVITY;
    }
    assertNearVec3(sum, vec(0.0, -weight, 0.0), most * weight);
}

static void addStack(Trial *trial, const Body *box) {
    for (int k = 0; k < 5; k++) {
        cdBodyDef def = makeMovingDef(poseAt(0.05 * k, 0.201 + 0.401 * k, 0.0), none(), none(), 0.0, 0.6);
        def.mass = pow(3.0, k % 3);
        addToTrial(trial, box, &def);
    }
}

static void addBallInGroove(Trial *trial, const Body *box, const Body *ball) {
    for (double side = -1.0; side <= 1.0; side += 2.0)
        addFixed(trial, box, turnedPose(0.35 * side, 0.3, 0.0, vec(0.0, 0.0, 1.0), 0.7 * side), 0.0, 0.6);
    addMoving(trial, ball, poseAt(0.0, 0.9, 0.0), none(), 0.0, 0.6);
}

// One end lies on a box, the other hangs on a rope.
static void addPlank(Trial *trial, const Body *box, const Body *plank) {
    addFixed(trial, box, poseAt(-1.3, 0.2, 0.0), 0.0, 0.6);
    int32_t moved = addMoving(trial, plank, poseAt(0.0, 0.5 + 1e-4, 0.0), none(), 0.0, 0.6);
    cdJointDef rope = {.kind = CD_JOINT_DISTANCE,
                       .bodyA = moved,
                       .bodyB = -1,
                       .point = {1.9, 0.6, 0.0},
                       .pointB = {1.9, 2.6, 0.0}};
    assert_int_equal(cdAddJoint(trial->world, &rope), 0);
}

// A stack of bodies of unequal masses, a box held by friction on a slope, a ball in a groove, a plank on a
// box and a rope. Red: forces of another advance than the last, friction that is left out, forces at rest
// that are not solved for.
static void testForcesAtRest(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), box = makeBody("box:x=0.4,y=0.2,z=0.3"),
         plank = makeBody("box:x=2,y=0.1,z=0.3"), ball = {cdCreateSphere(none(), 0.3, NULL)};
    for (int i = 0; i < 4; i++) {
        Trial trial = makeTrial();
        cdQuat tilt = cdMakeQuat(vec(0.0, 0.0, 1.0), i == 1 ? 0.3 : 0.0);
        addFixed(&trial, &floor, (cdPose){cdRotate(tilt, vec(0.0, -1.0, 0.0)), tilt}, 0.0, 0.6);
        cdPose lying = {cdRotate(tilt, vec(0.0, 0.2 + 1e-4, 0.0)), tilt};
        if (i == 0) addStack(&trial, &box);
        if (i == 1) addMoving(&trial, &box, lying, none(), 0.0, 0.6);
        if (i == 2) addBallInGroove(&trial, &box, &ball);
        if (i == 3) addPlank(&trial, &box, &plank);
        runBalanced(&trial, 3.0);
        checkForcesAtRest(&trial, 1e-3);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&plank);
    destroyBody(&ball);
}

// --- A pile

// Adds a box without a lid, of inner half side 1.5, and bodies that fall into it.
static void addPile(Trial *trial, const Body parts[4]) {
    addGround(trial, &parts[0], 0.5);
    for (int i = 0; i < 4; i++) {
        cdQuat turn = cdMakeQuat(vec(0.0, 1.0, 0.0), 0.5 * 3.14159265358979323846 * i);
        cdPose pose = {cdRotate(turn, vec(1.6, 1.0, 0.0)), turn};
        addFixed(trial, &parts[1], pose, 0.0, 0.5);
    }
    for (int i = 0; i < 8; i++) {
        cdPose pose = turnedPose(0.9 * (i % 2) - 0.45, 0.5 + 0.55 * i, 0.6 * (i % 3) - 0.6,
                                 vec(1.0, 0.3 * i, 0.2), 0.4 * i);
        addMoving(trial, &parts[2 + i % 2], pose, none(), 0.3, 0.5);
    }
}

// Bodies fall into a box and come to rest: what they dissipate never falls, and is the potential energy that
// they have lost. At rest the forces on floor and walls sum to their weight within a thousandth. Red: an
// advance, or the kinetic energy of a body that falls asleep, left out of the balance.
static void testPile(void **state) {
    (void)state;
    Body parts[4] = {makeBody("box:x=20,y=1,z=20"), makeBody("box:x=0.1,y=1,z=1.7"),
                     makeBody("box:x=0.3,y=0.2,z=0.4"), makeBody("l-shape")};
    Trial trial = makeTrial();
    addPile(&trial, parts);
    cdWorldEnergy start = getEnergy(&trial), last = start;
    for (int i = 0; i < 600; i++) {
        runBalanced(&trial, 0.01);
        cdWorldEnergy now = getEnergy(&trial);
        assert_true(now.dissipated >= last.dissipated - 1e-11 * start.potential);
        last = now;
    }
    assert_true(last.dissipated > 0.3 * start.potential);
    assertNear(last.dissipated, start.potential - last.potential - last.kinetic, 1e-9 * start.potential);
    checkForcesAtRest(&trial, 1e-3);
    destroyTrial(&trial);
    for (int i = 0; i < 4; i++)
        destroyBody(&parts[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSlide),        cmocka_unit_test(testBounce), cmocka_unit_test(testPendulum),
        cmocka_unit_test(testDamping),      cmocka_unit_test(testForces), cmocka_unit_test(testHand),
        cmocka_unit_test(testMotor),        cmocka_unit_test(testLift),   cmocka_unit_test(testPush),
        cmocka_unit_test(testForcesAtRest), cmocka_unit_test(testPile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
