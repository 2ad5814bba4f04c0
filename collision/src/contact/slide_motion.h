// Steps of a body as six velocities kept up for one unit of time, and back.
//
// Input: two poses and a point fixed in the body, or a pose and a twist about that point. Output: the twist
// of the screw that leads from one pose to the other, or the pose that it leads to. The screw is the one that
// cdMakeMotion makes of the two poses, so that a leg begins with the very velocities that its limits allow.
// Twists are about the point where it is at the beginning; turns are by at most half a turn.
#ifndef CD_SLIDE_MOTION_H
#define CD_SLIDE_MOTION_H

#include "contact/least_constraint.h"

// `local`: the reference point in the body's frame.
cdTwist cdFindTwist(cdPose from, cdPose to, cdVec3 local);
cdPose cdApplyTwist(cdPose from, cdTwist twist, cdVec3 local);

static inline cdTwist cdScaleTwist(double s, cdTwist twist) {
    return (cdTwist){cdScale(s, twist.linear), cdScale(s, twist.angular)};
}

// No point within `radius` of the reference point goes farther.
static inline double cdBoundTwist(cdTwist twist, double radius) {
    return cdLength(twist.linear) + radius * cdLength(twist.angular);
}

#endif
