// Events of bodies that fall asleep and wake: each sleep has its wake, whatever wakes the body.
#include "collision/world_snapshot.h"
#include "world_fixture.h"

static const cdVec3 NONE = {0.0, 0.0, 0.0};

enum { HEAP = 5, WATCHED = 16 };

// A floor and a stack of boxes on it, and all events by the body's index.
typedef struct Watch {
    Trial trial;
    Body floor, cube;
    int32_t sleeps[WATCHED], wakes[WATCHED]; // of each body
    double last;                             // time of the last event
    bool asleep[WATCHED];                    // by the events
} Watch;

static Watch makeWatch(void) {
    Watch watch = {.trial = makeTrial(),
                   .floor = makeBody("box:x=50,y=0.5,z=50"),
                   .cube = makeBody("box:x=0.5,y=0.5,z=0.5")};
    watch.trial.powered = true;
    addFixed(&watch.trial, &watch.floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
    for (int i = 0; i < HEAP; i++)
        addMoving(&watch.trial, &watch.cube, poseAt(0.0, 0.5001 + 1.0001 * i, 0.0), NONE, 0.0, 0.6);
    return watch;
}

static void destroyWatch(Watch *watch) {
    destroyTrial(&watch->trial);
    destroyBody(&watch->floor);
    destroyBody(&watch->cube);
}

// Sleeps and wakes alternate, in order of time, and agree with the states at the end of the step.
static void stepWatch(Watch *watch) {
    stepTrial(&watch->trial, FRAME);
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(watch->trial.world, &count);
    for (int32_t i = 0; i < count; i++) {
        bool sleeps = events[i].kind == CD_EVENT_SLEEP;
        if (!sleeps && events[i].kind != CD_EVENT_WAKE) continue;
        int32_t body = cdGetBodyIndex(events[i].bodyA);
        assert_true(events[i].bodyB == -1 && events[i].time >= watch->last);
        assert_true(watch->asleep[body] != sleeps);
        if (sleeps) assert_true(events[i].time == watch->trial.step.time);
        cdBodyState state = cdGetBodyState(watch->trial.world, events[i].bodyA);
        if (sleeps) assert_memory_equal(&events[i].point, &state.centroid, sizeof state.centroid);
        watch->asleep[body] = sleeps;
        watch->last = events[i].time;
        watch->sleeps[body] += sleeps;
        watch->wakes[body] += !sleeps;
    }
    for (int32_t i = 0; i < watch->trial.count; i++)
        assert_int_equal(getState(&watch->trial, i).asleep, watch->asleep[i]);
}

static bool isAsleep(const Watch *watch) {
    for (int32_t i = 0; i < watch->trial.count; i++) {
        cdBodyState state = getState(&watch->trial, i);
        if (state.present && state.kind == CD_BODY_DYNAMIC && !state.asleep) return false;
    }
    return true;
}

// A stack that rocks as one body of width 1 and height HEAP keeps (1 - 1.5 sin^2 a)^2 of its energy at an
// impact, with tan a = 1 / HEAP (G. W. Housner, 1963). For HEAP = 5 that is 0.888, so that from an angle of
// 0.06 it rocks for 18 s, 1,080 steps.
static void runToSleep(Watch *watch) {
    int steps = 0;
    do
        stepWatch(watch);
    while (!isAsleep(watch) && steps++ < 2000);
    assert_true(isAsleep(watch));
}

// Red: a sleep that is not reported, or twice, or reported for a fixed body.
static void testSleeps(void **state) {
    (void)state;
    Watch watch = makeWatch();
    runToSleep(&watch);
    for (int i = 0; i < 20; i++)
        stepWatch(&watch);
    for (int32_t i = 0; i <= HEAP; i++) {
        assert_int_equal(watch.sleeps[i], i > 0);
        assert_int_equal(watch.wakes[i], 0);
    }
    assert_string_equal(cdGetContactEventName(CD_EVENT_SLEEP), "sleep");
    assert_string_equal(cdGetContactEventName(CD_EVENT_WAKE), "wake");
    destroyWatch(&watch);
}

typedef void Disturb(cdWorld *world);

static void push(cdWorld *world) {
    cdApplyImpulse(world, 1, NONE, (cdVec3){0.01, 0.0, 0.0});
}

static void changeFriction(cdWorld *world) {
    cdSetBodyFriction(world, 1, 0.5);
}

static void changeGravity(cdWorld *world) {
    cdSetGravity(world, (cdVec3){0.0, -9.0, 0.0});
}

static void hold(cdWorld *world) {
    cdHoldBody(world, 1, &(cdHand){.target = {0.0, 0.5, 0.0}});
    cdReleaseBody(world, 1);
}

static void addJoint(cdWorld *world) {
    cdJointDef joint = {.bodyA = 1, .bodyB = -1, .point = cdGetBodyState(world, 1).centroid};
    cdRemoveJoint(world, cdAddJoint(world, &joint));
}

static void fix(cdWorld *world) {
    assert_true(cdSetBodyKind(world, 1, CD_BODY_FIXED));
}

static void removeFloor(cdWorld *world) {
    cdRemoveBody(world, 0);
}

static void removeLowest(cdWorld *world) {
    cdRemoveBody(world, 1);
}

// Each call wakes the lowest box of a sleeping stack; the event comes with the next step, has the time of the
// call, and comes once. Red: a setter that wakes silently, or a wake in each step.
static void testCalls(void **state) {
    (void)state;
    static Disturb *const calls[] = {push, changeFriction, changeGravity, hold, addJoint,
                                     fix,  removeFloor,    removeLowest};
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        Watch watch = makeWatch();
        runToSleep(&watch);
        int32_t count;
        double time = watch.trial.step.time;
        cdGetContactEvents(watch.trial.world, &count);
        int32_t before = count;
        calls[k](watch.trial.world);
        cdGetContactEvents(watch.trial.world, &count);
        assert_int_equal(count, before); // those of the last step
        stepWatch(&watch);
        assert_int_equal(watch.wakes[1], 1);
        const cdContactEvent *events = cdGetContactEvents(watch.trial.world, &count);
        int32_t first = 0;
        while (events[first].kind != CD_EVENT_WAKE)
            first++;
        assert_true(events[first].time == time);
        for (int i = 0; i < 10; i++)
            stepWatch(&watch);
        assert_int_equal(watch.wakes[1], 1);
        if (calls[k] != removeFloor) runToSleep(&watch);
        destroyWatch(&watch);
    }
}

// A ball hits a sleeping stack in the middle of a step: the boxes that it touches wake then, not at the
// step's begin, and later sleep again. Red: wakes by contact that are not reported, or have the time of the
// step.
static void testHit(void **state) {
    (void)state;
    Watch watch = makeWatch();
    runToSleep(&watch);
    addMoving(&watch.trial, &watch.cube, turnedPose(3.0, 2.5, 0.0, cdMakeVec3(0.0, 0.6, 0.8), 0.4),
              cdMakeVec3(-6.0, 2.0, 0.0), 0.0, 0.6);
    double begin = 0.0;
    int steps = 0;
    while (watch.wakes[3] == 0 && steps++ < 60) {
        begin = watch.trial.step.time;
        stepWatch(&watch);
    }
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(watch.trial.world, &count);
    double hit = -1.0;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind == CD_EVENT_BEGIN && hit < 0.0) hit = events[i].time;
        if (events[i].kind == CD_EVENT_WAKE) assert_true(events[i].time >= hit && hit > begin);
    }
    assert_true(hit > begin);
    for (int32_t i = 1; i <= HEAP; i++)
        assert_int_equal(watch.wakes[i], 1);
    runToSleep(&watch);
    for (int32_t i = 1; i <= HEAP; i++)
        assert_true(watch.sleeps[i] == watch.wakes[i] + 1);
    destroyWatch(&watch);
}

// A kinematic body comes to a sleeping stack and pushes its lowest box: the stack wakes when it is touched,
// with events. Red: a body that a kinematic one wakes without an event.
static void testPush(void **state) {
    (void)state;
    Watch watch = makeWatch();
    runToSleep(&watch);
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_KINEMATIC;
    def.pose = poseAt(-1.3, 0.51, 0.0);
    def.velocity = cdMakeVec3(0.5, 0.0, 0.0);
    int32_t door = addToTrial(&watch.trial, &watch.cube, &def);
    for (int i = 0; i < 30; i++)
        stepWatch(&watch);
    assert_true(watch.wakes[1] == 0 && getState(&watch.trial, 1).asleep);
    for (int i = 0; i < 30; i++)
        stepWatch(&watch);
    for (int32_t i = 1; i <= HEAP; i++)
        assert_int_equal(watch.wakes[i], 1);
    cdSetBodyVelocity(watch.trial.world, door, NONE, NONE);
    runToSleep(&watch);
    destroyWatch(&watch);
}

// A wake between steps is in a snapshot. Red: events for the next step that are not saved.
static void testSaved(void **state) {
    (void)state;
    Watch watch = makeWatch();
    runToSleep(&watch);
    double time = watch.trial.step.time;
    push(watch.trial.world);
    static unsigned char bytes[400000];
    size_t size = cdSaveWorld(watch.trial.world, bytes, sizeof bytes);
    assert_true(size <= sizeof bytes);
    stepTrial(&watch.trial, FRAME);
    assert_int_equal(cdRestoreWorld(watch.trial.world, bytes, size, NULL, 0), CD_RESTORED);
    watch.trial.step.time = time;
    stepWatch(&watch);
    for (int32_t i = 1; i <= 2; i++)
        assert_int_equal(watch.wakes[i], 1);
    destroyWatch(&watch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSleeps), cmocka_unit_test(testCalls), cmocka_unit_test(testHit),
        cmocka_unit_test(testPush),   cmocka_unit_test(testSaved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
