// Bounds of a world: a body outside leaves, with an event, and no longer takes part in anything.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static cdWorldDef boundedBelow(double height) {
    cdWorldDef def = cdDefaultWorldDef();
    def.bounds = (cdBox3){{-INFINITY, height, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    return def;
}

// Finds the event of a body that leaves in the last step; returns the number of such events.
static int32_t findLeaving(const cdWorld *world, cdContactEvent *found) {
    int32_t count = 0, leaving = 0;
    const cdContactEvent *events = cdGetContactEvents(world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind != CD_EVENT_LEFT_WORLD) continue;
        *found = events[i];
        leaving++;
    }
    return leaving;
}

// A cube falls freely past the limit. Red: it leaves by its pose's origin or its lowest point instead of its
// centroid, a step too late or twice, or still counts in a sum after that.
static void testFallsOut(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.2,y=0.2,z=0.2");
    cdWorldDef def = boundedBelow(-1.0);
    Trial trial = makeTrialOf(&def);
    int32_t body = addMoving(&trial, &cube, poseAt(0.0, 0.5, 0.0), none(), 0.0, 0.5), leaving = 0, steps = 0;
    cdContactEvent event = {0};
    while (leaving == 0 && steps++ < 200) {
        double before = getState(&trial, body).centroid.y;
        assert_true(before >= -1.0);
        trial.step = cdStepWorld(trial.world, FRAME);
        leaving = findLeaving(trial.world, &event);
    }
    cdBodyState left = getState(&trial, body);
    assert_int_equal(leaving, 1);
    assert_true(left.leftWorld && !left.present);
    assert_true(left.centroid.y < -1.0 && left.velocity.y < 0.0 && left.mass > 0.0);
    assert_int_equal(event.bodyA, body);
    assert_int_equal(event.bodyB, -1);
    assert_true(event.time == trial.step.time && event.point.y == left.centroid.y);
    assert_string_equal(cdGetContactEventName(event.kind), "left");
    cdWorldEnergy energy = cdGetWorldEnergy(trial.world);
    assert_true(energy.kinetic == 0.0 && energy.potential == 0.0 && cdLength(energy.momentum) == 0.0);
    trial.step = cdStepWorld(trial.world, FRAME);
    assert_int_equal(findLeaving(trial.world, &event), 0);
    assert_true(getState(&trial, body).centroid.y == left.centroid.y);
    addMoving(&trial, &cube, poseAt(0.0, 0.5, 0.0), none(), 0.0, 0.5);
    assert_int_equal(cdGetBodyIndex(trial.bodies[1]), cdGetBodyIndex(trial.bodies[0]));
    assert_false(getState(&trial, body).present || getState(&trial, body).leftWorld);
    destroyTrial(&trial);
    destroyBody(&cube);
}

// Two cubes that touch; a tall one below is thrown down through the limit. Its contact ends before it leaves,
// and its joint is removed. Red: the pair stays in the world, where its contacts are listed and it is
// queried.
static void testEndsContacts(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.2,y=0.2,z=0.2");
    cdWorldDef def = boundedBelow(-0.3);
    def.gravity = none();
    Trial trial = makeTrialOf(&def);
    int32_t upper = addMoving(&trial, &cube, poseAt(0.0, 0.4001, 0.0), cdMakeVec3(0.0, -0.5, 0.0), 0.0, 0.0);
    int32_t lower = addMoving(&trial, &cube, poseAt(0.0, 0.0, 0.0), none(), 0.0, 0.0);
    cdJointDef joint = {.kind = CD_JOINT_BALL, .bodyA = lower, .bodyB = upper, .point = {0.0, 0.2, 0.0}};
    assert_int_equal(cdAddJoint(trial.world, &joint), 0);
    int32_t count = 0, leaving = 0, ends = 0;
    cdContactEvent event = {0};
    for (int i = 0; i < 300 && leaving == 0; i++) {
        stepTrial(&trial, FRAME);
        leaving = findLeaving(trial.world, &event);
    }
    const cdContactEvent *events = cdGetContactEvents(trial.world, &count);
    for (int32_t i = 0; i < count && events[i].kind != CD_EVENT_LEFT_WORLD; i++)
        ends += events[i].kind == CD_EVENT_END;
    assert_int_equal(leaving, 1);
    assert_int_equal(event.bodyA, lower);
    assert_int_equal(ends, 1);
    assert_int_equal(trial.step.contacts + trial.step.pairs, 0);
    cdVec3 before = getState(&trial, upper).velocity;
    trial.step = cdStepWorld(trial.world, FRAME);
    assert_int_equal(trial.step.queries, 0);
    assert_true(getState(&trial, upper).present && getState(&trial, upper).velocity.y == before.y);
    destroyTrial(&trial);
    destroyBody(&cube);
}

// Bounds that nothing reaches change no bit; a fixed body may be outside.
static void testSameBitsWithin(void **state) {
    (void)state;
    Body floor = makeBody("box:x=2,y=0.5,z=2"), cube = makeBody("box:x=0.2,y=0.3,z=0.2");
    cdPose poses[2];
    for (int k = 0; k < 2; k++) {
        cdWorldDef def = cdDefaultWorldDef();
        if (k == 1) def.bounds = (cdBox3){{-9.0, -0.4, -9.0}, {9.0, 9.0, 9.0}};
        Trial trial = makeTrialOf(&def);
        addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.3, 0.5);
        int32_t body = addMoving(&trial, &cube, turnedPose(0.0, 1.0, 0.0, cdMakeVec3(0.6, 0.0, 0.8), 0.7),
                                 none(), 0.3, 0.5);
        for (int i = 0; i < 120; i++)
            stepTrial(&trial, FRAME);
        assert_true(getState(&trial, 0).present);
        poses[k] = getState(&trial, body).pose;
        destroyTrial(&trial);
    }
    assert_memory_equal(&poses[0], &poses[1], sizeof poses[0]);
    destroyBody(&floor);
    destroyBody(&cube);
}

// Sideways too, at any side of the box. Red: a side not compared or with the wrong sign.
static void testEverySide(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.1,y=0.1,z=0.1");
    static const cdVec3 ways[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        cdWorldDef def = {.bounds = {{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}}};
        Trial trial = makeTrialOf(&def);
        int32_t body = addMoving(&trial, &cube, cdIdentityPose(), cdScale(4.0, ways[k]), 0.0, 0.0);
        int steps = 0;
        while (getState(&trial, body).present && steps < 60) {
            stepTrial(&trial, FRAME);
            steps++;
        }
        assert_int_equal(steps, 16); // 16 / 60 * 4 is the first beyond 1
        destroyTrial(&trial);
    }
    destroyBody(&cube);
}

// Red: a world created that everything leaves at once, or with a NaN limit.
static void testBadBounds(void **state) {
    (void)state;
    const double bad[][2] = {{1.0, -1.0}, {0.0, 0.0}, {1.0, 1.0}, {NAN, 1.0}, {0.0, NAN}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        cdWorldDef def = cdDefaultWorldDef();
        def.bounds = (cdBox3){{-1.0, bad[k][0], -1.0}, {1.0, bad[k][1], 1.0}};
        assert_null(cdCreateWorld(&def));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFallsOut),       cmocka_unit_test(testEndsContacts),
        cmocka_unit_test(testSameBitsWithin), cmocka_unit_test(testEverySide),
        cmocka_unit_test(testBadBounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
