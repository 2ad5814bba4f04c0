// Undo and redo: the poses and options that objects had before each step.
//
// ApplyStage finds the inverse of each entry before it is applied. Setting an option is a step, and so is
// adding an object. Moves belong to gestures: a drag, a key press, a typed number. All moves of the gesture's
// object are one step; moves outside a gesture are not steps. A bounded ring: when it is full the oldest step
// is discarded. A new step discards all that could be redone.
#ifndef APP_STAGE_UNDO_H
#define APP_STAGE_UNDO_H

#include "stage/journal/undo_row.h"

// Returns to the state before the last step, or redoes the last one undone; selects its object. A body is not
// moved to a pose that is occupied by now. Returns false then, and if there is no step.
bool UndoStage(Stage *stage);
bool RedoStage(Stage *stage);
// Undoes the step of the last gesture without redo: for a cancelled gesture. Returns false if the gesture has
// changed nothing.
bool TakeBackStage(Stage *stage);

#endif
