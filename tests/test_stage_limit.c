// Dragged steps that are cut short: the object stays free, arrives where it would have at once, and a
// recording of it replays bit for bit.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "recording/player.h"
#include "stage/objects/stage_room.h"
#include "stage_fixture.h"

#include <stdio.h>
#include <string.h>

static const char path[] = "/tmp/session.fcrec";

// The hand is a torus beside a ball that just fits into it.
static Stage *loadFittingStage(const Scene *scene, SceneResponse response, cdPose hand) {
    SceneData data = MakeEmptySceneData();
    data.response = response;
    data.ground = false; // the steps lead through it
    AddSceneObject(&data, "hand", "builtin:torus:segments=48", SCENE_DRIVEN)->pose = hand;
    AddSceneObject(&data, "ball", "builtin:icosphere:radius=0.69,level=4", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, scene, &data, message, sizeof message)) abort();
    return stage;
}

static Stage *makeFittingStage(SceneResponse response) {
    return loadFittingStage(NULL, response, poseAt(0.0, 2.0, 0.0));
}

static bool isHandFree(const Stage *stage) {
    return TestStagePlace(stage, &stage->objects[0], stage->objects[0].pose, (cdBudget){0}) == CD_FREE;
}

// Moves the hand in a frame of its own. A repeated step has only the remaining tests of the frame. Red: it
// gets those of a whole frame each time.
static void moveInFrame(Stage *stage, cdPose target) {
    StageLimit *limit = &stage->limit;
    int32_t most = limit->stalls == 0 ? limit->testMost / STAGE_CALL_TESTS + 2 : INT32_MAX;
    limit->frameCalls = 0;
    apply(stage, MakeMove(0, target));
    if (limit->frameCalls > most) fail_msg("%d calls, not %d", (int)limit->frameCalls, (int)most);
}

// Like a window: repeats the same step while the last one is unfinished. Returns the number of steps cut
// short.
static int lead(Stage *stage, cdPose target) {
    int late = 0;
    for (int k = 0; k < 400; ++k) {
        moveInFrame(stage, target);
        assert_true(isHandFree(stage));
        late += stage->query.late;
        assert_true(stage->query.late == IsStopped(stage->query.stop));
        if (!stage->query.unfinished) break;
    }
    return late;
}

// Over the ball and through, with stop and slide: many steps are cut short, the last ones are not, and the
// object is at the unlimited step's pose. Red: a hand that stays behind for ever, an object in contact.
static void testFollows(void **state) {
    (void)state;
    for (int slides = 0; slides < 2; ++slides) {
        Stage *whole = makeFittingStage(slides ? SCENE_SLIDE : SCENE_STOP);
        Stage *stage = makeFittingStage(slides ? SCENE_SLIDE : SCENE_STOP);
        cdPose target = poseAt(0.02, -2.0, 0.0);
        apply(whole, MakeMove(0, target));
        assert_true(!IsStopped(whole->query.stop) && !whole->query.late);
        int64_t tests = whole->query.contact.stats.pairTests;

        stage->limit.testMost = (int32_t)(tests * (slides ? 3 : 2) / 4);
        int late = lead(stage, target);
        if (late == 0) fail_msg("%lld tests were not cut short", (long long)tests);
        assert_false(stage->query.late);
        double apart = cdLength(cdSub(stage->objects[0].pose.p, whole->objects[0].pose.p));
        if (apart > 1e-3) fail_msg("%g away after %d late steps", apart, late);
        freeStage(whole);
        freeStage(stage);
    }
}

// A clock that expires after some calls.
typedef struct Clock {
    int calls, most;
} Clock;

static bool tick(void *context) {
    Clock *clock = context;
    return ++clock->calls > clock->most;
}

// A step that was cut short live is cut short at the same point in a replay: with the caches of the live run
// or without, from the start or from the middle. Red: a stop that depends on caches, one not recorded, one
// applied to other steps.
static void testReplays(void **state) {
    (void)state;
    Random random = {5};
    Stage *stage = makeFittingStage(SCENE_SLIDE);
    RecordingWriter writer = {0};
    char *text = NULL, message[512] = "";
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, path, message, sizeof message));
    int late = 0;
    for (int k = 0; k < 30; ++k) {
        cdPose target = {
            {nextRandomIn(&random, -0.3, 0.3), k % 2 ? 1.2 : -1.2, nextRandomIn(&random, -0.3, 0.3)},
            cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.3))};
        stage->limit.testMost =
            k % 4 == 1 ? 300 * k : 0; // some are cut short by tests, some by time, some not at all
        Clock clock = {.most = k};
        stage->limit.isLate = k % 2 == 0 ? tick : NULL;
        stage->limit.context = &clock;
        stage->limit.frameCalls = 0; // one frame each
        apply(stage, MakeMove(0, target));
        assert_true(isHandFree(stage));
        late += stage->query.late;
    }
    int64_t frames = writer.frames;
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    if (late < 5) fail_msg("%d of 30 steps were late", late);
    assert_true(strstr(text, "\"stop\":") && strstr(text, "\"tests\":"));

    Recording recording;
    StagePlayer player;
    stage = malloc(sizeof *stage);
    assert_true(stage && ReadRecordingText(text, length, path, &recording, message, sizeof message));
    assert_true(OpenPlayer(&player, stage, &recording, message, sizeof message));
    stage->limit.testMost = 1; // of the playing window: irrelevant to the recording
    for (int64_t to = frames; to > 0; to -= 7) {
        assert_true(SeekPlayer(&player, stage, to, INFINITY, message, sizeof message));
        if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
    }
    assert_true(SeekPlayer(&player, stage, frames, INFINITY, message, sizeof message));
    if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
    ClosePlayer(&player);
    freeStage(stage);
    free(text);
}

static void leadThrough(SceneStep *step) {
    step->intended[0] = poseAt(0.02, -2.0, 0.0);
}

// A step of a playing scene is never cut short: recordings do not store that. The state after a restart only
// has to be shown: no frame waits for it. Red: a scene that depends on the window's speed; a restart that
// blocks.
static void testPartsOfOthers(void **state) {
    (void)state;
    const Scene scene = {.group = "", .name = "led", .about = "", .step = leadThrough};
    Stage *whole = loadFittingStage(&scene, SCENE_SLIDE, poseAt(0.0, 2.0, 0.0));
    Stage *stage = loadFittingStage(&scene, SCENE_SLIDE, poseAt(0.0, 2.0, 0.0));
    stage->limit.testMost = 1;
    for (int i = 0; i < 3; ++i) {
        apply(whole, MakeAdvance(1.0 / 60.0));
        stage->limit.frameCalls = 0;
        apply(stage, MakeAdvance(1.0 / 60.0));
        assert_false(stage->query.late);
        assert_int_equal(HashStage(stage), HashStage(whole));
    }
    freeStage(whole);
    freeStage(stage);

    stage = loadFittingStage(NULL, SCENE_SLIDE, poseAt(0.0, 0.0, 0.0));
    assert_false(stage->query.followUp);
    stage->limit.testMost = 1;
    stage->limit.frameCalls = 0;
    apply(stage, MakeRestart());
    assert_true(stage->query.followUp);
    assert_true(IsStopped(stage->query.stop));
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testFollows), cmocka_unit_test(testReplays),
                                       cmocka_unit_test(testPartsOfOthers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
