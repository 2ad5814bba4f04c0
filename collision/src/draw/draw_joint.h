// Drawing of a joint, for cdDrawWorld.
#ifndef CD_DRAW_JOINT_H
#define CD_DRAW_JOINT_H

#include "draw/draw_calls.h"
#include "world/world_data.h"

// Draws a joint that is present, as CD_ROLE_SCREW.
void cdDrawJoint(const cdDebugDraw *draw, const cdWorld *world, const cdWorldJoint *joint);

#endif
