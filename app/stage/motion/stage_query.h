// Queries about an object of a stage and all others, for the files that ask them.
#ifndef APP_STAGE_QUERY_H
#define APP_STAGE_QUERY_H

#include "stage/state/stage_state.h"

// All other objects, and the ground under the way between two poses, as queries take them, into the stage's
// arrays; returns how many. Scenes change between steps, so they are listed afresh each time.
int32_t ListStageObstacles(Stage *stage, int32_t object, cdPose from, cdPose to);
// True if the object overlaps others at a pose. `obstacle` gets the first object that it overlaps, or -1.
cdOverlap FindStageOverlap(Stage *stage, int32_t object, cdPose pose, cdBudget budget, int32_t *obstacle);

#endif
