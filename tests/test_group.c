// Objects that move together: all by the same part of the motion; undo and recordings include all. Turns are
// in test_group_turn.c.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "hand/edit.h"
#include "hand/group.h"
#include "random.h"
#include "replay_fixture.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

static void join(Stage *stage, int32_t object) {
    char message[512] = "";
    if (!setOption(stage, object, STAGE_GROUP, 1.0, message, sizeof message)) fail_msg("%s", message);
}

// The hand at x = 4 and two copies of it, at `second` and far away; the block is at 0. The first two are a
// group.
static Stage *makeGroup(SceneResponse response, cdPose second) {
    Stage *stage = makeStage(response);
    char message[512] = "";
    assert_int_equal(copyObject(stage, 0, message, sizeof message), 2);
    assert_int_equal(copyObject(stage, 0, message, sizeof message), 3);
    apply(stage, MakePlace(2, second));
    apply(stage, MakePlace(3, poseAt(0.0, 40.0, 0.0)));
    join(stage, 0);
    join(stage, 2);
    return stage;
}

static cdVec3 getPlace(const Stage *stage, int32_t object) {
    return stage->objects[object].pose.p;
}

// The block obstructs one of the two: both stop there, whichever of them is dragged. On a free path both
// reach their targets exactly. A single object is not a group. Red: the free one continues alone, the
// obstructed one passes through, an object outside the group moves along.
static void testStopTogether(void **state) {
    (void)state;
    for (int32_t led = 0; led <= 2; led += 2) {
        Stage *stage = makeGroup(SCENE_STOP, poseAt(4.0, 0.0, 3.0));
        cdPose target = stage->objects[led].pose;
        target.p.x -= 6.0;
        apply(stage, MakeMove(led, target));
        assert_true(getPlace(stage, 0).x >= 2.0 && getPlace(stage, 0).x < 2.001);
        assert_true(getPlace(stage, 2).x == getPlace(stage, 0).x && getPlace(stage, 2).z == 3.0);
        assert_int_equal(stage->query.status, STAGE_CONTACT);
        assert_int_equal(stage->query.object, 0); // the stopped one
        assert_int_equal(stage->query.obstacle, 1);
        assert_true(getPlace(stage, 3).y == 40.0);
        target = stage->objects[led].pose;
        target.p = cdAdd(target.p, (cdVec3){0.5, 0.25, 1.0});
        double x = getPlace(stage, 0).x;
        apply(stage, MakeMove(led, target));
        for (int32_t k = 0; k < 3; k += 2) {
            assert_true(getPlace(stage, k).x == x + 0.5 && getPlace(stage, k).y == 0.25);
            assert_true(stage->objects[k].pose.q.w == 1.0);
        }
        freeStage(stage);
    }
    Stage *stage = makeGroup(SCENE_STOP, poseAt(4.0, 0.0, 3.0));
    char message[512] = "";
    assert_true(setOption(stage, 2, STAGE_GROUP, 0.0, message, sizeof message));
    apply(stage, MakeMove(0, poseAt(5.0, 0.0, 0.0)));
    assert_true(getPlace(stage, 0).x == 5.0 && getPlace(stage, 2).x == 4.0);
    freeStage(stage);
}

// Side by side without a gap, the two do not block each other. Red: a member that is an obstacle.
static void testMembersDoNotBlockEachOther(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        Stage *stage = makeGroup(SCENE_STOP, poseAt(6.0 + 1e-7, 0.0, 0.0));
        double y = i == 0 ? 3.0 : 0.0, x = i == 0 ? 0.0 : 2.5;
        apply(stage, MakeMove(0, poseAt(4.0 + x, y, 0.0)));
        assert_true(getPlace(stage, 0).x == 4.0 + x && getPlace(stage, 0).y == y);
        assert_true(getPlace(stage, 2).x == 6.0 + 1e-7 + x && getPlace(stage, 2).y == y);
        freeStage(stage);
    }
}

// Far below one member is nothing but the ground, as below the other: both stop above it. Red: a ground under
// the dragged member only.
static void testFarMemberMeetsTheGround(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        Stage *stage = makeGroup(SCENE_STOP, poseAt(90.0, i == 0 ? 0.0 : -0.5, 40.0));
        assert_true(HasStageGround(stage));
        double low = stage->ground.height;
        apply(stage, MakePlace(0, poseAt(4.0, 5.0, 0.0)));
        apply(stage, MakePlace(2, poseAt(90.0, 4.5, 40.0)));
        apply(stage, MakeMove(i == 0 ? 0 : 2, poseAt(i == 0 ? 4.0 : 90.0, -20.0, i == 0 ? 0.0 : 40.0)));
        assert_true(getPlace(stage, 2).y > low + 1.0 && getPlace(stage, 2).y < low + 1.01);
        assert_int_equal(stage->query.object, 2);
        assert_int_equal(stage->query.obstacle, stage->objectCount);
        freeStage(stage);
    }
}

// The discrete method moves all; a member does not count as an obstacle, although the led one comes to where
// it was. Red: an overlap with the pose of before.
static void testDiscrete(void **state) {
    (void)state;
    Stage *stage = makeGroup(SCENE_STOP, poseAt(6.5, 0.0, 0.0));
    apply(stage, MakeSetMode(SCENE_DISCRETE));
    apply(stage, MakeMove(0, poseAt(6.5, 0.0, 0.0)));
    assert_true(getPlace(stage, 0).x == 6.5 && getPlace(stage, 2).x == 9.0);
    assert_int_equal(stage->query.status, STAGE_FREE);
    apply(stage, MakeMove(0, poseAt(0.5, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assert_int_equal(stage->query.obstacle, 1);
    freeStage(stage);
}

// One undo reverts the whole drag of all, bit for bit, and one redo repeats it. Red: an undo for each object,
// one that skips the others.
static void testUndo(void **state) {
    (void)state;
    Stage *stage = makeGroup(SCENE_STOP, poseAt(4.1, 0.3, 3.0));
    cdPose first = stage->objects[0].pose, second = stage->objects[2].pose;
    int32_t doneBefore = stage->undo.doneCount;
    BeginStageGesture(stage);
    apply(stage, MakeMove(0, poseAt(3.7, 0.2, 0.1)));
    apply(stage, MakeMove(0, poseAt(3.1, 0.7, 0.1)));
    cdPose firstEnd = stage->objects[0].pose, secondEnd = stage->objects[2].pose;
    assert_true(UndoStage(stage));
    assert_int_equal(stage->undo.doneCount, doneBefore);
    assert_true(cdIsSamePose(stage->objects[0].pose, first) && cdIsSamePose(stage->objects[2].pose, second));
    assert_true(RedoStage(stage));
    assert_true(cdIsSamePose(stage->objects[0].pose, firstEnd) &&
                cdIsSamePose(stage->objects[2].pose, secondEnd));
    assert_true(UndoStage(stage));
    assert_true(cdIsSamePose(stage->objects[2].pose, second));
    freeStage(stage);
}

// Three tori in a group among obstacles, dragged at random: after each step no member overlaps anything
// outside the group, and all have the same displacement. Red: a fraction found for one object and not tested
// for the others.
static void testNeverOverlaps(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:torus:major=0.7,minor=0.2", SCENE_STOP);
    char message[512] = "";
    for (int i = 0; i < 2; ++i)
        assert_int_equal(copyObject(stage, 0, message, sizeof message), 2 + i);
    for (int i = 0; i < 3; ++i)
        assert_int_equal(copyObject(stage, 1, message, sizeof message), 4 + i);
    apply(stage, MakePlace(2, poseAt(4.0, 1.2, 0.3)));
    apply(stage, MakePlace(3, poseAt(4.5, -0.4, 1.9)));
    apply(stage, MakePlace(4, poseAt(0.0, 2.3, 2.2)));
    apply(stage, MakePlace(5, poseAt(8.0, 0.0, -1.0)));
    apply(stage, MakePlace(6, poseAt(3.0, 0.0, -4.0)));
    join(stage, 0);
    join(stage, 2);
    join(stage, 3);
    Random seed = {7};
    int32_t contacts = 0;
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int step = 0; step < 150; ++step) {
        cdVec3 before[3] = {getPlace(stage, 0), getPlace(stage, 2), getPlace(stage, 3)};
        int32_t members[3] = {0, 2, 3};
        cdPose target = poseAt(nextRandomIn(&seed, -6.0, 11.0), nextRandomIn(&seed, -3.0, 4.0),
                               nextRandomIn(&seed, -7.0, 7.0));
        apply(stage, MakeMove(members[step % 3], target));
        contacts += stage->query.status == STAGE_CONTACT;
        cdVec3 way = cdSub(getPlace(stage, 0), before[0]);
        for (int k = 0; k < 3; ++k) {
            const StageObject *a = &stage->objects[members[k]];
            assert_true(cdLength(cdSub(cdSub(a->pose.p, before[k]), way)) < 1e-12);
            for (int32_t i = 0; i < stage->objectCount; ++i) {
                if (i == 0 || i == 2 || i == 3) continue;
                const StageObject *b = &stage->objects[i];
                cdOverlapInput input = {
                    .meshA = a->mesh, .meshB = b->mesh, .poseA = a->pose, .poseB = b->pose};
                assert_int_equal(cdFindOverlap(&input, NULL, workspace, NULL).state, CD_FREE);
            }
        }
    }
    assert_true(contacts > 40);
    cdDestroyWorkspace(workspace);
    freeStage(stage);
}

static void edit(Stage *stage) {
    apply(stage, MakeMove(0, poseAt(1.5, 0.0, 0.1)));
    apply(stage, MakeMove(2, poseAt(5.0, 0.5, 2.0)));
    apply(stage, MakeMove(0, poseAt(-3.0, 0.2, 0.0)));
    BeginStageGesture(stage);
    apply(stage, MakeMove(2, poseAt(7.0, 0.5, 2.0)));
    assert_true(UndoStage(stage));
}

// Replayed from a recording, everything ends at the same pose, to the bit. Red: a group that recordings lack.
static void testRecorded(void **state) {
    (void)state;
    Stage *stage = makeGroup(SCENE_SLIDE, poseAt(4.2, 0.1, 2.7));
    char message[512] = "", *text = NULL;
    size_t length = 0;
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
    edit(stage);
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    assertReplays(text, hash);
    free(text);
}

// --- In the window

// The first object that joins adds the selected one, too; hiding, copying and removal apply to all, and one
// undo reverts each; after dissolving, each is by itself. A fixed object does not join. Red: an edit of the
// selected one only; copies that join the group at once.
static void testEdits(void **state) {
    (void)state;
    App *app = calloc(1, sizeof *app);
    Stage *made = makeGroup(SCENE_STOP, poseAt(4.0, 0.0, 3.0));
    assert_non_null(app);
    app->stage = *made;
    free(made);
    app->camera = gxMakeCamera((double[3]){3.0, 5.0, 30.0}, (double[3]){3.0, 5.0, 0.0}, 0.9, 40.0);
    app->layout = (Layout){.width = 800, .height = 600, .windowWidth = 800, .windowHeight = 600};
    Stage *stage = &app->stage;
    GroupObject(app, -1, true);
    assert_true(stage->objects[0].options[STAGE_GROUP] == 0.0 &&
                stage->objects[2].options[STAGE_GROUP] == 0.0);
    stage->selected = 0;
    GroupObject(app, 1, false);
    assert_true(stage->objects[1].options[STAGE_GROUP] == 0.0);
    GroupObject(app, 2, false);
    assert_true(stage->objects[0].options[STAGE_GROUP] == 1.0 &&
                stage->objects[2].options[STAGE_GROUP] == 1.0);
    HideSelected(app);
    assert_true(stage->objects[0].hidden && stage->objects[2].hidden && !stage->objects[3].hidden);
    HideSelected(app);
    int32_t before = CountStageObjects(stage);
    DuplicateSelected(app);
    assert_int_equal(CountStageObjects(stage), before + 2);
    assert_true(stage->objects[4].options[STAGE_GROUP] == 0.0 &&
                stage->objects[5].options[STAGE_GROUP] == 0.0);
    UndoStep(app);
    assert_int_equal(CountStageObjects(stage), before);
    stage->selected = 2;
    RemoveSelected(app);
    assert_true(stage->objects[0].removed && stage->objects[2].removed && !stage->objects[3].removed);
    UndoStep(app);
    assert_false(stage->objects[0].removed || stage->objects[2].removed);
    DestroyStage(stage);
    free(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testStopTogether),
        cmocka_unit_test(testMembersDoNotBlockEachOther),
        cmocka_unit_test(testFarMemberMeetsTheGround),
        cmocka_unit_test(testDiscrete),
        cmocka_unit_test(testUndo),
        cmocka_unit_test(testNeverOverlaps),
        cmocka_unit_test(testRecorded),
        cmocka_unit_test(testEdits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
