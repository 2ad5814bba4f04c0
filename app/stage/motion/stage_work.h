// Work that may take longer than a frame: it pauses when the frame's time is up and continues in the next.
//
// Work is an entry, or several that belong together, and goes through ApplyStage (stage/apply.h).
// It runs on a task (engine/task.h), and while it is paused its results are not there yet: the stage shows
// what was before. Whoever changes the stage meanwhile, or asks it a query, ends the work first, and nothing
// comes of it; who wanted it begins it again. Without a task all of it is done at once.
//
// A step of the world cannot be taken back. While it is paused the stage's objects have their poses from
// before it. Given up, it ends early where no bodies overlap, and is an entry of the journal with that end.
#ifndef APP_STAGE_WORK_H
#define APP_STAGE_WORK_H

#include "stage/state/stage_state.h"

// Begins work, and ends what is paused. Returns true if it is done already.
bool BeginStageWork(Stage *stage, StageWork work);
// True if something that the picture asks for is not known yet.
bool IsStageShownDue(const Stage *stage);

#endif
