// The list of steps that can be undone and redone. For ApplyStage and for undo itself.
#ifndef APP_UNDO_ROW_H
#define APP_UNDO_ROW_H

#include "stage/state/stage_state.h"

// Returns the inverse of an entry that is about to be applied.
StageUndoStep FindStageInverse(const Stage *stage, const StageEntry *entry);
// Adds the step once the entry has been applied.
void FeedStageUndo(Stage *stage, StageUndoStep inverse);

// Begins a gesture of the object that is moved next; it lasts until the next one begins.
void BeginStageGesture(Stage *stage);
void EndStageGesture(StageUndo *undo);

// Merges the following steps of options into one, until EndStageChain.
void BeginStageChain(Stage *stage);
void EndStageChain(Stage *stage);

// Counts from the oldest step; steps that can be redone follow those that can be undone.
StageUndoStep *GetUndoStep(StageUndo *undo, int32_t index);
bool IsUndoOfPose(const StageUndoStep *step);

void ForgetStageSteps(Stage *stage);
void ForgetStagePoses(Stage *stage); // keeps the steps of options

#endif
