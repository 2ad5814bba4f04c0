// Properties of bodies that change at run time: what they change, what they keep, whom they wake.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

// A cube on a floor, both with friction, asleep.
typedef struct Rest {
    Trial trial;
    Body floor, cube;
} Rest;

static Rest makeRest(double slope, double friction) {
    Rest rest = {.trial = makeTrial(),
                 .floor = makeBody("box:x=20,y=1,z=20"),
                 .cube = makeBody("box:x=0.5,y=0.5,z=0.5")};
    cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), slope);
    addFixed(&rest.trial, &rest.floor, (cdPose){cdRotate(turn, cdMakeVec3(0.0, -1.0, 0.0)), turn}, 0.0,
             friction);
    cdPose pose = {cdRotate(turn, cdMakeVec3(0.0, 0.5001, 0.0)), turn};
    addMoving(&rest.trial, &rest.cube, pose, none(), 0.0, friction);
    runTrial(&rest.trial, 4.0, FRAME);
    assert_true(getState(&rest.trial, 1).asleep);
    return rest;
}

static void destroyRest(Rest *rest) {
    destroyTrial(&rest->trial);
    destroyBody(&rest->floor);
    destroyBody(&rest->cube);
}

// Less friction wakes a block that sleeps on a slope, whichever of the two loses it, and it slides as a block
// with that friction; the same friction again wakes nobody. Red: a sleep that hides the change, a pair that
// keeps its old friction.
static void testFriction(void **state) {
    (void)state;
    const double slope = 0.3;
    for (int32_t body = 0; body < 2; body++) {
        Rest rest = makeRest(slope, 0.6);
        cdVec3 place = getState(&rest.trial, 1).centroid;
        cdSetBodyFriction(rest.trial.world, body, 0.6);
        cdSetBodyRestitution(rest.trial.world, 1, 0.3);
        cdSetBodyDamping(rest.trial.world, 1, 0.0, 0.0);
        assert_true(getState(&rest.trial, 1).asleep);
        cdSetBodyFriction(rest.trial.world, body, 0.6 / 36.0);
        assert_false(getState(&rest.trial, 1).asleep);
        runTrial(&rest.trial, 1.0, FRAME);
        double way = cdLength(cdSub(getState(&rest.trial, 1).centroid, place));
        assertNear(way, 0.5 * GRAVITY * (sin(slope) - 0.1 * cos(slope)), 2e-3);
        destroyRest(&rest);
    }
}

// A ball bounces with the restitution of the moment: sqrt of the height's ratio. Red: one that is kept with
// the pair.
static void testRestitution(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), ball = makeBody("icosphere:radius=0.3");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.0);
    addMoving(&trial, &ball, poseAt(0.0, 1.5, 0.0), none(), 0.2, 0.0);
    cdSetBodyRestitution(trial.world, 1, 0.9);
    while (findImpact(&trial) == NULL)
        stepTrial(&trial, FRAME);
    double speed = findImpact(&trial)->speed, since = trial.step.time - findImpact(&trial)->time;
    assertNear(getState(&trial, 1).velocity.y, 0.9 * speed - GRAVITY * since, 1e-6);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&ball);
}

// A change of mass in flight keeps the velocity of every point, also where the centroid moves; the flight
// continues with the new inertia, and its momentum is the new mass times the velocity of the new centroid.
// Red: a spin of the old tensor, a velocity that stays with the wrong point.
static void testMass(void **state) {
    (void)state;
    Body box = makeBody("l-shape:size=1,thickness=0.3,depth=0.4");
    Trial trial = makeTrial();
    trial.powered = true;
    cdBodyDef def = makeMovingDef(turnedPose(1.0, 2.0, 3.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7),
                                  cdMakeVec3(4.0, 15.0, -1.0), cdMakeVec3(3.0, 7.0, -2.0), 0.5, 0.0);
    addToTrial(&trial, &box, &def);
    runTrial(&trial, 0.3, FRAME);
    cdMassProperties other = cdFindMassProperties(box.mesh, NULL);
    other.centroid = cdAdd(other.centroid, cdMakeVec3(0.1, 0.2, -0.1));
    for (int i = 0; i < 4; i++) {
        cdBodyState before = getState(&trial, 0);
        bool done = i == 0   ? cdSetBodyMass(trial.world, 0, 1.0, 12.0, NULL)
                    : i == 1 ? cdSetBodyMass(trial.world, 0, 3.0, 0.0, NULL)
                    : i == 2 ? cdSetBodyMass(trial.world, 0, 2.0, 0.0, &other)
                             : cdSetBodyMass(trial.world, 0, 0.0, 0.0, &other);
        assert_int_equal(done, i < 3);
        cdBodyState after = getState(&trial, 0);
        const double masses[] = {12.0, 3.0 * other.volume, 2.0 * other.volume, 2.0 * other.volume};
        assertNear(after.mass, masses[i], 1e-13 * masses[i]);
        assertNearVec3(after.angularVelocity, before.angularVelocity, 1e-12);
        cdVec3 arm = cdSub(after.centroid, before.centroid);
        assert_true((cdLength(arm) > 0.1) == (i == 2));
        assertNearVec3(after.velocity, cdAdd(before.velocity, cdCross(before.angularVelocity, arm)), 1e-12);
        assertNearVec3(cdGetWorldEnergy(trial.world).momentum, cdScale(after.mass, after.velocity), 1e-10);
        double energy = getTotalEnergy(&trial);
        runTrial(&trial, 0.2, FRAME);
        assertNear(getTotalEnergy(&trial), energy, 1e-10 * after.mass * 300.0);
    }
    destroyTrial(&trial);
    destroyBody(&box);
}

// A heavier block on a floor wakes and weighs more; half of gravity weighs half, with a threshold of bounces
// that lets it rest; none lets it float. Red: a sleep that keeps the old weight, gravity's length for all.
static void testWeight(void **state) {
    (void)state;
    Rest rest = makeRest(0.0, 0.5);
    rest.trial.powered = true;
    static const double scales[] = {1.0, 0.5, 3.0}, masses[] = {5.0, 2.0, 2.0};
    for (int i = 0; i < 3; i++) {
        assert_true(cdSetBodyMass(rest.trial.world, 1, 1.0, masses[i], NULL));
        cdSetBodyGravityScale(rest.trial.world, 1, scales[i]);
        assert_false(getState(&rest.trial, 1).asleep);
        runTrial(&rest.trial, 4.0, FRAME);
        assert_true(getState(&rest.trial, 1).asleep);
        double force = 0.0, weight = masses[i] * scales[i] * GRAVITY;
        int32_t count;
        const cdWorldContact *contacts = cdGetWorldContacts(rest.trial.world, &count);
        for (int32_t k = 0; k < count; k++)
            force += contacts[k].force;
        assertNear(force, weight, 1e-6 * weight);
    }
    cdSetBodyGravityScale(rest.trial.world, 1, -1.0);
    cdVec3 place = getState(&rest.trial, 1).centroid;
    runTrial(&rest.trial, 1.0, FRAME);
    cdBodyState up = getState(&rest.trial, 1);
    assertNear(up.centroid.y - place.y, 0.5 * GRAVITY, 1e-6);
    assertNear(up.velocity.y, GRAVITY, 1e-9);
    destroyRest(&rest);
}

// A ball of five times gravity that bounces on a floor comes to rest, and bounces only while a bounce lasts
// two steps or more. Red: a threshold by the world's gravity, which allows a bounce of a fraction of a step.
static void testHeavyBounces(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), ball = makeBody("icosphere:radius=0.3");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.5);
    cdBodyDef def = makeMovingDef(poseAt(0.0, 1.5, 0.0), none(), none(), 0.7, 0.5);
    def.gravityScale = 5.0;
    addToTrial(&trial, &ball, &def);
    double slowest = INFINITY;
    for (int i = 0; i < 600; i++) {
        stepTrial(&trial, FRAME);
        if (findImpact(&trial) != NULL) slowest = fmin(slowest, findImpact(&trial)->speed);
    }
    assert_true(slowest >= 5.0 * GRAVITY * FRAME && slowest < 10.0 * GRAVITY * FRAME);
    assert_true(getState(&trial, 1).asleep);
    assert_int_equal(trial.blocked, 0);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&ball);
}

// --- Kind

// A platform under a sleeping block is set free: both wake and fall as one. Fixed in flight it stops where it
// is and the block lands on it; freed again it has no velocity. Its mass is that of its definition. Red: a
// block that sleeps in the air, a fixed body that moves on, a freed one without mass or with its old speed.
static void testKind(void **state) {
    (void)state;
    Rest rest = makeRest(0.0, 0.5);
    Trial *trial = &rest.trial;
    trial->powered = true;
    assertNear(getState(trial, 0).mass, 0.0, 0.0);
    assert_true(cdSetBodyKind(trial->world, 0, CD_BODY_DYNAMIC));
    trial->movable[0] = true;
    assert_false(getState(trial, 1).asleep);
    assertNear(getState(trial, 0).mass, 8.0 * 20.0 * 20.0, 1e-9);
    cdVec3 start = getState(trial, 0).centroid;
    runTrial(trial, 0.5, FRAME);
    double fall = 0.5 * GRAVITY * 0.25;
    assertNear(getState(trial, 0).centroid.y, start.y - fall, 1e-9);
    assertNear(getState(trial, 1).velocity.y, -0.5 * GRAVITY, 1e-6);
    assert_true(cdSetBodyKind(trial->world, 0, CD_BODY_FIXED));
    cdPose stopped = getState(trial, 0).pose;
    assertNearVec3(getState(trial, 0).velocity, none(), 0.0);
    runTrial(trial, 5.0, FRAME);
    assert_true(cdIsSamePose(getState(trial, 0).pose, stopped));
    assert_true(getState(trial, 1).asleep);
    assert_true(getLeastGap(trial, 0, 1) > 0.0);
    assert_true(cdSetBodyKind(trial->world, 0, CD_BODY_DYNAMIC));
    stepTrial(trial, FRAME);
    assertNear(getState(trial, 0).velocity.y, -GRAVITY * FRAME, 1e-9);
    destroyRest(&rest);
}

// Joints outlast the change of either body: a pendulum's bob fixed and freed again swings on, and a rod
// between a fixed and a moving body holds it. Red: a joint that counts only where its first body moves.
static void testKindWithJoint(void **state) {
    (void)state;
    Body bar = makeBody("box:x=0.5,y=0.05,z=0.05");
    Trial trial = makeTrial();
    trial.powered = true;
    addMoving(&trial, &bar, poseAt(0.5, 0.0, 0.0), none(), 0.0, 0.0);
    addMoving(&trial, &bar, poseAt(1.7, 0.0, 0.0), none(), 0.0, 0.0);
    cdJointDef world = {.bodyA = 0, .bodyB = -1}, rod = {.bodyA = 0, .bodyB = 1, .point = {1.1, 0.0, 0.0}};
    assert_int_equal(cdAddJoint(trial.world, &world), 0);
    assert_int_equal(cdAddJoint(trial.world, &rod), 1);
    runTrial(&trial, 0.3, FRAME);
    assert_true(cdSetBodyKind(trial.world, 0, CD_BODY_FIXED)); // A of the rod
    cdPose held = getState(&trial, 0).pose;
    cdVec3 pivot = cdTransformPoint(held, cdMakeVec3(0.6, 0.0, 0.0));
    for (int i = 0; i < 120; i++) {
        stepTrial(&trial, FRAME);
        cdVec3 end = cdTransformPoint(getState(&trial, 1).pose, cdMakeVec3(-0.6, 0.0, 0.0));
        assertNearVec3(end, pivot, trial.margin);
    }
    assert_true(cdIsSamePose(getState(&trial, 0).pose, held));
    double kinetic = cdGetWorldEnergy(trial.world).kinetic;
    assert_true(kinetic > 0.0);
    assert_true(cdSetBodyKind(trial.world, 1, CD_BODY_FIXED));
    assert_true(cdSetBodyKind(trial.world, 0, CD_BODY_DYNAMIC));
    runTrial(&trial, 0.5, FRAME); // held at both ends
    assertNearVec3(getState(&trial, 0).centroid, cdTransformPoint(held, none()), 0.6);
    assert_true(trial.drift <= 4.0 * trial.margin);
    destroyTrial(&trial);
    destroyBody(&bar);
}

// A body without mass cannot be set free, and stays fixed. Red: a body of infinite inverse mass.
static void testMassless(void **state) {
    (void)state;
    Body box = makeBody("box");
    Trial trial = makeTrial();
    cdBodyDef def = cdDefaultBodyDef();
    def.density = 0.0;
    addToTrial(&trial, &box, &def);
    assert_false(cdSetBodyKind(trial.world, 0, CD_BODY_DYNAMIC));
    assert_int_equal(getState(&trial, 0).kind, CD_BODY_FIXED);
    assert_true(cdSetBodyMass(trial.world, 0, 0.0, 2.0, NULL));
    assert_true(cdSetBodyKind(trial.world, 0, CD_BODY_DYNAMIC));
    assertNear(getState(&trial, 0).mass, 2.0, 1e-15);
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- Determinism

static void changeAll(Trial *trial, int step) {
    cdWorld *world = trial->world;
    int32_t body = 1 + step % (trial->count - 1);
    if (step % 7 == 0) cdSetBodyFriction(world, body, 0.1 * (step % 9));
    if (step % 11 == 0) cdSetBodyMass(world, body, 1.0 + step % 3, 0.0, NULL);
    if (step % 13 == 0) cdSetBodyDamping(world, body, 0.2 * (step % 4), 0.1 * (step % 5));
    if (step % 17 == 0) cdSetBodyKind(world, body, step % 34 == 0 ? CD_BODY_DYNAMIC : CD_BODY_FIXED);
    if (step % 5 == 0) cdApplyForce(world, body, cdMakeVec3(0.1, 0.0, 0.2), cdMakeVec3(2.0, 9.0, 1.0));
    if (step % 19 == 0) cdSetBodyGravityScale(world, body, 0.5 + 0.25 * (step % 4));
    if (step % 23 == 0) cdSetBodyLimits(world, body, step % 2 ? 3.0 : 0.0, step % 2 ? 0.0 : 4.0);
}

// The same changes give the same bits, no overlap, and a finite state. Red: a change that reads memory that
// was not set.
static void testSameBits(void **state) {
    (void)state;
    enum { COUNT = 5 };
    Body floor = makeBody("box:x=20,y=1,z=20"), shape = makeBody("l-shape:size=1,thickness=0.3,depth=0.4");
    Trial trials[2];
    for (int k = 0; k < 2; k++) {
        trials[k] = makeTrial();
        trials[k].powered = true;
        addFixed(&trials[k], &floor, poseAt(0.0, -1.0, 0.0), 0.2, 0.5);
        for (int i = 0; i < COUNT; i++)
            addMoving(&trials[k], &shape,
                      turnedPose(0.1 * i, 1.0 + 1.3 * i, 0.0, cdMakeVec3(0.6, 0.8, 0.0), i), none(), 0.3,
                      0.5);
    }
    for (int step = 1; step <= 200; step++) {
        for (int k = 0; k < 2; k++) {
            changeAll(&trials[k], step);
            stepTrial(&trials[k], FRAME);
        }
        for (int32_t i = 0; i <= COUNT; i++) {
            cdBodyState a = getState(&trials[0], i), b = getState(&trials[1], i);
            assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
            assert_memory_equal(&a.velocity, &b.velocity, sizeof a.velocity);
            assert_memory_equal(&a.angularVelocity, &b.angularVelocity, sizeof a.angularVelocity);
        }
    }
    for (int k = 0; k < 2; k++)
        destroyTrial(&trials[k]);
    destroyBody(&floor);
    destroyBody(&shape);
}

// A kinematic body that overlaps a floor becomes dynamic. It may leave the overlap, as one that has always
// been dynamic. Red: the path of a kinematic body through what it overlaps counts as free of contact.
static void testKindInOverlap(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdPose pose = poseAt(0.0, 0.2, 0.0);
    Trial trials[2];
    for (int i = 0; i < 2; i++) {
        trials[i] = makeTrial();
        trials[i].overlapped = trials[i].powered = true;
        addFixed(&trials[i], &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.5);
        addMoving(&trials[i], &cube, pose, none(), 0.0, 0.5);
        if (i == 0) {
            assert_true(cdSetBodyKind(trials[0].world, 1, CD_BODY_KINEMATIC));
            cdSetBodyVelocity(trials[0].world, 1, cdMakeVec3(0.5, 0.0, 0.0), none());
            runTrial(&trials[0], 5.0 * FRAME, FRAME);
            pose = getState(&trials[0], 1).pose;
            assertNear(pose.p.x, 2.5 * FRAME, 1e-9);
            assert_true(cdSetBodyKind(trials[0].world, 1, CD_BODY_DYNAMIC));
        }
        cdSetBodyVelocity(trials[i].world, 1, cdMakeVec3(0.0, 3.0, 0.0), none());
        for (int k = 0; k < 12; k++)
            stepTrial(&trials[i], FRAME);
    }
    cdVec3 changed = getState(&trials[0], 1).pose.p, always = getState(&trials[1], 1).pose.p;
    assertNear(changed.y, always.y, 1e-9);
    for (int i = 0; i < 2; i++)
        destroyTrial(&trials[i]);
    destroyBody(&floor);
    destroyBody(&cube);
}

// Drops a sphere onto a torus from a pose that overlaps by less than a touch; `again`: after a step in which
// it left that pose upwards. Returns how far it falls.
static double fallFromTouch(const Body *ball, const Body *torus, cdPose pose, bool again) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = none();
    cdWorld *world = cdCreateWorld(&def);
    cdBodyDef body = cdDefaultBodyDef();
    body.kind = CD_BODY_FIXED;
    body.mesh = torus->mesh;
    cdAddBody(world, &body);
    body.kind = CD_BODY_DYNAMIC;
    body.mesh = ball->mesh;
    body.pose = pose;
    cdBodyId id = cdAddBody(world, &body);
    if (again) {
        cdSetBodyVelocity(world, id, cdMakeVec3(0.0, 1.0, 0.0), none());
        cdStepWorld(world, FRAME);
        cdSetBodyPose(world, id, pose);
    }
    cdSetBodyVelocity(world, id, cdMakeVec3(0.0, -2.0, 0.0), none());
    for (int i = 0; i < 3; i++)
        cdStepWorld(world, FRAME);
    double height = cdGetBodyState(world, id).pose.p.y;
    cdDestroyWorld(world);
    return pose.p.y - height;
}

// Red: a path that left a touch shows that its start is disjoint, and the way back into it meets no contact.
static void testBackToTouch(void **state) {
    (void)state;
    Body ball = makeBody("icosphere:level=2"), torus = makeBody("torus:segments=24");
    cdPose high = poseAt(0.013, 5.0, 0.021);
    high.q = cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 0.3, 0.2)), 0.4);
    cdPose low = high;
    low.p.y = 0.0;
    cdFirstContactInput input = {
        .meshA = ball.mesh, .meshB = torus.mesh, .startA = high, .targetA = low, .startB = cdIdentityPose()};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContact contact = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(contact.state, CD_CONTACT);
    double middle = 5.0 * (1.0 - contact.t.hi), below = middle - 1e-6, height = middle + 1e-6;
    for (int i = 0; i < 60; i++) { // the lowest height without overlap
        high.p.y = 0.5 * (below + height);
        cdOverlapInput pose = {
            .meshA = ball.mesh, .meshB = torus.mesh, .poseA = high, .poseB = cdIdentityPose()};
        if (cdFindOverlap(&pose, NULL, workspace, NULL).state == CD_FREE)
            height = high.p.y;
        else
            below = high.p.y;
    }
    cdDestroyWorkspace(workspace);
    for (double depth = 1e-15; depth < 2e-12; depth *= 10.0) {
        high.p.y = height - depth;
        double once = fallFromTouch(&ball, &torus, high, false),
               again = fallFromTouch(&ball, &torus, high, true);
        assertNear(again, once, 1e-3);
    }
    destroyBody(&ball);
    destroyBody(&torus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFriction),     cmocka_unit_test(testRestitution),
        cmocka_unit_test(testMass),         cmocka_unit_test(testWeight),
        cmocka_unit_test(testHeavyBounces), cmocka_unit_test(testKind),
        cmocka_unit_test(testMassless),     cmocka_unit_test(testKindWithJoint),
        cmocka_unit_test(testSameBits),     cmocka_unit_test(testKindInOverlap),
        cmocka_unit_test(testBackToTouch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
