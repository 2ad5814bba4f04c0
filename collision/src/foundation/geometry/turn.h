// The turn of a step, so that all frames agree on its direction.
//
// Near 180 degrees rounding decides the direction in which a step turns. In the frame of the fixed mesh,
// which a query uses, rounding could decide otherwise; so the query uses the turn found in the world.
#ifndef CD_TURN_H
#define CD_TURN_H

#include "collision/motion.h"
#include "foundation/numbers/rounding.h"

// Returns target conjugate(start), unit, with the sign that collision/motion.h defines.
cdQuat cdFindTurn(cdQuat start, cdQuat target);

// The same as cdMakeMotion with a given turn.
cdMotion cdMakeMotionByTurn(cdPose start, cdPose target, cdQuat turn, cdVec3 reference);

#endif
