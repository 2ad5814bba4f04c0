// Where objects were before they were moved, and how they were before an option was set, step by step, to go
// back there and forward again.
//
// ApplyStage finds the inverse of each entry before it is done. An option is a step, and so is an object that
// joins. Moves are steps of gestures: a drag, a press of a key, a typed number. All moves of the gesture's
// object are one step together; moves outside a gesture are none. A bounded ring: when it is full the oldest
// step is forgotten. A new step cuts off what had been undone.
#ifndef APP_STAGE_UNDO_H
#define APP_STAGE_UNDO_H

#include "collision/collision.h"
#include "stage/journal.h"
#include "stage/stage_options.h"

typedef struct Stage Stage;

enum { STAGE_UNDO_MAX = 256 };

// A step is kept as the other end of it: what is undone holds the pose, or the option's value, from before
// it, what can be redone that from after it.
typedef struct StageUndoStep {
    int32_t object;     // -1: none; STAGE_UNDO_ADDED: the one that joins
    StageOption option; // STAGE_OPTION_COUNT: it was moved
    cdPose pose;
    double value;
} StageUndoStep;

enum { STAGE_UNDO_ADDED = -2 };

typedef struct StageUndo {
    StageUndoStep steps[STAGE_UNDO_MAX]; // a ring
    int32_t first;                       // of the ring's oldest
    int32_t doneCount;                   // that can be undone; then come
    int32_t redoCount;                   // that can be redone
    bool begins;                         // a gesture has begun that has moved nothing yet
    int32_t moved;                       // the object that the gesture moves; -1: none, moves are no steps
    bool paused;                         // what is applied is undo itself, or a replay: no steps
} StageUndo;

// The object that is moved next is the gesture's, until another one begins.
void BeginStageGesture(Stage *stage);
// Back to where the last step began, or forward to where the last one that was undone ended; the object is
// selected. A body does not go where something else has come to be since: false, as where there is no step.
bool UndoStage(Stage *stage);
bool RedoStage(Stage *stage);
// Undoes the step of the last gesture for good: what the hand gave up is not to be redone. Returns false if
// the gesture has changed nothing.
bool TakeBackStage(Stage *stage);

// --- For ApplyStage

// How to go back behind an entry that is applied next.
StageUndoStep FindStageInverse(const Stage *stage, const StageEntry *entry);
// It has been applied.
void FeedStageUndo(Stage *stage, StageUndoStep inverse);

void ForgetStageSteps(Stage *stage);
void ForgetStagePoses(Stage *stage); // options can be taken back still

#endif
