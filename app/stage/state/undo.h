// Steps that can be undone; see stage/journal/undo_row.h.
#ifndef APP_STATE_UNDO_H
#define APP_STATE_UNDO_H

#include "collision/vecmath.h"
#include "stage/state/option.h"

#include <stdbool.h>
#include <stdint.h>

enum { STAGE_UNDO_MAX = 256 };

// A step is kept as the other end of it: what is undone holds the pose, or the option's value, from before
// it, what can be redone that from after it.
typedef struct StageUndoStep {
    int32_t object;     // -1: none; STAGE_UNDO_ADDED: the one that joins
    StageOption option; // STAGE_OPTION_COUNT: it was moved
    cdPose pose;
    double value;
    bool alone;   // of an object in a group that was put somewhere by itself
    bool chained; // one with the step before it
} StageUndoStep;

enum { STAGE_UNDO_ADDED = -2 };

typedef struct StageUndo {
    StageUndoStep steps[STAGE_UNDO_MAX]; // a ring
    int32_t first;                       // of the ring's oldest
    int32_t doneCount;                   // that can be undone; then come
    int32_t redoCount;                   // that can be redone
    bool begins;                         // a gesture has begun that has moved nothing yet
    int32_t moved;                       // the object that the gesture moves; -1: none, moves are no steps
    bool chains;                         // options that are set are one step
    int32_t chain;                       // steps of it so far
    bool paused;                         // what is applied is undo itself, or a replay: no steps
} StageUndo;

#endif
