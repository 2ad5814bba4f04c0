// Objects that move together: the members of the group (stage/objects/stage_members.h).
#ifndef APP_STAGE_GROUP_H
#define APP_STAGE_GROUP_H

#include "stage/deeds.h"

// Moves all objects of the group by the rigid motion of this one from its pose to `intended`: all follow the
// same screw in the world, and stop together at the first contact of any of them with an object outside the
// group.
DeedResult MoveStageGroup(Stage *stage, int32_t object, cdPose intended);

#endif
