// Undo and redo of poses and options.
//
// One row of steps with a place between those done and those undone. To undo or redo a step the object's
// pose, or its option, and the step's change places, so that the same row leads both ways and the poses are
// exact.
#include "stage/stage.h"

static StageUndoStep *getStep(StageUndo *undo, int32_t index) {
    return &undo->steps[(undo->first + index) % STAGE_UNDO_MAX];
}

static bool isPose(const StageUndoStep *step) {
    return step->option == STAGE_OPTION_COUNT;
}

static void add(StageUndo *undo, StageUndoStep step) {
    undo->redoCount = 0;
    if (undo->doneCount == STAGE_UNDO_MAX) {
        undo->first = (undo->first + 1) % STAGE_UNDO_MAX;
        --undo->doneCount;
    }
    *getStep(undo, undo->doneCount++) = step;
}

void RememberStagePose(Stage *stage, int32_t object) {
    StageUndo *undo = &stage->undo;
    cdPose pose = stage->objects[object].pose;
    if (undo->doneCount > 0) {
        const StageUndoStep *last = getStep(undo, undo->doneCount - 1);
        undo->redoCount = 0;
        if (last->object == object && isPose(last) && cdIsSamePose(last->pose, pose)) return;
    }
    add(undo, (StageUndoStep){.object = object, .option = STAGE_OPTION_COUNT, .pose = pose});
}

void RememberStageOption(Stage *stage, int32_t object, StageOption option, double value) {
    add(&stage->undo, (StageUndoStep){.object = object, .option = option, .value = value});
}

static bool putOptionBack(Stage *stage, StageUndoStep *step) {
    char message[512];
    double before = stage->objects[step->object].options[step->option];
    if (!SetStageOption(stage, step->object, step->option, step->value, message, sizeof message))
        return false;
    step->value = before;
    return true;
}

// A body is left where it is when its place is taken.
static bool putBack(Stage *stage, StageUndoStep *step) {
    StageObject *object = &stage->objects[step->object];
    cdPose before = object->pose;
    if (!isPose(step)) return putOptionBack(stage, step);
    stage->selected = step->object;
    PlaceStageObject(stage, step->object, step->pose);
    if (object->isBody && stage->query.status != STAGE_FREE) {
        PlaceStageObject(stage, step->object, before);
        return false;
    }
    step->pose = before;
    return true;
}

static bool isUnchanged(const Stage *stage, const StageUndoStep *step) {
    const StageObject *object = &stage->objects[step->object];
    return isPose(step) ? cdIsSamePose(step->pose, object->pose)
                        : step->value == object->options[step->option];
}

// What was remembered and then not moved is no step.
static void dropUnmoved(Stage *stage) {
    StageUndo *undo = &stage->undo;
    while (undo->doneCount > 0) {
        const StageUndoStep *last = getStep(undo, undo->doneCount - 1);
        if (!isUnchanged(stage, last)) return;
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

void ForgetStagePoses(Stage *stage) {
    StageUndo *undo = &stage->undo;
    int32_t kept = 0;
    for (int32_t i = 0; i < undo->doneCount; ++i) {
        StageUndoStep step = *getStep(undo, i);
        if (!isPose(&step)) *getStep(undo, kept++) = step;
    }
    undo->doneCount = kept;
    undo->redoCount = 0;
}
