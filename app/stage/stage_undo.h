// Where objects were before they were moved, and how they were before an option was set, step by step, to go
// back there and forward again.
//
// A bounded ring: when it is full the oldest step is forgotten. A new step cuts off what had been undone.
#ifndef APP_STAGE_UNDO_H
#define APP_STAGE_UNDO_H

#include "collision/collision.h"
#include "stage/stage_options.h"

typedef struct Stage Stage;

enum { STAGE_UNDO_MAX = 256 };

// A step is kept as the other end of it: what is undone holds the pose, or the option's value, from before
// it, what can be redone that from after it.
typedef struct StageUndoStep {
    int32_t object;
    StageOption option; // STAGE_OPTION_COUNT: it was moved
    cdPose pose;
    double value;
} StageUndoStep;

typedef struct StageUndo {
    StageUndoStep steps[STAGE_UNDO_MAX]; // a ring
    int32_t first;                       // of the ring's oldest
    int32_t doneCount;                   // that can be undone; then come
    int32_t redoCount;                   // that can be redone
} StageUndo;

// Remembers where an object is, before it is moved. One that has not moved since it was last remembered is
// not remembered twice.
void RememberStagePose(Stage *stage, int32_t object);
// Remembers an option before it is set; of an object that has just joined that it was not there.
void RememberStageOption(Stage *stage, int32_t object, StageOption option, double value);
// Back to where the last step began, or forward to where the last one that was undone ended; the object is
// selected. A body does not go where something else has come to be since: false, as where there is no step.
bool UndoStage(Stage *stage);
bool RedoStage(Stage *stage);
// Undoes the last step for good: what the hand gave up is not to be redone.
bool TakeBackStage(Stage *stage);
void ForgetStageSteps(Stage *stage);
void ForgetStagePoses(Stage *stage); // options can be taken back still

#endif
