// Paused work of a stage, for callers that must end it before they change something. See stage_work.h.
#ifndef APP_STAGE_PAUSE_H
#define APP_STAGE_PAUSE_H

#include "stage/state/stage_state.h"

// Continues paused work. Returns true if it is finished, or if there was none.
bool ContinueStageWork(Stage *stage);
// Returns the kind of the paused work, or STAGE_WORK_NONE.
StageWorkKind GetPausedStageWork(const Stage *stage);
// Returns the stage's time after the paused work, or the stage's time if the work does not change it.
double GetStageTimeAhead(const Stage *stage);
// Abandons paused work. Parts that it has finished stay, and so does the finished part of a step of the
// world.
void GiveUpStageWork(Stage *stage);

#endif
