// Work that may take longer than a frame: it pauses when the frame's time is up and continues in the next.
//
// Work is an entry, or several that belong together, and goes through ApplyStage (stage/apply.h). It runs on
// a task (engine/task.h). While it is paused it has no results: the stage shows its previous state. Callers
// that change or query the stage meanwhile abandon the work first, without a result; its owner begins it
// again. Without a task the work is done at once.
//
// A step of the world cannot be taken back. While it is paused the stage's objects have their poses from
// before it. Abandoned, it ends early without overlaps, and is an entry of the journal with that end.
#ifndef APP_STAGE_WORK_H
#define APP_STAGE_WORK_H

#include "stage/state/stage_state.h"

// Begins work, and abandons paused work. Returns true if it is already finished.
bool BeginStageWork(Stage *stage, StageWork work);
// True if the picture needs something that is not known yet.
bool IsStageShownDue(const Stage *stage);

#endif
