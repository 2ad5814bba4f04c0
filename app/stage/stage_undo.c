// Undo and redo of poses and options.
//
// One row of steps with a place between those done and those undone. To undo or redo a step the object's
// pose, or its option, and the step's change places, so that the same row leads both ways and the poses are
// exact.
#include "stage/apply.h"
#include "stage/entries.h"
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

// --- Steps come

void BeginStageGesture(Stage *stage) {
    stage->undo.begins = true;
    stage->undo.moved = -1;
}

// A move to where the object is already, or an option that it has, is no step.
StageUndoStep FindStageInverse(const Stage *stage, const StageEntry *entry) {
    StageUndoStep none = {.object = -1},
                  added = {.object = STAGE_UNDO_ADDED, .option = STAGE_REMOVED, .value = 1.0};
    if (stage->undo.paused) return none;
    if (entry->op == STAGE_ADD || entry->op == STAGE_COPY) return added;
    bool moves = entry->op == STAGE_MOVE || entry->op == STAGE_PLACE || entry->op == STAGE_HOLD;
    if (!moves && entry->op != STAGE_SET_OPTION) return none;
    const StageObject *object = &stage->objects[entry->index];
    if (!moves) {
        double value = object->options[entry->option];
        return (StageUndoStep){value == entry->value ? -1 : entry->index, (StageOption)entry->option,
                               .value = value};
    }
    bool stays = entry->op == STAGE_HOLD ? !object->isBody : cdIsSamePose(object->pose, entry->pose);
    return (StageUndoStep){stays ? -1 : entry->index, STAGE_OPTION_COUNT, .pose = object->pose};
}

// Whether the last step has led nowhere: then it stands for this one.
static bool isLastUnmoved(StageUndo *undo, const StageUndoStep *inverse) {
    if (undo->doneCount == 0) return false;
    const StageUndoStep *last = getStep(undo, undo->doneCount - 1);
    return isPose(last) && last->object == inverse->object && cdIsSamePose(last->pose, inverse->pose);
}

static void feedMove(StageUndo *undo, StageUndoStep inverse) {
    if (!undo->begins) return; // part of the step that has begun, or no part of a gesture
    undo->begins = false;
    undo->moved = inverse.object;
    undo->redoCount = 0;
    if (!isLastUnmoved(undo, &inverse)) add(undo, inverse);
}

void FeedStageUndo(Stage *stage, StageUndoStep inverse) {
    StageUndo *undo = &stage->undo;
    if (inverse.object == STAGE_UNDO_ADDED) inverse.object = stage->objectCount - 1;
    if (inverse.object < 0) return;
    if (isPose(&inverse))
        feedMove(undo, inverse);
    else
        add(undo, inverse);
}

static void endGesture(StageUndo *undo) {
    undo->begins = false;
    undo->moved = -1;
}

// --- Steps go

static bool putOptionBack(Stage *stage, StageUndoStep *step) {
    double before = stage->objects[step->object].options[step->option];
    if (!ApplyStageEntry(stage, MakeSetOption(step->object, step->option, step->value))) return false;
    step->value = before;
    return true;
}

// A body is left where it is when its place is taken.
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
    endGesture(&stage->undo);
    stage->undo.paused = true;
    bool done = isPose(step) ? putPoseBack(stage, step) : putOptionBack(stage, step);
    stage->undo.paused = false;
    return done;
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
    if (undo->begins || undo->moved < 0 || undo->doneCount == 0) return false;
    undo->redoCount = 0;
    return putBack(stage, getStep(undo, --undo->doneCount));
}

void ForgetStageSteps(Stage *stage) {
    stage->undo.doneCount = stage->undo.redoCount = 0;
    endGesture(&stage->undo);
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
    endGesture(undo);
}
