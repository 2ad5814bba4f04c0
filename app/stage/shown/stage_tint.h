// Subdivided surfaces for clearances: one for each object that is near another.
#ifndef APP_STAGE_TINT_H
#define APP_STAGE_TINT_H

#include "stage/state/stage_state.h"

// Returns the object's tint with all its points due; adds it if needed. In a window a thread of its own
// computes a surface that must be subdivided. @errors NULL: no memory
StageTint *NeedStageTint(Stage *stage, int32_t object);
// True if its points can be queried: its surface is there. Takes it from the thread that has computed it.
bool IsTintReady(StageTint *tint);
// True while a thread computes its surface.
bool IsTintComing(const StageTint *tint);
// Ends a running thread, which takes a few milliseconds.
void DropStageTint(StageTint *tint);

#endif
