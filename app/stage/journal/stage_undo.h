// Where objects were before they were moved, and how they were before an option was set, step by step, to go
// back there and forward again.
//
// ApplyStage finds the inverse of each entry before it is done. An option is a step, and so is an object that
// joins. Moves are steps of gestures: a drag, a press of a key, a typed number. All moves of the gesture's
// object are one step together; moves outside a gesture are none. A bounded ring: when it is full the oldest
// step is forgotten. A new step cuts off what had been undone.
#ifndef APP_STAGE_UNDO_H
#define APP_STAGE_UNDO_H

#include "stage/journal/undo_row.h"

// Back to where the last step began, or forward to where the last one that was undone ended; the object is
// selected. A body does not go where something else has come to be since: false, as where there is no step.
bool UndoStage(Stage *stage);
bool RedoStage(Stage *stage);
// Undoes the step of the last gesture for good: what the hand gave up is not to be redone. Returns false if
// the gesture has changed nothing.
bool TakeBackStage(Stage *stage);

#endif
