// The surfaces on which an object's clearances are found and shown: one for each object that is near another.
#ifndef APP_STAGE_TINT_H
#define APP_STAGE_TINT_H

#include "stage/state/stage_state.h"

// Returns the object's tint, added where it is not there yet, with all its points due. In a window a surface
// that must be cut is computed by a thread of its own. @errors NULL: no memory
StageTint *NeedStageTint(Stage *stage, int32_t object);
// True if its points can be asked: its surface is there. Takes it from the thread that has computed it.
bool IsTintReady(StageTint *tint);
// True while a thread computes its surface.
bool IsTintComing(const StageTint *tint);
// Ends the thread where one is at work: it takes a few milliseconds.
void DropStageTint(StageTint *tint);

#endif
