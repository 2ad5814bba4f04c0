// Steps of a body as six velocities, and back.
//
// Input: two poses and a point fixed in the body, or a pose and a twist about that point. Output: the
// constant twist that leads from one pose to the other in one unit of time; or the pose to which
// cdMakeMotion's screw leads that begins with a twist. These differ in that such a screw slides along its
// axis by f(t), not at constant speed: a leg has to begin with the very velocities that its limits allow,
// while the remaining motion has no such preference. Twists are about the initial position of the point;
// turns are by at most half a turn.
#ifndef CD_SLIDE_MOTION_H
#define CD_SLIDE_MOTION_H

#include "contact/slide/least_constraint.h"

// Converts steps to twists and back. `local`: the reference point in the body's frame.
cdTwist cdFindTwist(cdPose from, cdPose to, cdVec3 local);
cdTwist cdFindFirstTwist(cdPose from, cdPose to, cdVec3 local); // first velocities of the screw
cdPose cdApplyTwist(cdPose from, cdTwist twist, cdVec3 local);

// Returns the path of the reference point from one pose to another, and the vector of the turn: along its
// axis, as long as its angle. The size of this step, in the metric at `from`, is the distance of the poses.
cdTwist cdFindPoseStep(cdPose from, cdPose to, cdVec3 local);
double cdGetPoseDistance(const cdBodyMetric *metric, cdPose from, cdPose to, cdVec3 local);

// Returns the velocities along which half the square of that distance falls fastest, by their size: the pull
// on a body towards a pose. A motion with these as the nearest allowed ones leads nearer at first. If no such
// motion is allowed the pose is the nearest one. They are those of cdFindTwist up to second order.
cdTwist cdFindPull(const cdBodyMetric *metric, cdPose from, cdPose to, cdVec3 local);
cdTwist cdFindPullOfStep(const cdBodyMetric *metric, cdTwist step); // the same by cdFindPoseStep

static inline cdTwist cdScaleTwist(double s, cdTwist twist) {
    return (cdTwist){cdScale(s, twist.linear), cdScale(s, twist.angular)};
}

// Returns a bound on the distance that points within `radius` of the reference point move.
static inline double cdBoundTwist(cdTwist twist, double radius) {
    return cdLength(twist.linear) + radius * cdLength(twist.angular);
}

#endif
