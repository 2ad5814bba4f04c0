// The turn of a step, so that two views of one step agree on its sense.
//
// Near 180 degrees rounding decides which way a step turns. A query sees the step from the fixed mesh, where
// rounding may decide otherwise; it therefore takes over the turn found in the world.
#ifndef CD_TURN_H
#define CD_TURN_H

#include "collision/motion.h"
#include "foundation/numbers/rounding.h"

// target conjugate(start), unit, with the sign that collision/motion.h lays down.
cdQuat cdFindTurn(cdQuat start, cdQuat target);

// cdMakeMotion with its turn given.
cdMotion cdMakeMotionByTurn(cdPose start, cdPose target, cdQuat turn, cdVec3 reference);

#endif
