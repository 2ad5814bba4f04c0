// The members of the group: objects whose option STAGE_GROUP is 1.
#ifndef APP_STAGE_MEMBERS_H
#define APP_STAGE_MEMBERS_H

#include "stage/state/stage_state.h"

// True if the object is marked as a member and can move.
bool IsGroupMember(const Stage *stage, int32_t object);
// True if the object belongs to a group of two or more.
bool IsInStageGroup(const Stage *stage, int32_t object);
// Returns the point about which the object turns, mesh frame: the centre of its bounds; in a group the mean
// of these centres of all members. A motion of the whole group does not change it.
cdVec3 GetTurnCenter(const Stage *stage, int32_t object);

#endif
