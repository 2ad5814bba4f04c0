// Sensors: bodies that enter and leave them, at which times, and that nothing else changes.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

enum { NOTE_MAX = 64 };

// The events of sensors of some steps.
typedef struct Notes {
    cdContactEvent events[NOTE_MAX];
    int32_t count;
} Notes;

static void stepNoting(Trial *trial, double dt, Notes *notes) {
    stepTrial(trial, dt);
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(trial->world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind != CD_EVENT_SENSOR_BEGIN && events[i].kind != CD_EVENT_SENSOR_END) continue;
        if (notes->count == NOTE_MAX) abort();
        notes->events[notes->count++] = events[i];
    }
}

static void runNoting(Trial *trial, double time, double dt, Notes *notes) {
    int32_t count = (int32_t)floor(time / dt + 0.5);
    for (int32_t i = 0; i < count; i++)
        stepNoting(trial, dt, notes);
}

static void expect(const Notes *notes, int32_t index, cdContactEventKind kind, int32_t sensor, int32_t body,
                   double time, double tolerance) {
    assert_true(index < notes->count);
    const cdContactEvent *event = &notes->events[index];
    assert_int_equal(event->kind, kind);
    assert_int_equal(event->bodyA, sensor);
    assert_int_equal(event->bodyB, body);
    assertNear(event->time, time, tolerance);
}

static int32_t addSensor(Trial *trial, const Body *body, cdPose pose) {
    cdBodyDef def = cdDefaultBodyDef();
    def.pose = pose;
    def.sensor = true;
    trial->overlapped = true;
    return addToTrial(trial, body, &def);
}

// --- Times

// The sensor as the first body: the same events.
static void checkOrder(const Notes *expected, const Body *gate, const Body *ball, double dt) {
    Trial trial = makeTrial();
    addSensor(&trial, gate, poseAt(0.0, 0.0, 0.0));
    addMoving(&trial, ball, poseAt(0.0, 4.35, 0.0), none(), 0.5, 0.5);
    Notes notes = {.count = 0};
    runNoting(&trial, 1.5, dt, &notes);
    assert_int_equal(notes.count, expected->count);
    for (int32_t i = 0; i < notes.count; i++) {
        expect(&notes, i, expected->events[i].kind, 0, 1, expected->events[i].time, 1e-12);
        assertNear(notes.events[i].point.y, expected->events[i].point.y, 1e-6);
        assertNearVec3(notes.events[i].normal, expected->events[i].normal, 1e-6);
    }
    destroyTrial(&trial);
}

// A ball falls through a sensor: it enters at sqrt(2 d / g), where d is the way to its top, and leaves at the
// way past its bottom, for any step, also one in which it passes all of it. Its flight has not a bit of
// change. Red: an overlap test at the end of each step, a time along the chord, a sensor that stops.
static void testFallThrough(void **state) {
    (void)state;
    static const double frames[] = {1.0 / 60.0, 0.001, 0.5, 0.13};
    Body gate = makeBody("box:x=2,y=0.05,z=2"), ball = makeBody("box:x=0.3,y=0.3,z=0.3");
    for (int i = 0; i < 4; i++) {
        Trial trial = makeTrial(), alone = makeTrial();
        cdBodyDef def = makeMovingDef(poseAt(0.0, 4.35, 0.0), none(), none(), 0.5, 0.5);
        addToTrial(&trial, &ball, &def);
        addToTrial(&alone, &ball, &def);
        addSensor(&trial, &gate, poseAt(0.0, 0.0, 0.0));
        Notes notes = {.count = 0};
        runNoting(&trial, 1.5, frames[i], &notes);
        runTrial(&alone, 1.5, frames[i]);
        assert_int_equal(notes.count, 2);
        expect(&notes, 0, CD_EVENT_SENSOR_BEGIN, 1, 0, sqrt(2.0 * 4.0 / GRAVITY), 1e-9);
        expect(&notes, 1, CD_EVENT_SENSOR_END, 1, 0, sqrt(2.0 * 4.7 / GRAVITY), 1e-9);
        assertNear(notes.events[0].point.y, 0.05, 1e-6);
        assertNear(notes.events[1].point.y, -0.05, 1e-6);
        assertNear(notes.events[0].normal.y, -1.0, 1e-6); // from the ball to the sensor
        checkOrder(&notes, &gate, &ball, frames[i]);
        cdBodyState a = getState(&trial, 0), b = getState(&alone, 0);
        assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
        assert_memory_equal(&a.velocity, &b.velocity, sizeof a.velocity);
        assert_int_equal(trial.impacts + trial.events, 0);
        destroyTrial(&trial);
        destroyTrial(&alone);
    }
    destroyBody(&gate);
    destroyBody(&ball);
}

// A thin plate that flies past a corner of a sensor, tumbling, enters and leaves as dense sampling of its
// poses by the exact overlap test says, to a sample; long steps find what short ones find. Red: a passage
// that is missed between two poses, a time of another motion.
static void testTumbling(void **state) {
    (void)state;
    Body gate = makeBody("l-shape:size=1,thickness=0.3,depth=0.4"),
         plate = makeBody("box:x=0.4,y=0.01,z=0.3");
    Random random = {5};
    int32_t passages = 0;
    for (int i = 0; i < 20; i++) {
        Trial trial = makeWeightlessTrial(), fine = makeWeightlessTrial();
        cdVec3 aside = cdScale(0.4, nextRandomVec3(&random)), turn = cdScale(3.0, nextRandomVec3(&random));
        cdBodyDef def =
            makeMovingDef(poseAt(aside.x - 2.0, aside.y, aside.z), cdMakeVec3(6.0, 0.0, 0.0), turn, 0.5, 0.5);
        addToTrial(&trial, &plate, &def);
        addSensor(&trial, &gate, poseAt(0.0, 0.0, 0.0));
        addToTrial(&fine, &plate, &def);
        Notes notes = {.count = 0};
        runNoting(&trial, 0.8, 1.0 / 30.0, &notes);
        const double sample = 1e-3;
        double first = -1.0, last = -1.0;
        for (int k = 0; k <= 800; k++) {
            cdOverlapInput input = {.meshA = plate.mesh,
                                    .meshB = gate.mesh,
                                    .poseA = getState(&fine, 0).pose,
                                    .poseB = poseAt(0.0, 0.0, 0.0)};
            if (cdFindOverlap(&input, NULL, fine.workspace, NULL).state == CD_OVERLAP) {
                if (first < 0.0) first = k * sample;
                last = k * sample;
            }
            stepTrial(&fine, sample);
        }
        assert_int_equal(notes.count % 2, 0);
        if (first >= 0.0) {
            assert_true(notes.count >= 2);
            expect(&notes, 0, CD_EVENT_SENSOR_BEGIN, 1, 0, first, 2.0 * sample);
            expect(&notes, notes.count - 1, CD_EVENT_SENSOR_END, 1, 0, last, 2.0 * sample);
            passages++;
        }
        destroyTrial(&trial);
        destroyTrial(&fine);
    }
    assert_true(passages >= 8);
    destroyBody(&gate);
    destroyBody(&plate);
}

// --- Inside

// A body that fits into a closed sensor stays in it while no surfaces meet, also asleep; so does one that
// encloses the sensor. Red: an overlap of surfaces alone, which says that the body has left.
static void testEnclosed(void **state) {
    (void)state;
    Body room = makeBody("box:x=3,y=3,z=3"), ball = makeBody("box:x=0.3,y=0.3,z=0.3"),
         shell = makeBody("icosphere:radius=6");
    Trial trial = makeWeightlessTrial();
    addMoving(&trial, &ball, poseAt(-6.0, 0.0, 0.0), cdMakeVec3(3.0, 0.0, 0.0), 0.5, 0.0);
    addSensor(&trial, &room, poseAt(0.0, 0.0, 0.0));
    cdBodyDef def = makeMovingDef(poseAt(0.0, 40.0, 0.0), none(), none(), 0.5, 0.0);
    def.mask = 0;
    addToTrial(&trial, &shell, &def);
    Notes notes = {.count = 0};
    runNoting(&trial, 2.0, FRAME, &notes);
    assert_int_equal(notes.count, 1);
    expect(&notes, 0, CD_EVENT_SENSOR_BEGIN, 1, 0, 2.7 / 3.0, 1e-9);
    cdSetBodyVelocity(trial.world, 0, none(), none());
    runNoting(&trial, 2.0, FRAME, &notes);
    assert_int_equal(notes.count, 1);
    cdSetBodyFilter(trial.world, 2, 1, UINT32_MAX, 0);
    cdSetBodySensor(trial.world, 0, false);
    cdSetBodyFilter(trial.world, 0, 2, 1u << 31, 0); // no more with the sensor
    cdSetBodyPose(trial.world, 2, poseAt(0.0, 0.0, 0.0));
    stepNoting(&trial, FRAME, &notes);
    assert_int_equal(notes.count, 3);
    expect(&notes, 1, CD_EVENT_SENSOR_END, 1, 0, 4.0, 1e-9);
    expect(&notes, 2, CD_EVENT_SENSOR_BEGIN, 1, 2, 4.0, 1e-9); // the shell encloses the room
    destroyTrial(&trial);
    destroyBody(&room);
    destroyBody(&ball);
    destroyBody(&shell);
}

// Bodies that begin in a sensor, are teleported in and out, are removed, or whose sensor is removed or
// becomes a body, have an event each, and never two of a kind in a row. Red: a state that outlasts the pair.
static void testTeleport(void **state) {
    (void)state;
    Body room = makeBody("box:x=3,y=3,z=3"), ball = makeBody("box:x=0.3,y=0.3,z=0.3");
    for (int way = 0; way < 5; way++) {
        Trial trial = makeWeightlessTrial();
        addMoving(&trial, &ball, poseAt(0.5, 0.0, 0.0), none(), 0.5, 0.0);
        addSensor(&trial, &room, poseAt(0.0, 0.0, 0.0));
        Notes notes = {.count = 0};
        stepNoting(&trial, FRAME, &notes);
        expect(&notes, 0, CD_EVENT_SENSOR_BEGIN, 1, 0, 0.0, 0.0);
        stepNoting(&trial, FRAME, &notes);
        assert_int_equal(notes.count, 1);
        double now = trial.step.time;
        if (way == 0) cdSetBodyPose(trial.world, 0, poseAt(20.0, 0.0, 0.0));
        if (way == 1) cdSetBodyPose(trial.world, 1, poseAt(3.80001, 0.0, 0.0)); // still near
        if (way == 2) cdRemoveBody(trial.world, 0);
        if (way == 3) cdRemoveBody(trial.world, 1);
        if (way == 4) cdSetBodySensor(trial.world, 1, false);
        for (int i = 0; i < 3; i++)
            stepNoting(&trial, FRAME, &notes);
        assert_int_equal(notes.count, 2);
        expect(&notes, 1, CD_EVENT_SENSOR_END, 1, 0, now, 0.0);
        if (way == 0) cdSetBodyPose(trial.world, 0, poseAt(1.0, 0.0, 0.0));
        for (int i = 0; i < 3 && way == 0; i++)
            stepNoting(&trial, FRAME, &notes);
        assert_int_equal(notes.count, way == 0 ? 3 : 2);
        destroyTrial(&trial);
    }
    destroyBody(&room);
    destroyBody(&ball);
}

// --- Which bodies

// Sensors report dynamic bodies that their filter and the callback let collide, no other sensors, and fixed
// bodies only if they move themselves; a dynamic sensor falls through all. Red: a filter that sensors ignore.
static bool refuse(void *context, cdBodyId a, cdBodyId b) {
    (void)context;
    return !(a == 2 && b == 5);
}

static void testFilter(void **state) {
    (void)state;
    Body gate = makeBody("box:x=9,y=0.05,z=9"), ball = makeBody("box:x=0.3,y=0.3,z=0.3");
    Trial trial = makeTrial();
    trial.overlapped = true;
    cdSetPairCallback(trial.world, refuse, NULL);
    for (int i = 0; i < 5; i++) {
        cdBodyDef def = makeMovingDef(poseAt(1.5 * i, 1.0, 0.0), none(), none(), 0.5, 0.5);
        def.group = i == 1 ? -3 : 0;
        def.sensor = i == 3;
        def.kind = i == 4 ? CD_BODY_FIXED : CD_BODY_DYNAMIC;
        if (i == 4) def.pose.p.y = 0.1;
        addToTrial(&trial, &ball, &def);
    }
    int32_t sensor = addSensor(&trial, &gate, poseAt(0.0, 0.0, 0.0));
    cdSetBodyFilter(trial.world, sensor, 1, UINT32_MAX, -3);
    addFixed(&trial, &ball, poseAt(4.5, -2.0, 0.0), 0.0, 0.0); // below the dynamic sensor
    Notes notes = {.count = 0};
    runNoting(&trial, 1.0, FRAME, &notes);
    assert_int_equal(notes.count, 4);
    expect(&notes, 0, CD_EVENT_SENSOR_BEGIN, sensor, 0, sqrt(2.0 * 0.65 / GRAVITY), 1e-9);
    expect(&notes, 1, CD_EVENT_SENSOR_END, sensor, 0, sqrt(2.0 * 1.35 / GRAVITY), 1e-9);
    expect(&notes, 2, CD_EVENT_SENSOR_BEGIN, 3, 6, sqrt(2.0 * 2.4 / GRAVITY), 1e-9);
    expect(&notes, 3, CD_EVENT_SENSOR_END, 3, 6, sqrt(2.0 * 3.6 / GRAVITY), 1e-9);
    assert_string_equal(cdGetContactEventName(CD_EVENT_SENSOR_BEGIN), "sensor-begin");
    assert_string_equal(cdGetContactEventName(CD_EVENT_SENSOR_END), "sensor-end");
    destroyTrial(&trial);
    destroyBody(&gate);
    destroyBody(&ball);
}

// A ball that bounces on a floor through a sensor has its events in order, alternately, with times between
// those of its impacts, and rests on the floor inside it, asleep; the sensor does not wake it. Red: events of
// an advance that was discarded, or out of order.
static void testBounces(void **state) {
    (void)state;
    Body gate = makeBody("box:x=1,y=0.1,z=1"), floor = makeBody("box:x=9,y=0.5,z=9"),
         ball = makeBody("icosphere:radius=0.3");
    Trial trial = makeTrial();
    addMoving(&trial, &ball, poseAt(0.0, 3.0, 0.0), none(), 0.7, 0.5);
    addSensor(&trial, &gate, poseAt(0.0, 0.8, 0.0));
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.7, 0.5);
    Notes notes = {.count = 0};
    runNoting(&trial, 6.0, FRAME, &notes);
    assert_true(notes.count >= 8 && notes.count % 2 == 0);
    for (int32_t i = 0; i < notes.count; i++) {
        assert_int_equal(notes.events[i].kind, i % 2 == 0 ? CD_EVENT_SENSOR_BEGIN : CD_EVENT_SENSOR_END);
        if (i > 0) assert_true(notes.events[i].time > notes.events[i - 1].time);
    }
    assertNear(notes.events[0].time, sqrt(2.0 * (3.0 - 1.2) / GRAVITY), 1e-3);
    assert_true(getState(&trial, 0).asleep);
    cdSetBodyPose(trial.world, 1, poseAt(0.0, 0.5, 0.0));
    assert_true(getState(&trial, 0).asleep);
    stepNoting(&trial, FRAME, &notes);
    assert_int_equal(notes.count % 2, 1);
    assert_true(getState(&trial, 0).asleep);
    destroyTrial(&trial);
    destroyBody(&gate);
    destroyBody(&floor);
    destroyBody(&ball);
}

// A budget that ends each step early loses no passage: the same bodies enter and leave as without one. Red: a
// passage that is noted in an advance that is discarded, or lost where the budget ends.
static void testBudget(void **state) {
    (void)state;
    Body gate = makeBody("torus:segments=10"), ball = makeBody("box:x=0.1,y=0.1,z=0.1");
    for (int64_t most = 3; most < 4000; most = most * 5 / 3) {
        Trial trial = makeTrial();
        trial.overlapped = true;
        addMoving(&trial, &ball, turnedPose(0.7, 3.0, 0.1, cdMakeVec3(0.6, 0.8, 0.0), 0.4), none(), 0.5, 0.5);
        addSensor(&trial, &gate, poseAt(0.0, 0.0, 0.0));
        int32_t kinds[2] = {0, 0};
        int i = 0;
        for (; i < 3000 && getState(&trial, 0).centroid.y > -3.0; i++) {
            bool limited = i % 4 != 3; // a step without limit now and then, so that there is progress
            cdSetWorldBudget(trial.world, (cdBudget){.maxPairTests = limited ? most : 0});
            double before = trial.step.time;
            trial.step = cdStepWorld(trial.world, FRAME);
            int32_t count;
            const cdContactEvent *events = cdGetContactEvents(trial.world, &count);
            for (int32_t k = 0; k < count; k++) {
                assert_true(events[k].time >= before && events[k].time <= trial.step.time);
                kinds[events[k].kind == CD_EVENT_SENSOR_END]++;
            }
            assert_true(kinds[0] - kinds[1] == 0 || kinds[0] - kinds[1] == 1);
        }
        assert_true(i < 3000);
        assert_true(kinds[0] >= 1 && kinds[0] == kinds[1]);
        destroyTrial(&trial);
    }
    destroyBody(&gate);
    destroyBody(&ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFallThrough), cmocka_unit_test(testTumbling), cmocka_unit_test(testEnclosed),
        cmocka_unit_test(testTeleport),    cmocka_unit_test(testFilter),   cmocka_unit_test(testBounces),
        cmocka_unit_test(testBudget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
