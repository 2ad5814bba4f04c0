// Queries of an object of a stage against all others.
#ifndef APP_STAGE_QUERY_H
#define APP_STAGE_QUERY_H

#include "stage/state/stage_state.h"

// True if two objects block each other, by the filters and joints of their bodies.
bool DoStageObjectsMeet(const Stage *stage, int32_t object, int32_t other);
// Lists all other objects that block it, and the ground under the path between two poses, as obstacles in the
// stage's arrays; returns their number. Scenes change between steps, so the list is built each time.
int32_t ListStageObstacles(Stage *stage, int32_t object, cdPose from, cdPose to);
// The same without the other members of its group, which move along.
int32_t ListOutsideObstacles(Stage *stage, int32_t object, cdPose from, cdPose to);
// Tests the object for overlap at a pose. `obstacle` gets the first object that it overlaps, or -1.
cdOverlap FindStageOverlap(Stage *stage, int32_t object, cdPose pose, cdBudget budget, int32_t *obstacle);
// The same without the other members of its group.
cdOverlap FindOverlapOutside(Stage *stage, int32_t object, cdPose pose, cdBudget budget, int32_t *obstacle);

#endif
