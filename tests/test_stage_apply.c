// The single entry point of a stage: rejected entries, listeners, gestures, restarts with added objects.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double getX(const Stage *stage) {
    return stage->objects[0].pose.p.x;
}

static void refuse(Stage *stage, StageEntry entry, const char *why) {
    char message[512] = "";
    int64_t done = stage->journal.done;
    uint64_t hash = HashStage(stage);
    assert_false(ApplyStage(stage, &entry, message, sizeof message));
    if (!strstr(message, why)) fail_msg("%s", message);
    assert_false(ApplyStage(stage, &entry, NULL, 0));
    assert_int_equal(stage->journal.done, done);
    assert_int_equal(HashStage(stage), hash);
    assert_false(UndoStage(stage));
}

// Red: an index beyond the objects, a fixed object moved by a query, a rejected entry in the journal or the
// undo list.
static void testRefused(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    BeginStageGesture(stage);
    refuse(stage, MakeMove(2, poseAt(0.0, 0.0, 0.0)), "there is no object 2");
    refuse(stage, MakePlace(-1, poseAt(0.0, 0.0, 0.0)), "there is no object -1");
    refuse(stage, MakeMove(1, poseAt(9.0, 0.0, 0.0)), "is fixed");
    refuse(stage, MakeSetParam(0, 1.0), "there is no parameter 0");
    refuse(stage, MakeCopy(7), "there is no object 7");
    refuse(stage, MakeAdd("/nowhere.obj"), "/nowhere.obj");
    freeStage(stage);
}

// All moves of a drag are one undo step, a second drag is another. Moves outside a gesture, and entries for
// another object meanwhile, are separate. Red: a step for each frame of a drag, one step for two drags.
static void testGestures(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    apply(stage, MakePlace(0, poseAt(5.0, 0.0, 0.0)));
    for (int drag = 0; drag < 2; ++drag) {
        BeginStageGesture(stage);
        for (int i = 1; i <= 10; ++i)
            apply(stage, MakeMove(0, poseAt(5.0 + drag + 0.1 * i, 0.0, 0.0)));
        apply(stage, MakePlace(1, poseAt(-1.0 - drag, 0.0, 0.0)));
    }
    assert_true(UndoStage(stage) && getX(stage) == 6.0);
    assert_true(UndoStage(stage) && getX(stage) == 5.0);
    assert_false(UndoStage(stage));
    assert_true(RedoStage(stage) && RedoStage(stage) && getX(stage) == 7.0);
    assert_true(stage->objects[1].pose.p.x == -2.0);
    freeStage(stage);
}

// A press without a move leaves the steps before it, done and undone, unchanged. Red: Esc after such a press
// reverts the step before it; a press alone clears the redo list.
static void testEmptyGesture(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    for (int i = 5; i < 7; ++i) {
        BeginStageGesture(stage);
        apply(stage, MakeMove(0, poseAt(i, 0.0, 0.0)));
    }
    assert_true(UndoStage(stage) && getX(stage) == 5.0);
    BeginStageGesture(stage);
    apply(stage, MakePlace(0, stage->objects[0].pose));
    assert_false(TakeBackStage(stage));
    assert_true(getX(stage) == 5.0);
    assert_true(RedoStage(stage) && getX(stage) == 6.0);
    freeStage(stage);
}

// Undo removes an object that joined, and redo brings it back. Red: a dropped file that undo does not remove.
static void testJoiningIsUndone(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[512];
    assert_int_equal(addObject(stage, "builtin:torus", message, sizeof message), 2);
    assert_int_equal(copyObject(stage, 2, message, sizeof message), 3);
    assert_true(UndoStage(stage) && stage->objects[3].removed && !stage->objects[2].removed);
    assert_true(UndoStage(stage) && stage->objects[2].removed);
    assert_false(UndoStage(stage));
    assert_true(RedoStage(stage) && !stage->objects[2].removed);
    freeStage(stage);
}

typedef struct Heard {
    int count;
    StageOp last;
    cdPose pose;
} Heard;

static void hear(const StageEntry *entry, void *context) {
    Heard *heard = context;
    ++heard->count;
    heard->last = entry->op;
    heard->pose = entry->pose;
}

// Two listeners receive each entry once, with the intended pose; a removed one receives no more. Red: a
// listener that replaces another, a nested step reported as well.
static void testListeners(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    Heard heard[STAGE_LISTENER_MAX + 1] = {0};
    for (int i = 0; i < STAGE_LISTENER_MAX; ++i)
        assert_true(AddStageListener(stage, (StageListener){hear, &heard[i]}));
    assert_false(AddStageListener(stage, (StageListener){hear, &heard[STAGE_LISTENER_MAX]}));
    apply(stage, MakeMove(0, poseAt(1.0, 0.0, 0.0)));
    assert_true(getX(stage) > 1.5);
    RemoveStageListener(stage, &heard[1]);
    apply(stage, MakeRestart());
    for (int i = 0; i < STAGE_LISTENER_MAX; ++i)
        assert_int_equal(heard[i].count, i == 1 ? 1 : 2);
    assert_int_equal(heard[0].last, STAGE_RESTART);
    assert_int_equal(heard[1].last, STAGE_MOVE);
    assert_true(heard[1].pose.p.x == 1.0);
    assert_true(AddStageListener(stage, (StageListener){hear, &heard[STAGE_LISTENER_MAX]}));
    assert_true(UndoStage(stage) == false);
    freeStage(stage);
}

static bool overlaps(Stage *stage, int32_t a, int32_t b) {
    const StageObject *first = &stage->objects[a], *second = &stage->objects[b];
    cdOverlapInput input = {first->mesh, second->mesh, first->pose, second->pose, .budget = {0}};
    return cdFindOverlap(&input, NULL, stage->scratch.workspace, NULL).state == CD_OVERLAP;
}

// The hand is moved away, and a copy of the block and a copy of that one are added at its start: these
// positions are free then, and taken at a restart. Discrete detection permits overlap. Red: a restart that
// makes objects overlap; positions that another restart, or a replay, changes.
static void testRestartSeparates(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[512] = "";
    apply(stage, MakeMove(0, poseAt(9.0, 0.0, 0.0)));
    int32_t copy = copyObject(stage, 1, message, sizeof message);
    int32_t other = copyObject(stage, copy, message, sizeof message);
    cdPose home = stage->objects[copy].pose;
    assert_true(fabs(home.p.x - 4.0) < 2.0); // the hand's start
    apply(stage, MakeRestart());
    uint64_t hash = HashStage(stage);
    for (int32_t a = 0; a < stage->objectCount; ++a) {
        for (int32_t b = a + 1; b < stage->objectCount; ++b)
            assert_false(overlaps(stage, a, b));
    }
    assert_true(getX(stage) == 4.0 && stage->objects[1].pose.p.x == 0.0);
    assert_false(cdIsSamePose(stage->objects[copy].pose, home));
    assert_true(cdIsSamePose(stage->objects[copy].home, home));
    apply(stage, MakePlace(other, poseAt(0.0, 7.0, 0.0)));
    apply(stage, MakeRestart());
    assert_int_equal(HashStage(stage), hash);
    freeStage(stage);
}

static void testDiscreteRestart(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.mode = SCENE_DISCRETE;
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    assert_true(stage && LoadStage(stage, NULL, &data, message, sizeof message));
    int32_t copy = copyObject(stage, 0, message, sizeof message);
    apply(stage, MakePlace(0, poseAt(9.0, 0.0, 0.0)));
    apply(stage, MakePlace(copy, poseAt(-2.0, 0.0, 0.0)));
    copy = copyObject(stage, copy, message, sizeof message); // beside it: the hand's start
    cdPose home = stage->objects[copy].pose;
    assert_true(fabs(home.p.x) < 1.0 && home.p.z == 0.0);
    apply(stage, MakeRestart());
    assert_true(cdIsSamePose(stage->objects[copy].pose, home));
    freeStage(stage);
}

// Red: a query forgotten when the object is teleported, as a change of detection does; one remembered when
// the other objects have changed.
static void testLastQueryIsKept(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    char message[512] = "";
    assert_null(FindAskedQuery(stage));
    apply(stage, MakeMove(0, poseAt(1.0, 0.0, 0.0)));
    apply(stage, MakeSetMode(SCENE_DISCRETE));
    apply(stage, MakePlace(0, stage->objects[0].pose));
    apply(stage, MakePlace(0, poseAt(7.0, 0.0, 0.0)));
    assert_false(stage->query.present);
    const StageQuery *asked = FindAskedQuery(stage);
    assert_non_null(asked);
    assert_int_equal(asked->mode, SCENE_CONTINUOUS);
    assert_int_equal(asked->contact.state, CD_CONTACT);
    assert_true(asked->motion.start.p.x == 4.0 && asked->motion.target.p.x == 1.0);
    apply(stage, MakeMove(0, poseAt(6.0, 0.0, 0.0)));
    assert_ptr_equal(FindAskedQuery(stage), &stage->query);
    addObject(stage, "builtin:box", message, sizeof message);
    assert_null(FindAskedQuery(stage));
    apply(stage, MakeMove(0, poseAt(5.0, 0.0, 0.0)));
    assert_true(setOption(stage, 0, STAGE_PROXY, 0.0, message, sizeof message));
    assert_null(FindAskedQuery(stage));
    apply(stage, MakeMove(0, poseAt(6.0, 0.0, 0.0)));
    apply(stage, MakeRestart());
    assert_null(FindAskedQuery(stage));
    freeStage(stage);
}

static Stage *loadBlades(double rate) {
    char message[512] = "";
    Stage *stage = malloc(sizeof *stage);
    assert_true(stage &&
                LoadStageSceneWith(stage, FindScene("spinning blade"), &rate, message, sizeof message));
    return stage;
}

static double getTurn(const Stage *stage) {
    cdQuat q = stage->objects[stage->objectCount - 1].pose.q;
    return 2.0 * atan2(q.y, q.w);
}

// Two stages of one scene, stepped alternately, each with its own parameter; one changes meanwhile. Red: a
// value in the scene, shared by both stages, or a step that uses the other stage's pose.
static void testStagesHaveTheirOwnParameters(void **state) {
    (void)state;
    Stage *slow = loadBlades(1.0), *fast = loadBlades(3.0);
    for (int i = 0; i < 6; ++i) {
        if (i == 3) apply(slow, MakeSetParam(0, 2.0));
        apply(slow, MakeAdvance(1.0 / 60.0));
        apply(fast, MakeAdvance(1.0 / 60.0));
    }
    assert_true(fabs(getTurn(slow) - (3.0 * 1.0 + 3.0 * 2.0) / 60.0) < 1e-12);
    assert_true(fabs(getTurn(fast) - 6.0 * 3.0 / 60.0) < 1e-12);
    assert_true(slow->data.params[0] == 2.0 && fast->data.params[0] == 3.0);
    Stage *other = loadBlades(FindScene("spinning blade")->params[0].initial);
    assert_true(other->data.params[0] == 50.0);
    freeStage(slow);
    freeStage(fast);
    freeStage(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRefused),
        cmocka_unit_test(testGestures),
        cmocka_unit_test(testEmptyGesture),
        cmocka_unit_test(testJoiningIsUndone),
        cmocka_unit_test(testListeners),
        cmocka_unit_test(testRestartSeparates),
        cmocka_unit_test(testDiscreteRestart),
        cmocka_unit_test(testLastQueryIsKept),
        cmocka_unit_test(testStagesHaveTheirOwnParameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
