// Work of a stage that is paused, for all who must end it before they change something. See stage_work.h.
#ifndef APP_STAGE_PAUSE_H
#define APP_STAGE_PAUSE_H

#include "stage/state/stage_state.h"

// Continues what is paused. Returns true if it is done, or if there was none.
bool ContinueStageWork(Stage *stage);
// The kind of the paused work, or STAGE_WORK_NONE.
StageWorkKind GetPausedStageWork(const Stage *stage);
// The time to which the paused work leads; the stage's own where none changes it.
double GetStageTimeAhead(const Stage *stage);
// Ends what is paused: nothing comes of it. What it has finished before stays, and a step of the world as far
// as it has come.
void GiveUpStageWork(Stage *stage);

#endif
