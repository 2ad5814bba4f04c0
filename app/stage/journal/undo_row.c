// Adds and discards the steps of undo.
//
// Input: entries, before and after they are applied. Output: their inverses in a ring.
#include "stage/journal/undo_row.h"

#include "stage/objects/stage_members.h"

StageUndoStep *GetUndoStep(StageUndo *undo, int32_t index) {
    return &undo->steps[(undo->first + index) % STAGE_UNDO_MAX];
}

bool IsUndoOfPose(const StageUndoStep *step) {
    return !step->ofJoint && step->option == STAGE_OPTION_COUNT;
}

static void add(StageUndo *undo, StageUndoStep step) {
    undo->redoCount = 0;
    step.chained = step.chained || (undo->chains && undo->chain++ > 0);
    if (undo->doneCount == STAGE_UNDO_MAX) {
        undo->first = (undo->first + 1) % STAGE_UNDO_MAX;
        --undo->doneCount;
    }
    *GetUndoStep(undo, undo->doneCount++) = step;
}

// --- Adding steps

void BeginStageGesture(Stage *stage) {
    stage->undo.begins = true;
    stage->undo.moved = -1;
}

// A move to the current pose, or an option with its current value, is no step.
StageUndoStep FindStageInverse(const Stage *stage, const StageEntry *entry) {
    StageUndoStep none = {.object = -1},
                  added = {.object = STAGE_UNDO_ADDED, .option = STAGE_REMOVED, .value = 1.0};
    if (stage->undo.paused) return none;
    if (entry->op == STAGE_ADD || entry->op == STAGE_COPY) return added;
    if (entry->op == STAGE_SET_JOINT) {
        double value = stage->joints[entry->index].options[entry->option];
        return (StageUndoStep){value == entry->value ? -1 : entry->index, (StageOption)entry->option,
                               .value = value, .ofJoint = true};
    }
    bool moves = entry->op == STAGE_MOVE || entry->op == STAGE_PLACE || entry->op == STAGE_HOLD;
    if (!moves && entry->op != STAGE_SET_OPTION) return none;
    const StageObject *object = &stage->objects[entry->index];
    if (!moves) {
        double value = object->options[entry->option];
        return (StageUndoStep){value == entry->value ? -1 : entry->index, (StageOption)entry->option,
                               .value = value};
    }
    bool stays = entry->op == STAGE_HOLD ? !object->isBody : cdIsSamePose(object->pose, entry->pose);
    return (StageUndoStep){stays ? -1 : entry->index, STAGE_OPTION_COUNT, .pose = object->pose,
                           .alone = entry->op != STAGE_MOVE};
}

// True if the last step changed nothing: then it serves as the step of this entry.
static bool isLastUnmoved(StageUndo *undo, const StageUndoStep *inverse) {
    if (undo->doneCount == 0) return false;
    const StageUndoStep *last = GetUndoStep(undo, undo->doneCount - 1);
    return IsUndoOfPose(last) && last->object == inverse->object && cdIsSamePose(last->pose, inverse->pose);
}

static void addOthers(Stage *stage, int32_t object) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageUndoStep other = {i, STAGE_OPTION_COUNT, .pose = stage->objects[i].start, .chained = true};
        if (i != object && IsInStageGroup(stage, i)) add(&stage->undo, other);
    }
}

static void feedMove(Stage *stage, StageUndoStep inverse) {
    StageUndo *undo = &stage->undo;
    if (!undo->begins) return; // belongs to the current step, or to no gesture
    undo->begins = false;
    undo->moved = inverse.object;
    undo->redoCount = 0;
    bool together = !inverse.alone && IsInStageGroup(stage, inverse.object);
    if (together || !isLastUnmoved(undo, &inverse)) add(undo, inverse);
    if (together) addOthers(stage, inverse.object);
}

void FeedStageUndo(Stage *stage, StageUndoStep inverse) {
    StageUndo *undo = &stage->undo;
    if (inverse.object == STAGE_UNDO_ADDED) inverse.object = stage->objectCount - 1;
    if (inverse.object < 0) return;
    if (IsUndoOfPose(&inverse))
        feedMove(stage, inverse);
    else
        add(undo, inverse);
}

void BeginStageChain(Stage *stage) {
    stage->undo.chains = true;
    stage->undo.chain = 0;
}

void EndStageChain(Stage *stage) {
    stage->undo.chains = false;
}

void EndStageGesture(StageUndo *undo) {
    undo->begins = false;
    undo->moved = -1;
}

// --- Discarding steps

void ForgetStageSteps(Stage *stage) {
    stage->undo.doneCount = stage->undo.redoCount = 0;
    EndStageGesture(&stage->undo);
}

void ForgetStagePoses(Stage *stage) {
    StageUndo *undo = &stage->undo;
    int32_t kept = 0;
    for (int32_t i = 0; i < undo->doneCount; ++i) {
        StageUndoStep step = *GetUndoStep(undo, i);
        if (!IsUndoOfPose(&step)) *GetUndoStep(undo, kept++) = step;
    }
    undo->doneCount = kept;
    undo->redoCount = 0;
    EndStageGesture(undo);
}
