// OMPL, the Open Motion Planning Library, behind a C interface: its test of a motion between two poses.
//
// Input: two models of peer_fcl.h, mesh B fixed at the identity, and two poses of A. Output: true if OMPL's
// DiscreteMotionValidator accepts the motion. It tests poses at a distance of 1 % of the largest distance of
// the space, OMPL's default, each with FCL. The motion of ompl::base::SE3StateSpace is linear in the
// position, with a slerp of the orientation.
#ifndef PEER_OMPL_H
#define PEER_OMPL_H

#include "bench/peers/peer_fcl.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerSpace PeerSpace;

// The positions are within a cube of this half side about the origin, length. The models outlive the space.
PeerSpace *MakePeerSpace(const PeerModel *a, const PeerModel *b, double half);
void FreePeerSpace(PeerSpace *space);

// True if FCL finds no overlap at a pose.
bool IsPeerPoseValid(const PeerSpace *space, cdPose pose);
// True if the validator accepts the motion. The start is assumed to be valid.
bool IsPeerMotionValid(const PeerSpace *space, cdPose start, cdPose target);
// Returns the pose of that motion at a fraction of it, in [0, 1].
cdPose GetPeerPoseAt(const PeerSpace *space, cdPose start, cdPose target, double t);
// Returns a target no farther than the range that OMPL gives its planners by default: a fifth of the largest
// distance of the space.
cdPose LimitPeerTarget(const PeerSpace *space, cdPose start, cdPose target);

#ifdef __cplusplus
}
#endif
#endif
