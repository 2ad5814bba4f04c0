// OMPL, the Open Motion Planning Library, behind a C interface: its test of a motion between two poses, and
// two of its planners.
//
// Input: two models of peer_fcl.h, mesh B fixed at the identity, and two poses of A. Output: true if OMPL's
// DiscreteMotionValidator accepts the motion. It tests poses at a fixed distance, the resolution, each with
// FCL. The motion of ompl::base::SE3StateSpace is linear in the position, with a slerp of the orientation.
#ifndef PEER_OMPL_H
#define PEER_OMPL_H

#include "bench/peers/peer_fcl.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerSpace PeerSpace;

// OMPL's default resolution.
#define PEER_RESOLUTION 0.01

// The positions are within a cube of this half side about the origin, length. `resolution`: the distance of
// tested poses as a share of the largest distance of the space. The models outlive the space.
PeerSpace *MakePeerSpace(const PeerModel *a, const PeerModel *b, double half, double resolution);
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

// Planners that grow a tree from the start and one from the goal. OMPL's own choice for such a problem is
// LBKPIECE1.
typedef enum PeerPlanner { PEER_RRT_CONNECT = 0, PEER_LBKPIECE, PEER_PLANNERS } PeerPlanner;

// A search for a path that takes A out of B.
typedef struct PeerSearch {
    PeerPlanner planner;
    cdPose start;
    // Goal: any pose at which a sphere around A is outside of the bounds of B.
    cdBox3 bounds;
    cdVec3 center; // of the sphere, in the frame of A
    double radius; // of the sphere
    uint32_t seed; // 1 or more
    double limit;  // processor time, seconds
    cdPose *poses; // poses[poseCapacity]: receives the path
    int32_t poseCapacity;
} PeerSearch;

// Returns the number of poses of the path; 0: none found within the limit, or more poses than there is room.
int32_t RunPeerSearch(const PeerSpace *space, const PeerSearch *search);

#ifdef __cplusplus
}
#endif
#endif
