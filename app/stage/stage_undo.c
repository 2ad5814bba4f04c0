// Undo and redo of poses.
//
// One row of steps with a place between those done and those undone. To undo or redo a step the object's pose
// and the step's change places, so that the same row leads both ways and the poses are exact.
#include "stage/stage.h"

static StageUndoStep *getStep(StageUndo *undo, int32_t index) {
    return &undo->steps[(undo->first + index) % STAGE_UNDO_MAX];
}

void RememberStagePose(Stage *stage, int32_t object) {
    StageUndo *undo = &stage->undo;
    cdPose pose = stage->objects[object].pose;
    undo->redoCount = 0;
    if (undo->doneCount > 0) {
        const StageUndoStep *last = getStep(undo, undo->doneCount - 1);
        if (last->object == object && cdIsSamePose(last->pose, pose)) return;
    }
    if (undo->doneCount == STAGE_UNDO_MAX) {
        undo->first = (undo->first + 1) % STAGE_UNDO_MAX;
        --undo->doneCount;
    }
    *getStep(undo, undo->doneCount++) = (StageUndoStep){object, pose};
}

// A body is left where it is when its place is taken.
static bool putBack(Stage *stage, StageUndoStep *step) {
    StageObject *object = &stage->objects[step->object];
    cdPose before = object->pose;
    stage->selected = step->object;
    PlaceStageObject(stage, step->object, step->pose);
    if (object->isBody && stage->query.status != STAGE_FREE) {
        PlaceStageObject(stage, step->object, before);
        return false;
    }
    step->pose = before;
    return true;
}

// What was remembered and then not moved is no step.
static void dropUnmoved(Stage *stage) {
    StageUndo *undo = &stage->undo;
    while (undo->doneCount > 0) {
        const StageUndoStep *last = getStep(undo, undo->doneCount - 1);
        if (!cdIsSamePose(last->pose, stage->objects[last->object].pose)) return;
        --undo->doneCount;
        undo->redoCount = 0;
    }
}

bool UndoStage(Stage *stage) {
    StageUndo *undo = &stage->undo;
    if (undo->redoCount == 0) dropUnmoved(stage);
    if (undo->doneCount == 0) return false;
    bool done = putBack(stage, getStep(undo, --undo->doneCount));
    undo->redoCount = done ? undo->redoCount + 1 : 0;
    return done;
}

bool RedoStage(Stage *stage) {
    StageUndo *undo = &stage->undo;
    if (undo->redoCount == 0) return false;
    if (!putBack(stage, getStep(undo, undo->doneCount))) return false;
    ++undo->doneCount;
    --undo->redoCount;
    return true;
}

bool TakeBackStage(Stage *stage) {
    StageUndo *undo = &stage->undo;
    undo->redoCount = 0;
    if (undo->doneCount == 0) return false;
    return putBack(stage, getStep(undo, --undo->doneCount));
}

void ForgetStageSteps(Stage *stage) {
    stage->undo.doneCount = stage->undo.redoCount = 0;
}
