// The query of the last step, once the step is over: its missing results, and how long it is kept.
#ifndef APP_STAGE_FOLLOW_H
#define APP_STAGE_FOLLOW_H

#include "stage/state/stage_state.h"

// Computes missing results of the last step or place: the status, the times to compare. No pose depends on
// them. A step without a limit computes them itself.
void FollowUpStageQuery(Stage *stage);
// Returns the last step that ran a query, with the poses of all objects at that time in `stage->asked`: F10
// saves it. Placing an object keeps it; adding or removing one, or setting an option, discards it. NULL: no
// such step.
const StageQuery *FindAskedQuery(const Stage *stage);
// Discards the kept query, because objects or options have changed since.
void ForgetAskedQuery(Stage *stage);
// Call it before the query is replaced by an operation that runs none.
void KeepAskedQuery(Stage *stage);

#endif
