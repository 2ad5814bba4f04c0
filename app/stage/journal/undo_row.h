// The row of steps that can be undone and redone. For ApplyStage and for undo itself.
#ifndef APP_UNDO_ROW_H
#define APP_UNDO_ROW_H

#include "stage/state/stage_state.h"

// How to go back behind an entry that is applied next.
StageUndoStep FindStageInverse(const Stage *stage, const StageEntry *entry);
// It has been applied.
void FeedStageUndo(Stage *stage, StageUndoStep inverse);

// The object that is moved next is the gesture's, until another one begins.
void BeginStageGesture(Stage *stage);
void EndStageGesture(StageUndo *undo);

// The steps of options from here on are one, until the chain ends.
void BeginStageChain(Stage *stage);
void EndStageChain(Stage *stage);

// Counted from the oldest step; those that can be redone follow those done.
StageUndoStep *GetUndoStep(StageUndo *undo, int32_t index);
bool IsUndoOfPose(const StageUndoStep *step);

void ForgetStageSteps(Stage *stage);
void ForgetStagePoses(Stage *stage); // options can be taken back still

#endif
