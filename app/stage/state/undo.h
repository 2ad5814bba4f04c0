// Steps that can be undone; see stage/journal/undo_row.h.
#ifndef APP_STATE_UNDO_H
#define APP_STATE_UNDO_H

#include "collision/vecmath.h"
#include "stage/state/option.h"

#include <stdbool.h>
#include <stdint.h>

enum { STAGE_UNDO_MAX = 256 };

// A step stores the state to return to: the pose, or the option's value, from before a step that can be
// undone, from after a step that can be redone.
typedef struct StageUndoStep {
    int32_t object;     // -1: none; STAGE_UNDO_ADDED: the added one; of an option of a joint: the joint
    StageOption option; // STAGE_OPTION_COUNT: a move
    cdPose pose;
    double value;
    bool alone;   // of an object in a group that was placed by itself
    bool ofJoint; // `option` is a StageJointOption
    bool chained; // undone together with the step before it
} StageUndoStep;

enum { STAGE_UNDO_ADDED = -2 };

typedef struct StageUndo {
    StageUndoStep steps[STAGE_UNDO_MAX]; // a ring
    int32_t first;                       // index of the oldest
    int32_t doneCount;                   // steps that can be undone; they are followed by
    int32_t redoCount;                   // steps that can be redone
    bool begins;                         // a gesture has begun but moved nothing yet
    int32_t moved;                       // the object that the gesture moves; -1: none, moves are not steps
    bool chains;                         // options are merged into one step
    int32_t chain;                       // steps of the chain so far
    bool paused;                         // undo itself or a replay is being applied: no steps
} StageUndo;

#endif
