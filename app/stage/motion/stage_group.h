// Objects that move together: those whose option STAGE_GROUP is 1.
#ifndef APP_STAGE_GROUP_H
#define APP_STAGE_GROUP_H

#include "stage/deeds.h"

// True if the object is one of a group that a hand can move, of two or more.
bool IsInStageGroup(const Stage *stage, int32_t object);
// Moves all objects of the group by the way that leads the middle of this one to that of its intended pose,
// without turning. They stop together where the first of them meets something outside the group.
DeedResult MoveStageGroup(Stage *stage, int32_t object, cdPose intended);

#endif
