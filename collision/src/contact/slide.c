// Sliding: a step that meets contact goes on along the surface instead of ending there.
//
// (1) Find the first contact and stop there. (2) Shift the target by the smallest translation after which no
// point touched so far moves into its normal (alternating projections onto the half spaces of the normals).
// (3) Go on from the stop to the shifted target; repeat at the next contact. The mesh keeps the orientation
// the hand asked for and never moves farther out than the normals demand. A start that touches exactly (a box
// placed on a floor) is in contact all along the surface: it is lifted by the margin, the gap that every stop
// keeps, and then slides like any other.
#include "continuous/query_stats.h"

enum { MAX_SLIDE_CONTACTS = 16, PROJECTION_ROUNDS = 32 };

// A touched point, fixed in the moving mesh, and the normal it may not move against.
typedef struct Support {
    cdVec3 local, normal;
} Support;

// The smallest shift of the target that keeps every support from moving into its normal, to first order.
static cdPose shiftTarget(cdPose from, cdPose target, const Support *supports, int32_t count) {
    cdPose shifted = target;
    for (int round = 0; round < PROJECTION_ROUNDS; round++) {
        bool moved = false;
        for (int32_t i = 0; i < count; i++) {
            cdVec3 before = cdTransformPoint(from, supports[i].local);
            cdVec3 after = cdTransformPoint(shifted, supports[i].local);
            double into = cdDot(supports[i].normal, cdSub(after, before));
            if (into >= 0.0) continue;
            shifted.p = cdMulAdd(shifted.p, -into, supports[i].normal);
            moved = true;
        }
        if (!moved) break;
    }
    return shifted;
}

cdFirstContact cdFindSlideAmong(const cdObstaclesInput *input, int32_t maxContacts, int32_t *obstacle,
                                cdScratch scratch, cdTrace *trace) {
    cdFirstContact first = cdFindFirstContactAmong(input, obstacle, scratch, trace);
    if (first.state != CD_CONTACT) return first;
    Support supports[MAX_SLIDE_CONTACTS];
    int32_t limit = maxContacts < MAX_SLIDE_CONTACTS ? maxContacts : MAX_SLIDE_CONTACTS;
    cdObstaclesInput leg = *input;
    leg.touches = NULL;
    cdFirstContact last = first;
    double margin = input->margin > 0.0 ? input->margin : 1e-6 * cdGetMeshInfo(input->mesh).radius;
    for (int32_t count = 0; count < limit && last.state == CD_CONTACT; count++) {
        // The point was touched at t; its place in the mesh is that of the pose there, not of the rest a
        // little before.
        cdMotion motion = cdMakeMotion(leg.start, leg.target, cdGetMeshInfo(leg.mesh).center);
        cdVec3 local = cdInvTransformPoint(cdGetPoseAt(&motion, last.t.lo), last.point);
        supports[count] = (Support){local, last.normal};
        leg.start = last.restPose;
        bool lifted = last.t.lo == 0.0;
        if (lifted) leg.start.p = cdMulAdd(leg.start.p, margin, last.normal);
        leg.target = shiftTarget(leg.start, input->target, supports, count + 1);
        int32_t other;
        last = cdFindFirstContactAmong(&leg, &other, scratch, NULL);
        cdAddQueryStats(&first.stats, &last.stats);
        // A leg that cannot be decided, or whose start is not clear of everything, is not taken.
        bool taken = last.state == CD_FREE || (last.state == CD_CONTACT && !(lifted && last.t.lo == 0.0));
        if (!taken) continue;
        first.restPose = last.restPose;
        if (last.state == CD_FREE) first.restTime = 1.0;
    }
    return first;
}
