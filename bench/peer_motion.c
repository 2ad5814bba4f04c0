// The motions of OMPL as paths of ours; see peer_motion.h.
#include "bench/peer_motion.h"

#if defined(FC_HAVE_OMPL) && defined(FC_HAVE_FCL)

enum { CONFIRM_STEPS = 40 };
static const double FIRST_STEP = 1e-6, STEP_FACTOR = 1.35;

static cdPose getPoseAt(const PeerSpace *space, const cdPose *poses, int32_t count, double time) {
    int32_t i = (int32_t)time;
    if (i > count - 2) i = count - 2;
    return GetPeerPoseAt(space, poses[i], poses[i + 1], time - i);
}

void FollowPeerMotions(const PeerSpace *space, const cdPose *poses, int32_t count, cdPathNode *nodes) {
    for (int32_t i = 0; i <= (count - 1) * MOTION_SCREWS; i++) {
        double time = (double)i / MOTION_SCREWS;
        nodes[i] = (cdPathNode){time, getPoseAt(space, poses, count, time)};
        nodes[i].pose.q = cdNormalizeQuat(nodes[i].pose.q);
    }
}

bool IsPeerOverlapAfter(const PeerSpace *space, const cdPose *poses, int32_t count, double time) {
    double after = FIRST_STEP;
    for (int i = 0; i < CONFIRM_STEPS && time + after <= count - 1.0; i++, after *= STEP_FACTOR)
        if (!IsPeerPoseValid(space, getPoseAt(space, poses, count, time + after))) return true;
    return false;
}

#endif
