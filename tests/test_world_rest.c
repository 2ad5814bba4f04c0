// Rest and slide: stable stacks, blocks on a slope, tipping over.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

// Returns the angle by which a body has rotated from a pose.
static double getTurnFrom(cdPose from, cdPose to) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    return 2.0 * asin(fmin(1.0, cdLength(cdMakeVec3(turn.x, turn.y, turn.z))));
}

static double getWay(const Trial *trial, int32_t body, cdPose from) {
    return cdLength(cdSub(getState(trial, body).pose.p, from.p));
}

// --- Stacks

// Ten cubes of side 1 stacked, dropped by a hundredth each, slightly offset and rotated, with friction. After
// a minute each is at its landing pose up to a few margins, and they sleep. Red: a stack that creeps, sways,
// penetrates or is lifted; contact points that change from step to step.
static void testTenBoxes(void **state) {
    (void)state;
    enum { COUNT = 10 };
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.6);
    cdPose starts[COUNT + 1];
    for (int32_t i = 1; i <= COUNT; i++) {
        starts[i] = turnedPose(0.01 * (i % 3), 0.5 + 1.001 * (i - 1) + 0.001, -0.013 * (i % 2),
                               cdMakeVec3(0.0, 1.0, 0.0), 0.1 * i);
        addMoving(&trial, &cube, starts[i], none(), 0.0, 0.6);
    }
    runTrial(&trial, 3.0, FRAME);
    cdPose settled[COUNT + 1];
    for (int32_t i = 1; i <= COUNT; i++) {
        settled[i] = getState(&trial, i).pose;
        assertNear(getWay(&trial, i, starts[i]), 0.0, 0.001 * i + 8.0 * i * trial.margin);
        assert_true(getTurnFrom(starts[i], settled[i]) < 2e-3);
    }
    runTrial(&trial, 57.0, FRAME);
    for (int32_t i = 1; i <= COUNT; i++) {
        assert_true(getState(&trial, i).asleep);
        assertNear(getWay(&trial, i, settled[i]), 0.0, trial.margin);
        double gap = getLeastGap(&trial, i - 1, i);
        assert_true(gap > 0.0 && gap <= 4.0 * trial.margin);
    }
    assert_int_equal(trial.blocked, 0);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
}

// The forces in a stack are the weights above: of a body of 1000 on one of 1, and the reverse. Red: a solver
// that stops before the heavy one is supported, impulses of an earlier substep.
static void testHeavyOnLight(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
        Trial trial = makeTrial();
        addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.5);
        for (int32_t i = 0; i < 2; i++) {
            cdBodyDef def =
                makeMovingDef(poseAt(0.05 * i, 0.5002 + 1.0002 * i, 0.0), none(), none(), 0.0, 0.5);
            def.mass = i == order ? 1.0 : 1000.0;
            addToTrial(&trial, &cube, &def);
        }
        cdPose start = getState(&trial, 2).pose;
        runTrial(&trial, 5.0, FRAME);
        double forces[3] = {0.0, 0.0, 0.0};
        int32_t count;
        const cdWorldContact *contacts = cdGetWorldContacts(trial.world, &count);
        for (int32_t i = 0; i < count; i++)
            forces[contacts[i].bodyB] += contacts[i].force;
        assertNear(getWay(&trial, 2, start), 0.0, 4e-4);
        assertNear(getTurnFrom(start, getState(&trial, 2).pose), 0.0, 4.0 * trial.margin);
        assert_true(getState(&trial, 1).asleep && getState(&trial, 2).asleep);
        assertNear(forces[1], 1001.0 * GRAVITY, 1e-6 * 1001.0 * GRAVITY);
        double weight = getState(&trial, 2).mass * GRAVITY;
        assertNear(forces[2], weight, 1e-6 * weight);
        destroyTrial(&trial);
        destroyBody(&floor);
        destroyBody(&cube);
    }
}

// --- Slopes

// A block on a slope of angle `slope`, its face on it; returns how far it descended in `time`.
static double slideDown(double slope, double friction, double scale, double time, bool *asleep) {
    Body wedge = makeScaledBody("box:x=60,y=1,z=5", scale),
         block = makeScaledBody("box:x=0.5,y=0.3,z=0.4", scale);
    cdWorldDef worldDef = cdDefaultWorldDef();
    worldDef.gravity = cdMakeVec3(0.0, -GRAVITY * scale, 0.0);
    Trial trial = makeTrialOf(&worldDef);
    cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), slope);
    cdPose wedgePose = {cdRotate(turn, cdMakeVec3(0.0, -scale, 0.0)), turn};
    addFixed(&trial, &wedge, wedgePose, 0.0, friction);
    double above = 0.3 * scale + 1e-4 * cdGetMeshInfo(block.mesh).radius;
    cdVec3 place = cdRotate(turn, cdMakeVec3(50.0 * scale, above, 0.0));
    addMoving(&trial, &block, (cdPose){place, turn}, none(), 0.0, friction);
    runTrial(&trial, time, FRAME);
    cdBodyState end = getState(&trial, 1);
    cdVec3 way = cdInvRotate(turn, cdSub(end.pose.p, place));
    assertNear(way.y, 0.0, 4.0 * trial.margin);
    assertNear(way.z, 0.0, 1e-6 * scale + 1e-6 * fabs(way.x));
    assert_true(getTurnFrom((cdPose){place, turn}, end.pose) < 1e-4);
    *asleep = end.asleep;
    destroyTrial(&trial);
    destroyBody(&wedge);
    destroyBody(&block);
    return -way.x / scale;
}

// A block on a slope descends by g (sin a - mu cos a) t^2 / 2, and stays if that is below 0. Large and small.
// Red: friction that is not mu times the force, that creeps where it should stick, or that depends on the
// step.
static void testSlope(void **state) {
    (void)state;
    static const double slopes[] = {0.1, 0.35, 0.8}, frictions[] = {0.0, 0.2, 0.5, 1.2},
                        scales[] = {1.0, 1e-3, 1e3};
    for (int i = 0; i < 36; i++) {
        double slope = slopes[i % 3], mu = frictions[i / 3 % 4], time = 2.0;
        bool asleep = false;
        double way = slideDown(slope, mu, scales[i / 12], time, &asleep);
        double pull = GRAVITY * (sin(slope) - mu * cos(slope)), expected = 0.5 * pull * time * time;
        if (pull > 0.0) {
            assertNear(way, expected, 1e-3 * expected + 1e-3);
        } else {
            assertNear(way, 0.0, 2e-4);
            assert_true(asleep);
        }
    }
}

// The block stays on the slope for a minute: tan a = 0.36 below mu = 0.4. It does not creep. Red: friction as
// a force against sliding speed, which needs some.
static void testStandsOnSlope(void **state) {
    (void)state;
    bool asleep = false;
    assertNear(slideDown(0.35, 0.4, 1.0, 60.0, &asleep), 0.0, 2e-4);
    assert_true(asleep);
}

// A block that slides on the level floor with 3 m / s comes to rest after v^2 / (2 mu g). Red: friction that
// depends on the direction of sliding: eight directions, also along no axis.
static void testBrakes(void **state) {
    (void)state;
    const double speed = 3.0, mu = 0.4;
    for (int i = 0; i < 8; i++) {
        Body floor = makeBody("box:x=20,y=1,z=20"), block = makeBody("box:x=0.5,y=0.2,z=0.5");
        Trial trial = makeTrial();
        addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, mu);
        double angle = 0.25 * PI * i + 0.03;
        cdVec3 way = {cos(angle), 0.0, sin(angle)};
        cdPose start = poseAt(0.0, 0.2001, 0.0);
        addMoving(&trial, &block, start, cdScale(speed, way), 0.0, mu);
        runTrial(&trial, 2.0, FRAME);
        cdVec3 went = cdSub(getState(&trial, 1).pose.p, start.p);
        double expected = 0.5 * speed * speed / (mu * GRAVITY);
        assertNear(cdDot(went, way), expected, 0.5 * speed * FRAME);
        went = cdMulAdd(went, -cdDot(went, way), way);
        went.y = 0.0;
        assertNear(cdLength(went), 0.0, 1e-2);
        assert_true(getState(&trial, 1).asleep);
        destroyTrial(&trial);
        destroyBody(&floor);
        destroyBody(&block);
    }
}

// --- Supports and edges

// A beam on two blocks that are 0.2 wide, 0.5 to the left of its middle and 1 to the right: they support its
// weight without a moment about its middle, two thirds and a third by the law of the lever up to their width.
// Red: forces at the wrong points, a beam that rocks.
static void testBeamOnTwoBlocks(void **state) {
    (void)state;
    Body block = makeBody("box:x=0.1,y=0.5,z=0.5"), beam = makeBody("box:x=2,y=0.1,z=0.3");
    Trial trial = makeTrial();
    addFixed(&trial, &block, poseAt(-0.5, -0.5, 0.0), 0.0, 0.3);
    addFixed(&trial, &block, poseAt(1.0, -0.5, 0.0), 0.0, 0.3);
    cdPose start = poseAt(0.0, 0.11, 0.0);
    addMoving(&trial, &beam, start, none(), 0.0, 0.3);
    runTrial(&trial, 5.0, FRAME);
    double forces[2] = {0.0, 0.0}, moments[2] = {0.0, 0.0};
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(trial.world, &count);
    for (int32_t i = 0; i < count; i++) {
        forces[contacts[i].bodyA] += contacts[i].force;
        moments[contacts[i].bodyA] += contacts[i].force * contacts[i].point.x;
    }
    double weight = getState(&trial, 2).mass * GRAVITY;
    assertNear(forces[0] + forces[1], weight, 1e-6 * weight);
    assertNear(moments[0] + moments[1], 0.0, 1e-6 * weight);
    assertNear(forces[0], 2.0 / 3.0 * weight, 0.15 * weight);
    assert_true(getState(&trial, 2).asleep);
    assertNear(getWay(&trial, 2, start), 0.01, 4.0 * trial.margin);
    destroyTrial(&trial);
    destroyBody(&block);
    destroyBody(&beam);
}

// Runs half a second of a plank beyond a table's edge x = 0 by `over` of its half length.
static double getTipping(double over) {
    Body table = makeBody("box:x=2,y=1,z=2"), plank = makeBody("box:x=1,y=0.05,z=0.3");
    Trial trial = makeTrial();
    addFixed(&trial, &table, poseAt(-2.0, -1.0, 0.0), 0.0, 0.8);
    cdPose start = poseAt(over, 0.0502, 0.0);
    addMoving(&trial, &plank, start, none(), 0.0, 0.8);
    runTrial(&trial, 1.0, FRAME);
    double turn = getTurnFrom(start, getState(&trial, 1).pose);
    destroyTrial(&trial);
    destroyBody(&table);
    destroyBody(&plank);
    return turn;
}

// A plank whose centre is beyond the edge of a table by a hundredth falls, one with its centre short of it by
// as much stays. Red: a support without its outermost points, or one that pulls.
static void testTippingOver(void **state) {
    (void)state;
    assertNear(getTipping(-0.01), 0.0, 1e-3);
    assertNear(getTipping(-0.2), 0.0, 1e-3);
    assert_true(getTipping(0.05) > 0.02);
    assert_true(getTipping(0.3) > 0.3);
}

// A tall box on a slope with sticking friction: it stands while the plumb line through its centre meets its
// foot (tan a < width / height) and tips over beyond. Red: forces distributed evenly over the foot.
static void testTallBoxOnSlope(void **state) {
    (void)state;
    static const double slopes[] = {0.28, 0.36}; // width / height: tan 0.3217
    for (int i = 0; i < 2; i++) {
        Body wedge = makeBody("box:x=10,y=1,z=5"), box = makeBody("box:x=0.2,y=0.6,z=0.3");
        Trial trial = makeTrial();
        cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), slopes[i]);
        addFixed(&trial, &wedge, (cdPose){cdRotate(turn, cdMakeVec3(0.0, -1.0, 0.0)), turn}, 0.0, 2.0);
        cdPose start = {cdRotate(turn, cdMakeVec3(0.0, 0.6001, 0.0)), turn};
        addMoving(&trial, &box, start, none(), 0.0, 2.0);
        runTrial(&trial, 2.0, FRAME);
        double turned = getTurnFrom(start, getState(&trial, 1).pose);
        assert_true(i == 0 ? turned < 1e-3 : turned > 1.0);
        destroyTrial(&trial);
        destroyBody(&wedge);
        destroyBody(&box);
    }
}

// --- Sleep

// Two cubes are stacked on a stand; their support is removed, or moved, or hit, and they move again. Red: a
// body asleep in the air.
static void testWakes(void **state) {
    (void)state;
    for (int way = 0; way < 4; way++) {
        Body stand = makeBody("box:x=1,y=0.5,z=1"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
        Trial trial = makeTrial();
        addFixed(&trial, &stand, poseAt(0.0, -0.5, 0.0), 0.0, 0.5);
        addMoving(&trial, &cube, poseAt(0.0, 0.501, 0.0), none(), 0.0, 0.5);
        addMoving(&trial, &cube, poseAt(0.0, 1.502, 0.0), none(), 0.0, 0.5);
        runTrial(&trial, 1.0, FRAME);
        assert_true(getState(&trial, 1).asleep && getState(&trial, 2).asleep);
        cdPose before = getState(&trial, 2).pose;
        trial.powered = true;
        if (way == 0) cdRemoveBody(trial.world, 0);
        if (way == 1) cdSetBodyPose(trial.world, 0, poseAt(0.0, -3.0, 0.0));
        if (way == 2) cdSetGravity(trial.world, cdMakeVec3(9.0, 0.0, 0.0));
        if (way == 3) {
            addMoving(&trial, &cube, poseAt(-3.0, 0.7, 0.0), cdMakeVec3(20.0, 0.0, 0.0), 0.0, 0.5);
        }
        runTrial(&trial, 0.5, FRAME);
        assert_true(!getState(&trial, 1).asleep && !getState(&trial, 2).asleep);
        assert_true(getWay(&trial, 2, before) > 0.1);
        destroyTrial(&trial);
        destroyBody(&stand);
        destroyBody(&cube);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTenBoxes),    cmocka_unit_test(testHeavyOnLight),
        cmocka_unit_test(testSlope),       cmocka_unit_test(testStandsOnSlope),
        cmocka_unit_test(testBrakes),      cmocka_unit_test(testBeamOnTwoBlocks),
        cmocka_unit_test(testTippingOver), cmocka_unit_test(testTallBoxOnSlope),
        cmocka_unit_test(testWakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
