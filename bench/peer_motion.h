// The motions of OMPL as paths of ours; present if built with OMPL and FCL.
//
// A motion of OMPL is no screw: our path follows it through poses of it, MOTION_SCREWS screws a motion. The
// motion in between differs from OMPL's by some ten-thousandths of a radius. So each contact is confirmed on
// OMPL's own motion: FCL finds an overlap at a pose of it shortly after our first contact, one that the
// validator has not tested.
#ifndef BENCH_PEER_MOTION_H
#define BENCH_PEER_MOTION_H

#include "bench/peers/peer_ompl.h"
#include "collision/path.h"

enum { MOTION_SCREWS = 64 };

// Follows OMPL's motions through poses[count]. The time of pose i is i. `nodes` has room for
// (count - 1) * MOTION_SCREWS + 1.
void FollowPeerMotions(const PeerSpace *space, const cdPose *poses, int32_t count, cdPathNode *nodes);

// True if FCL finds an overlap on these motions shortly after a time.
bool IsPeerOverlapAfter(const PeerSpace *space, const cdPose *poses, int32_t count, double time);

#endif
