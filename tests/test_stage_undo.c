// Undo and redo of poses: exact, bounded, and cleared by a new step after an undo.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include <string.h>

static void moveTo(Stage *stage, double x) {
    BeginStageGesture(stage);
    apply(stage, MakeMove(0, poseAt(x, 0.0, 0.0)));
}

static double getX(const Stage *stage) {
    return stage->objects[0].pose.p.x;
}

// More steps than are kept: undo goes back pose by pose to the oldest, redo comes all the way back. Red: a
// ring that loses its order or its bound.
static void testBounded(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    const int count = STAGE_UNDO_MAX + 44;
    for (int i = 0; i < count; ++i)
        moveTo(stage, 5.0 + i);
    for (int i = count - 1; i >= count - STAGE_UNDO_MAX; --i) {
        assert_true(UndoStage(stage));
        assert_true(getX(stage) == 4.0 + i);
    }
    assert_false(UndoStage(stage));
    for (int i = count - STAGE_UNDO_MAX; i < count; ++i) {
        assert_true(RedoStage(stage));
        assert_true(getX(stage) == 5.0 + i);
    }
    assert_false(RedoStage(stage));
    freeStage(stage);
}

// Redo restores the pose at a contact, with all its digits, without a query. Red: a redo that moves the
// object to the hand's target, or stops it again slightly earlier.
static void testRedoIsExact(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    moveTo(stage, 0.0);
    cdPose stopped = stage->objects[0].pose;
    assert_true(stopped.p.x > 2.0);
    assert_true(UndoStage(stage));
    assert_true(RedoStage(stage));
    assert_memory_equal(&stage->objects[0].pose, &stopped, sizeof stopped);
    assert_false(stage->query.present);
    freeStage(stage);
}

// After an undo a new step is the last one: the undone ones are gone. Red: redo to a pose of another history.
static void testNewStepCutsRedo(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    moveTo(stage, 5.0);
    moveTo(stage, 6.0);
    assert_true(UndoStage(stage));
    moveTo(stage, 7.0);
    assert_false(RedoStage(stage));
    assert_true(UndoStage(stage));
    assert_true(getX(stage) == 5.0);
    assert_true(UndoStage(stage));
    assert_true(getX(stage) == 4.0);
    assert_false(UndoStage(stage));
    freeStage(stage);
}

// A press without motion is no step; a cancelled drag cannot be redone. Red: an undo without visible effect,
// a redo of what Esc reverted.
static void testNoSteps(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    moveTo(stage, 5.0);
    BeginStageGesture(stage);
    BeginStageGesture(stage);
    assert_true(UndoStage(stage));
    assert_true(getX(stage) == 4.0);
    moveTo(stage, 6.0);
    assert_true(TakeBackStage(stage));
    assert_true(getX(stage) == 4.0);
    assert_false(RedoStage(stage));
    assert_false(UndoStage(stage));
    freeStage(stage);
}

// Steps of two objects alternately; each undo selects the one it moves. A restart clears all. Red: the pose
// of one object given to the other.
static void testTwoObjects(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    moveTo(stage, 6.0);
    BeginStageGesture(stage);
    apply(stage, MakePlace(1, poseAt(-5.0, 0.0, 0.0)));
    moveTo(stage, 8.0);
    assert_true(UndoStage(stage));
    assert_true(UndoStage(stage));
    assert_int_equal(stage->selected, 1);
    assert_true(stage->objects[1].pose.p.x == 0.0);
    assert_true(getX(stage) == 6.0);
    assert_true(RedoStage(stage));
    assert_true(stage->objects[1].pose.p.x == -5.0);
    apply(stage, MakeRestart());
    assert_false(UndoStage(stage));
    assert_false(RedoStage(stage));
    assert_true(getX(stage) == 4.0);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBounded),         cmocka_unit_test(testRedoIsExact),
        cmocka_unit_test(testNewStepCutsRedo), cmocka_unit_test(testNoSteps),
        cmocka_unit_test(testTwoObjects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
