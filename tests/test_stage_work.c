// Work of a stage that takes longer than a frame: it pauses in time, continues until it is done, and gives
// the same result as at once.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage/objects/stage_room.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

// A frame's time, in calls of the library's interrupt.
typedef struct Frame {
    int calls, most, worst;
} Frame;

static bool isLate(void *context) {
    Frame *frame = context;
    if (++frame->calls > frame->worst) frame->worst = frame->calls;
    return frame->calls > frame->most;
}

static Frame frame;

// The hand is a sphere inside another one that is hardly larger: every part is near at every pose.
static Stage *makeConcentric(SceneMode mode) {
    SceneData data = MakeEmptySceneData();
    data.mode = mode;
    AddSceneObject(&data, "inner", "builtin:icosphere:radius=0.99,level=5", SCENE_DRIVEN);
    AddSceneObject(&data, "outer", "builtin:icosphere:radius=1,level=5", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

// Like a window, where a frame has time for so many calls.
static void limitStage(Stage *stage, gxTask *task, int calls) {
    frame = (Frame){.most = calls};
    stage->limit.isLate = isLate;
    stage->limit.context = &frame;
    stage->limit.task = task;
}

static void endStage(Stage *stage) {
    freeStage(stage);
    memset(&frame, 0, sizeof frame);
}

// Runs frames until it is done; returns their number.
static int finish(Stage *stage, StageWork work) {
    int frames = 1;
    frame.calls = 0;
    bool done = BeginStageWork(stage, work);
    for (; !done && frames < 100000; ++frames) {
        frame.calls = 0;
        done = ContinueStageWork(stage);
    }
    assert_true(done && GetPausedStageWork(stage) == STAGE_WORK_NONE);
    return frames;
}

static const cdPose turned = {{0.0, 0.0, 0.0}, {0.8, 0.0, 0.36, 0.48}};

// A drag with so little time that no step of one frame makes progress: it still arrives, no frame is late,
// and steps without progress are not in the journal. Red: an object that hangs for ever, a frame that waits
// for it, a journal that fills.
static void testStalledDragArrives(void **state) {
    (void)state;
    gxTask *task = gxCreateTask();
    Stage *stage = makeConcentric(SCENE_CONTINUOUS);
    limitStage(stage, task, 4);
    int64_t before = stage->journal.done;
    int steps = 0, gained = 0, stalled = 0, frames = 0;
    do {
        cdPose start = stage->objects[0].pose;
        frames += finish(stage, (StageWork){.kind = STAGE_WORK_STEP, .entry = MakeMove(0, turned)});
        bool moved = !cdIsSamePose(start, stage->objects[0].pose);
        gained += moved;
        stalled += !moved;
        assert_true(moved || stage->query.unfinished);
        assert_true(TestStagePlace(stage, &stage->objects[0], stage->objects[0].pose, (cdBudget){0}) ==
                    CD_FREE);
    } while (stage->query.unfinished && ++steps < 10000);
    assert_true(cdIsSamePose(stage->objects[0].pose, turned));
    assert_int_equal(stage->journal.done - before, gained);
    assert_true(frame.worst <= frame.most + 2);
    if (stalled < 3 || frames < 20) fail_msg("%d stalled steps in %d frames", stalled, frames);
    endStage(stage);
    gxDestroyTask(task);
}

// The same without a clock and without a task, limited by tests: the object arrives.
static void testStalledTestsGrow(void **state) {
    (void)state;
    Stage *stage = makeConcentric(SCENE_CONTINUOUS);
    stage->limit.testMost = 500;
    int steps = 0;
    do {
        stage->limit.frameCalls = 0; // one frame each
        apply(stage, MakeMove(0, turned));
    } while (stage->query.unfinished && ++steps < 1000);
    bool arrived = cdIsSamePose(stage->objects[0].pose, turned);
    if (!arrived || steps < 4 || steps > 100) fail_msg("%d, after %d steps", arrived, steps);
    endStage(stage);
}

// A whole step in many frames has the bits of one at once, and is one entry. Red: a step cut short, a result
// that depends on the pauses.
static void testWholeStep(void **state) {
    (void)state;
    gxTask *task = gxCreateTask();
    Stage *stage = makeConcentric(SCENE_CONTINUOUS), *plain = makeConcentric(SCENE_CONTINUOUS);
    apply(plain, MakeMove(0, turned));
    limitStage(stage, task, 2);
    int64_t before = stage->journal.done;
    int frames = finish(stage, (StageWork){.kind = STAGE_WORK_WHOLE, .entry = MakeMove(0, turned)});
    if (frames < 50) fail_msg("%d frames", frames);
    assert_int_equal(stage->journal.done - before, 1);
    assert_true(HashStage(stage) == HashStage(plain));
    assert_int_equal(stage->query.contact.state, plain->query.contact.state);
    assert_true(!stage->query.late && !IsStopped(stage->query.stop));
    assert_true(frame.worst <= frame.most + 2);
    freeStage(plain);
    endStage(stage);
    gxDestroyTask(task);
}

// Changing the stage while work is paused cancels it without effect. Red: an entry that never ends, an answer
// for an old pose.
static void testGivenUp(void **state) {
    (void)state;
    gxTask *task = gxCreateTask();
    Stage *stage = makeConcentric(SCENE_CONTINUOUS);
    limitStage(stage, task, 2);
    int64_t before = stage->journal.done;
    const StageWorkKind kinds[] = {STAGE_WORK_STEP, STAGE_WORK_WHOLE};
    stage->limit.stalls = 8; // so that a step pauses
    for (int i = 0; i < 2; ++i) {
        int32_t queries = stage->recent.count;
        frame.calls = 0;
        assert_false(BeginStageWork(stage, (StageWork){.kind = kinds[i], .entry = MakeMove(0, turned)}));
        assert_int_equal(GetPausedStageWork(stage), kinds[i]);
        apply(stage, MakePlace(0, poseAt(5.0, 0.0, 0.0)));
        assert_int_equal(GetPausedStageWork(stage), STAGE_WORK_NONE);
        assert_int_equal(stage->journal.done - before, i + 1);
        assert_int_equal(stage->journal.op, STAGE_OP_COUNT);
        assert_int_equal(stage->recent.count, queries);
        assert_true(stage->objects[0].pose.p.x == 5.0);
        stage->objects[0].pose = cdIdentityPose();
    }
    frame.calls = 0;
    assert_false(BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_WHOLE, .entry = MakeMove(0, turned)}));
    endStage(stage); // with its work paused
    gxDestroyTask(task);
}

// Displayed results continue until complete: the classification of a point, regions, the minimum distance; no
// entry is added. Red: an answer that stays undecided until something moves, a different answer.
static void testShownContinues(void **state) {
    (void)state;
    gxTask *task = gxCreateTask();
    Stage *stage = makeConcentric(SCENE_CONTINUOUS), *plain = makeConcentric(SCENE_CONTINUOUS);
    Stage *both[] = {stage, plain};
    for (int i = 0; i < 2; ++i)
        both[i]->clearance.wanted = both[i]->regions.wanted = true;
    limitStage(stage, task, 2);
    apply(stage, MakePlace(0, turned));
    assert_int_equal(stage->query.status, STAGE_UNDECIDED);
    assert_true(IsStopped(stage->query.stop));
    apply(plain, MakePlace(0, turned));
    UpdateStageRegions(plain);
    UpdateStageDistance(plain);
    int64_t before = stage->journal.done;
    assert_true(IsStageSolidComing(stage) || IsStageShownDue(stage)); // regions wait for a solid
    int frames = 0;
    while (IsStageSolidComing(stage) || IsStageShownDue(stage)) // in this order: it may come meanwhile
        frames += finish(stage, (StageWork){.kind = STAGE_WORK_SHOWN});
    if (frames < 20) fail_msg("%d frames", frames);
    assert_false(IsStageShownDue(stage));
    assert_int_equal(stage->journal.done, before);
    assert_int_equal(stage->query.status, plain->query.status);
    assert_false(IsStopped(stage->query.stop));
    assert_int_equal(plain->regions.state, CD_OVERLAP); // one inside the other, by their solids
    assert_int_equal(stage->regions.state, CD_OVERLAP);
    assert_true(stage->regions.present && stage->clearance.present);
    assert_true(stage->clearance.distance.distance == plain->clearance.distance.distance);
    assert_true(frame.worst <= frame.most + 2);
    freeStage(plain);
    endStage(stage);
    gxDestroyTask(task);
}

// Regions that are searched for again, for a solid that was completed or an answer that came too late, stay
// until the search has ended, also if it is given up. Red: regions that vanish for some frames, new ages.
static void testRegionsStayDuringASearch(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "above", "builtin:ring:segments=100", SCENE_DRIVEN)->pose =
        poseAt(0.0, 0.3000001, 0.0);
    AddSceneObject(&data, "below", "builtin:ring:segments=100", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    assert_true(stage && LoadStage(stage, NULL, &data, message, sizeof message));
    gxTask *task = gxCreateTask();
    for (int i = 0; i < 3; ++i) {
        apply(stage, MakeMove(0, stage->objects[0].pose));
        UpdateStageRegions(stage);
    }
    StageRegions *all = &stage->regions;
    int32_t count = all->count;
    assert_true(count > 64 && all->sufficientCount == 1 && all->state == CD_CONTACT);
    int32_t age = GetStageRegion(stage, 0)->age;
    assert_true(age > 0);
    all->wanted = true;
    limitStage(stage, task, 0);
    for (int i = 0; i < 2; ++i) {
        all->late = true;
        assert_false(BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_SHOWN}));
        assert_true(all->present && all->count == count && all->sufficientCount == 1);
        assert_true(all->state == CD_CONTACT && GetStageRegion(stage, 0)->age == age);
        if (i == 0) GiveUpStageWork(stage);
        assert_true(all->present && all->count == count && GetStageRegion(stage, 0)->age == age);
    }
    GiveUpStageWork(stage);
    assert_true(AreRegionsDue(stage));
    finish(stage, (StageWork){.kind = STAGE_WORK_SHOWN});
    assert_false(AreRegionsDue(stage));
    assert_true(all->count == count && all->sufficientCount == 1 && GetStageRegion(stage, 0)->age == age);
    endStage(stage);
    gxDestroyTask(task);
}

// A solid finished after its request is kept, and building ends: otherwise a window whose objects have
// separated meanwhile would draw for ever. Red: building that only a second request ends.
static void testUnwantedSolidIsKept(void **state) {
    (void)state;
    gxTask *task = gxCreateTask();
    Stage *stage = makeConcentric(SCENE_CONTINUOUS);
    limitStage(stage, task, 2);
    bool comes = false;
    assert_null(WantStageSolid(stage, 0, &comes));
    assert_true(comes);
    while (IsStageSolidComing(stage))
        continue;
    assert_null(FindStageSolid(stage, 0));
    KeepFinishedStageSolid(stage);
    assert_null(stage->solids.maker);
    assert_non_null(FindStageSolid(stage, 0));
    endStage(stage);
    gxDestroyTask(task);
}

// A body that falls while each frame has time for only one step of its world: paused work reports its target
// time, so that two presses of a key lead as far as two. Red: the time reached so far.
static void testTimeAhead(void **state) {
    (void)state;
    const double dt = 1.0 / 60.0;
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "floor", "builtin:box:x=8,y=1,z=8", SCENE_FIXED)->pose = poseAt(0.0, -1.0, 0.0);
    AddSceneObject(&data, "cube", "builtin:box", SCENE_DYNAMIC)->pose = poseAt(0.0, 5.0, 0.0);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    assert_true(stage && LoadStage(stage, NULL, &data, message, sizeof message));
    gxTask *task = gxCreateTask();
    assert_non_null(task);
    limitStage(stage, task, 0);
    assert_true(GetStageTimeAhead(stage) == stage->time);
    assert_false(BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_FRAMES, .count = 9, .time = dt}));
    assert_true(fabs(GetStageTimeAhead(stage) - 9.0 * dt) < 1e-12 && stage->time < 5.0 * dt);
    while (!ContinueStageWork(stage))
        assert_true(fabs(GetStageTimeAhead(stage) - 9.0 * dt) < 1e-12);
    assert_true(fabs(stage->time - 9.0 * dt) < 1e-12 && GetStageTimeAhead(stage) == stage->time);
    assert_false(BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_TIME, .time = 8.0 * dt}));
    assert_true(GetStageTimeAhead(stage) == 8.0 * dt && stage->time < 5.0 * dt);
    GiveUpStageWork(stage);
    assert_true(GetStageTimeAhead(stage) == stage->time);
    endStage(stage);
    gxDestroyTask(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testStalledDragArrives),
        cmocka_unit_test(testStalledTestsGrow),
        cmocka_unit_test(testWholeStep),
        cmocka_unit_test(testGivenUp),
        cmocka_unit_test(testTimeAhead),
        cmocka_unit_test(testShownContinues),
        cmocka_unit_test(testRegionsStayDuringASearch),
        cmocka_unit_test(testUnwantedSolidIsKept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
