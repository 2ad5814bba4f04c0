// Objects that move together: those whose option STAGE_GROUP is 1.
#ifndef APP_STAGE_GROUP_H
#define APP_STAGE_GROUP_H

#include "stage/deeds.h"

// True if the object belongs to a group of two or more that a drag can move.
bool IsInStageGroup(const Stage *stage, int32_t object);
// Moves all objects of the group by the translation between the centroids of this one's pose and its intended
// pose. They stop together at the first contact of any of them with an object outside the group.
DeedResult MoveStageGroup(Stage *stage, int32_t object, cdPose intended);

#endif
