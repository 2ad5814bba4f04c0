// Undo and redo of poses and options.
//
// One list of steps, with a position between those done and those undone. To undo or redo a step, the
// object's pose or option is exchanged with the step's, so that the same list serves both directions and
// poses are exact.
#include "stage/journal/stage_undo.h"

#include "stage/apply.h"
#include "stage/entries.h"
#include "stage/motion/stage_pause.h"

static double getValue(const Stage *stage, const StageUndoStep *step) {
    return step->ofJoint ? stage->joints[step->object].options[step->option]
                         : stage->objects[step->object].options[step->option];
}

static bool putOptionBack(Stage *stage, StageUndoStep *step) {
    double before = getValue(stage, step);
    StageEntry entry = step->ofJoint ? MakeSetJoint(step->object, (StageJointOption)step->option, step->value)
                                     : MakeSetOption(step->object, step->option, step->value);
    if (!ApplyStageEntry(stage, entry)) return false;
    step->value = before;
    return true;
}

// Leaves a body where it is if the earlier pose is occupied now.
static bool putPoseBack(Stage *stage, StageUndoStep *step) {
    const StageObject *object = &stage->objects[step->object];
    cdPose before = object->pose;
    stage->selected = step->object;
    ApplyStageEntry(stage, MakePlace(step->object, step->pose));
    if (object->isBody && stage->query.status != STAGE_FREE) {
        ApplyStageEntry(stage, MakePlace(step->object, before));
        return false;
    }
    step->pose = before;
    return true;
}

static bool putBack(Stage *stage, StageUndoStep *step) {
    EndStageGesture(&stage->undo);
    stage->undo.paused = true;
    bool done = IsUndoOfPose(step) ? putPoseBack(stage, step) : putOptionBack(stage, step);
    stage->undo.paused = false;
    return done;
}

static bool isUnchanged(const Stage *stage, const StageUndoStep *step) {
    return IsUndoOfPose(step) ? cdIsSamePose(step->pose, stage->objects[step->object].pose)
                              : step->value == getValue(stage, step);
}

// A step that has moved nothing does not count.
static void dropUnmoved(Stage *stage) {
    StageUndo *undo = &stage->undo;
    while (undo->doneCount > 0) {
        const StageUndoStep *last = GetUndoStep(undo, undo->doneCount - 1);
        if (!isUnchanged(stage, last)) return;
        --undo->doneCount;
        undo->redoCount = 0;
    }
}

// Undoes the last step with all that are chained to it.
static bool takeBack(Stage *stage) {
    StageUndo *undo = &stage->undo;
    for (bool chained = true; chained && undo->doneCount > 0;) {
        StageUndoStep *step = GetUndoStep(undo, --undo->doneCount);
        chained = step->chained;
        bool done = putBack(stage, step);
        undo->redoCount = done ? undo->redoCount + 1 : 0;
        if (!done) return false;
    }
    return true;
}

static bool isNextChained(StageUndo *undo) {
    return undo->redoCount > 0 && GetUndoStep(undo, undo->doneCount)->chained;
}

bool UndoStage(Stage *stage) {
    StageUndo *undo = &stage->undo;
    GiveUpStageWork(stage); // before poses are compared and stored
    if (undo->redoCount == 0) dropUnmoved(stage);
    if (undo->doneCount == 0) return false;
    return takeBack(stage);
}

bool RedoStage(Stage *stage) {
    StageUndo *undo = &stage->undo;
    GiveUpStageWork(stage);
    if (undo->redoCount == 0) return false;
    do {
        if (!putBack(stage, GetUndoStep(undo, undo->doneCount))) return false;
        ++undo->doneCount;
        --undo->redoCount;
    } while (isNextChained(undo));
    return true;
}

bool TakeBackStage(Stage *stage) {
    StageUndo *undo = &stage->undo;
    GiveUpStageWork(stage);
    if (undo->begins || undo->moved < 0 || undo->doneCount == 0) return false;
    bool done = takeBack(stage);
    undo->redoCount = 0;
    return done;
}
