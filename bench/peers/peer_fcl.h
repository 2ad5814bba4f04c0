// FCL, the Flexible Collision Library, behind a C interface.
//
// Input: two triangle meshes and the poses of a step; mesh B is fixed at the identity. Output: hit or not,
// and the time. All continuous calls run the motion of collision/motion.h (a screw that slides by s f(t)),
// given to FCL as its own subclass of ScrewMotion, so that the times compare. Steps of more than 90 degrees
// are not supported.
#ifndef PEER_FCL_H
#define PEER_FCL_H

#include "collision/vecmath.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerModel PeerModel;

typedef struct PeerAnswer {
    bool hit;
    double time; // fraction of the step, 1 without a hit
} PeerAnswer;

PeerModel *MakePeerModel(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                         int32_t triangleCount);
void FreePeerModel(PeerModel *model);

// fcl::continuousCollide on BVHModel<OBBRSS>, solver CCDC_CONSERVATIVE_ADVANCEMENT.
PeerAnswer RunPeerPublic(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target);

// Oriented conservative advancement on RSS nodes (fcl::detail), behind an OBBRSS overlap test at the start.
PeerAnswer RunPeerSound(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target);

// fcl::distance on BVHModel<RSS> at one pose.
double RunPeerDistance(const PeerModel *a, const PeerModel *b, cdPose pose);

// fcl::collide on BVHModel<OBBRSS> at one pose.
bool RunPeerDiscrete(const PeerModel *a, const PeerModel *b, cdPose pose);

#ifdef __cplusplus
}
#endif
#endif
