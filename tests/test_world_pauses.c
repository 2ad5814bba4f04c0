// Steps of a stage's world that take longer than a frame: they pause, continue with the same bits, and end
// early where somebody changes the stage; what was recorded then is played with the same bits.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "recording/player.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

enum { BODIES = 5, FIRST_BODY = 2, ALL = FIRST_BODY + BODIES };

static const char path[] = "/tmp/pauses.fcrec";
static const double dt = 1.0 / 60.0;

// A frame's time, in calls of the library's interrupt.
typedef struct Frame {
    int calls, most, worst;
} Frame;

static bool isLate(void *context) {
    Frame *frame = context;
    if (++frame->calls > frame->worst) frame->worst = frame->calls;
    return frame->calls > frame->most;
}

// A stage of a window whose frames have time for so many calls; 0: without a window.
typedef struct Show {
    Stage *stage;
    Frame frame;
    gxTask *task;
} Show;

// A hand's box aside, and bodies that fall onto a floor and each other.
static void openShow(Show *show, int calls) {
    static const char *const meshes[] = {"builtin:gear:teeth=7", "builtin:torus:segments=10"};
    static const char *const names[BODIES] = {"first", "second", "third", "fourth", "fifth"};
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -9.81, 0.0};
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(9.0, 3.0, 0.0);
    AddSceneObject(&data, "floor", "builtin:box:x=12,y=1,z=12", SCENE_FIXED)->pose = poseAt(0.0, -1.2, 0.0);
    for (int i = 0; i < BODIES; ++i) {
        SceneObject *body = AddSceneObject(&data, names[i], meshes[i % 2], SCENE_DYNAMIC);
        body->pose =
            (cdPose){{0.1 * i, 1.0 + 2.1 * i, 0.05 * i}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 0.3 * i)};
        body->velocity = (cdVec3){0.0, -5.0, 0.0};
        body->friction = 0.5;
    }
    char message[512] = "";
    *show = (Show){.stage = malloc(sizeof *show->stage), .frame = {.most = calls}};
    if (!show->stage || !LoadStage(show->stage, NULL, &data, message, sizeof message))
        fail_msg("%s", message);
    if (calls == 0) return;
    show->task = gxCreateTask();
    assert_non_null(show->task);
    show->stage->limit.isLate = isLate;
    show->stage->limit.context = &show->frame;
    show->stage->limit.task = show->task;
}

static void closeShow(Show *show) {
    freeStage(show->stage);
    gxDestroyTask(show->task);
}

// One frame of a window that plays. True if a step has ended in it.
static bool play(Show *show) {
    Stage *stage = show->stage;
    show->frame.calls = 0;
    if (GetPausedStageWork(stage) == STAGE_WORK_PLAY) return ContinueStageWork(stage);
    return BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_PLAY, .count = 1, .time = dt});
}

static int32_t findOverlaps(const Stage *stage) {
    cdWorkspace *workspace = cdCreateWorkspace();
    int32_t count = 0;
    for (int32_t i = 1; i < stage->objectCount; ++i) {
        for (int32_t k = FIRST_BODY; k < i; ++k) {
            cdOverlapInput input = {.meshA = stage->objects[i].mesh,
                                    .meshB = stage->objects[k].mesh,
                                    .poseA = stage->objects[i].pose,
                                    .poseB = stage->objects[k].pose};
            count += cdFindOverlap(&input, NULL, workspace, NULL).state != CD_FREE;
        }
    }
    cdDestroyWorkspace(workspace);
    return count;
}

// A world whose steps take many frames has the bits and the journal of one whose steps take none, no frame
// gets more than its time, and while a step is paused everything is where it was. Red: a frame that waits for
// a step, a result that depends on where it paused, poses of half a step.
static void testSameBits(void **state) {
    (void)state;
    Show show, plain;
    openShow(&show, 3);
    openShow(&plain, 0);
    Stage *stage = show.stage;
    int frames = 0, pauses = 0;
    for (int i = 0; i < 50; ++i) {
        cdPose before = stage->objects[ALL - 1].pose;
        double time = stage->time;
        for (++frames; !play(&show); ++frames) {
            ++pauses;
            assert_true(cdIsSamePose(stage->objects[ALL - 1].pose, before) && stage->time == time);
            assert_true(fabs(GetStageTimeAhead(stage) - time - dt) < 1e-12);
        }
        apply(plain.stage, MakeAdvance(dt));
        assert_true(HashStage(stage) == HashStage(plain.stage) && stage->time == plain.stage->time);
        assert_int_equal(stage->journal.count, plain.stage->journal.count);
    }
    assert_true(stage->world.impactCount > 3);
    if (frames < 300 || pauses < 250) fail_msg("%d frames, %d pauses", frames, pauses);
    assert_true(show.frame.worst <= show.frame.most + 2);
    closeShow(&show);
    closeShow(&plain);
}

// Changes the stage in frame k, while a step may be paused.
static void act(Show *show, int k) {
    Stage *stage = show->stage;
    cdPose aside = poseAt(9.0, 3.0 + 0.1 * (k % 5), 0.0);
    const StageEntry entries[] = {MakeMove(0, aside),
                                  MakeHold(FIRST_BODY, (cdVec3){0.5, 0.0, 0.0}, (cdVec3){2.0, 2.0, 0.0}),
                                  MakePlace(0, aside)};
    int which = k % 5;
    if (which == 4)
        UndoStage(stage);
    else if (which == 3)
        GiveUpStageWork(stage); // as saving does, and the next step follows
    else
        apply(stage, entries[which]);
}

// To the beginning and back to the present, by the journal.
static void checkLookingBack(Stage *stage, uint64_t hash) {
    StagePlayer player;
    char message[512] = "";
    assert_true(OpenJournalPlayer(&player, stage));
    int64_t end = player.frameCount;
    assert_true(SeekPlayer(&player, stage, 0, INFINITY, message, sizeof message));
    assert_true(stage->time == 0.0 && HashStage(stage) != hash);
    assert_true(SeekPlayer(&player, stage, end, INFINITY, message, sizeof message));
    assert_true(HashStage(stage) == hash);
    HandOverJournal(&player, stage);
    ClosePlayer(&player);
}

// Whoever changes the stage while a step is paused ends it early: bodies do not overlap, the time says how
// far it came, and the recording of it all comes out the same. Red: a step that is lost or taken whole, an
// end that is not written, entries that are counted as one though one of them ended early.
static void testGivenUp(void **state) {
    (void)state;
    Show show;
    openShow(&show, 4);
    Stage *stage = show.stage;
    RecordingWriter writer = {0};
    char *text = NULL, message[512] = "";
    size_t length = 0;
    assert_true(
        BeginRecording(&writer, stage, open_memstream(&text, &length), path, message, sizeof message));
    int early = 0, partial = 0;
    for (int k = 0; k < 300; ++k) {
        bool ended = play(&show);
        if (ended || k % 3 != 0) continue;
        double time = stage->time;
        show.frame.calls = 0;
        act(&show, k / 3);
        assert_int_equal(GetPausedStageWork(stage), STAGE_WORK_NONE);
        assert_true(stage->time >= time && stage->time <= time + dt);
        early += IsStopped(stage->world.stop);
        partial += stage->time > time && stage->time < time + dt;
        assert_int_equal(findOverlaps(stage), 0);
    }
    GiveUpStageWork(stage);
    if (early < 20 || partial < 1) fail_msg("%d ended early, %d of them on the way", early, partial);
    uint64_t hash = HashStage(stage);
    double time = stage->time;
    int64_t frames = writer.frames;
    assert_true(EndRecording(&writer, stage));
    checkLookingBack(stage, hash);
    closeShow(&show);

    Recording recording;
    StagePlayer player;
    stage = malloc(sizeof *stage);
    assert_non_null(stage);
    if (!ReadRecordingText(text, length, path, &recording, message, sizeof message)) fail_msg("%s", message);
    assert_true(OpenPlayer(&player, stage, &recording, message, sizeof message));
    assert_true(SeekPlayer(&player, stage, frames, INFINITY, message, sizeof message));
    if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
    assert_true(HashStage(stage) == hash && stage->time == time);
    ClosePlayer(&player);
    freeStage(stage);
    free(text);
}

// Plays until a step is paused.
static void pauseStep(Show *show) {
    int frames = 0;
    while (play(show))
        assert_true(++frames < 1000);
}

// Restarting, and closing, while a step is paused. Red: a world that is taken away under its own step.
static void testRestartAndClose(void **state) {
    (void)state;
    Show show;
    openShow(&show, 1);
    Stage *stage = show.stage;
    cdPose start = stage->objects[ALL - 1].pose;
    pauseStep(&show);
    apply(stage, MakeRestart());
    assert_true(stage->time == 0.0 && cdIsSamePose(stage->objects[ALL - 1].pose, start));
    pauseStep(&show);
    ++stage->changes.edits; // another world is made
    UpdateStageWorld(stage);
    assert_int_equal(GetPausedStageWork(stage), STAGE_WORK_NONE);
    pauseStep(&show);
    closeShow(&show);
}

typedef struct Seek {
    Stage *stage;
    StagePlayer player;
    int64_t frame;
    int ends;
} Seek;

static void seek(void *context) {
    Seek *to = context;
    char message[256];
    assert_true(SeekPlayer(&to->player, to->stage, to->frame, INFINITY, message, sizeof message));
    ++to->ends;
}

// A session of a world that is replayed in small parts: frames are short, the bits are those of the session,
// and an operation that is given up in the middle is completed. Red: a replay that waits for whole steps, one
// that depends on its pauses, one that leaves half a step behind.
static void testReplayPauses(void **state) {
    (void)state;
    Show show;
    openShow(&show, 0);
    Stage *stage = show.stage;
    for (int i = 0; i < 40; ++i)
        assert_true(play(&show));
    cdPose last = stage->objects[ALL - 1].pose;
    show.task = gxCreateTask();
    assert_non_null(show.task);
    show.frame.most = 3;
    stage->limit.isLate = isLate;
    stage->limit.context = &show.frame;
    stage->limit.task = show.task;
    Seek to = {.stage = stage, .frame = 0};
    assert_true(OpenJournalPlayer(&to.player, stage));
    StageWork work = {.kind = STAGE_WORK_REPLAY, .call = seek, .context = &to};
    assert_true(BeginStageWork(stage, work));
    to.frame = to.player.frameCount;
    int frames = 1;
    for (bool done = BeginStageWork(stage, work); !done; done = ContinueStageWork(stage), ++frames)
        show.frame.calls = 0;
    assert_int_equal(to.player.frame, to.player.frameCount);
    if (!(frames > 40 && show.frame.worst <= show.frame.most + 2))
        fail_msg("%d frames, %d calls in one", frames, show.frame.worst);
    assert_true(cdIsSamePose(stage->objects[ALL - 1].pose, last));

    to.frame = 0;
    assert_true(BeginStageWork(stage, work));
    to.frame = to.player.frameCount;
    show.frame.calls = 0;
    assert_false(BeginStageWork(stage, work));
    GiveUpStageWork(stage);
    assert_int_equal(to.ends, 4);
    assert_true(cdIsSamePose(stage->objects[ALL - 1].pose, last));
    HandOverJournal(&to.player, stage);
    ClosePlayer(&to.player);
    closeShow(&show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testReplayPauses),
        cmocka_unit_test(testSameBits),
        cmocka_unit_test(testGivenUp),
        cmocka_unit_test(testRestartAndClose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
