// The only screw that the contacts allow, blocked on both sides; see trap.h.
//
// (1) The screw: no contact changes along it, up to rounding, and the contacts block all other directions, so
// the cone of allowed twists is a line. (2) The set is followed along the screw to both sides, in short
// steps, until it overlaps an obstacle for certain. A set that only turns, and comes back to the start, is
// not out either.
#include "collision/query.h"
#include "foundation/numbers/functions.h"
#include "foundation/numbers/rounding.h"
#include "paths/mechanism_chain.h"
#include "paths/plan_screws.h"
#include "paths/trap_cone.h"

#include <math.h>

enum { STEPS_MAX = 2000 };

static const double STEP = 0.01;         // in radii of gyration
static const double STILL = 1e-9;        // largest change along the screw, of that along all directions
static const double MOVING = 1e-6;       // smallest change along another direction
static const double NO_TURN = 1e-6;      // of a translation, radians a radius of gyration
static const double LARGEST_REST = 1e-6; // of a direction that is blocked
static const double WHOLE_TURN = 6.283185307179586;

typedef struct Screw {
    cdVec3 axis, point;
    double pitch;   // length per radian; infinite: a translation
    double longest; // speed of the set's points for a change of the parameter by 1, at most
} Screw;

// --- (1)

static bool isBlockedAround(cdTrapCone *cone, double vectors[6][6]) {
    for (int k = 1; k < 6; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double target[6];
            for (int i = 0; i < 6; i++)
                target[i] = sign * vectors[k][i];
            if (cdCombineTrapRows(cone, target) > LARGEST_REST) return false;
        }
    return true;
}

static Screw makeScrew(const cdTrapWork *work, const double x[6]) {
    cdVec3 t = {x[0], x[1], x[2]};
    cdVec3 w = cdScale(1.0 / work->gyration, (cdVec3){x[3], x[4], x[5]});
    double turn = cdLength(w);
    if (turn * work->gyration < NO_TURN)
        return (Screw){.axis = cdNormalize(t), .point = work->centroid, .pitch = INFINITY, .longest = 1.0};
    cdVec3 axis = cdScale(1.0 / turn, w);
    Screw screw = {.axis = axis, .pitch = cdDot(t, axis) / turn};
    screw.point = cdMulAdd(work->centroid, 1.0 / turn, cdCross(axis, t));
    double far = cdLength(cdSub(work->centroid, screw.point)) + work->radius;
    screw.longest = far + fabs(screw.pitch);
    return screw;
}

static bool findScrew(const cdTrapWork *work, Screw *screw) {
    cdTrapCone cone;
    double sum[6][6] = {{0.0}}, vectors[6][6], values[6];
    cdMakeTrapCone(work, &cone);
    for (int32_t n = 0; n < cone.rowCount; n++)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                sum[i][j] += cone.rows[n][i] * cone.rows[n][j];
    cdFindEigenvectors(sum, vectors, values);
    bool isLine = values[0] < STILL * values[5] && values[1] > MOVING * values[5];
    if (!isLine || !isBlockedAround(&cone, vectors)) return false;
    *screw = makeScrew(work, vectors[0]);
    return true;
}

// --- (2)

static cdPose getPoseAt(const cdTrapWork *work, const Screw *screw, double value) {
    cdPose pose = work->input->start;
    if (isinf(screw->pitch)) {
        pose.p = cdMulAdd(pose.p, value, screw->axis);
        return pose;
    }
    cdQuat turn = cdMakeQuat(screw->axis, value);
    cdVec3 arm = cdRotate(turn, cdSub(pose.p, screw->point));
    pose.p = cdMulAdd(cdAdd(screw->point, arm), value * screw->pitch, screw->axis);
    pose.q = cdNormalizeQuat(cdMulQuat(turn, pose.q));
    return pose;
}

// Tests if a pair overlaps by more than rounding.
static bool overlapsAt(cdTrapWork *work, int32_t index, cdPose pose) {
    cdTrapPair pair = cdGetTrapPair(work, index);
    const cdOverlapInput at = {.meshA = pair.a,
                               .meshB = pair.b,
                               .poseA = cdMulPose(pose, work->input->shapes[pair.shape].pose),
                               .poseB = pair.poseB,
                               .budget = cdGetTrapBudget(work)};
    cdOverlap found = cdFindOverlap(&at, NULL, work->workspace, NULL);
    if (!cdSpend(&work->meter, 1 + found.stats.pairTests) || found.state != CD_OVERLAP) return false;
    const cdChain chain = {.a = pair.a, .b = pair.b};
    cdPose relative = cdInvMulPose(pair.poseB, at.poseA);
    return cdFindCrossingDepth(&chain, relative, found.featureA.index, found.featureB.index) >
           cdGetTrapRounding(work);
}

static bool isOverlapAt(cdTrapWork *work, cdPose pose) {
    for (int32_t i = 0; i < cdCountTrapPairs(work); i++)
        if (overlapsAt(work, i, pose)) return true;
    return false;
}

// True if the set does not get out on one side.
static bool isBlocked(cdTrapWork *work, const Screw *screw, double sign) {
    double step = STEP * work->gyration / screw->longest, moved = STEP * work->gyration;
    bool turns = fabs(screw->pitch) * WHOLE_TURN < cdGetTrapRounding(work);
    cdVec3 center = cdInvTransformPoint(work->input->start, work->centroid);
    for (int i = 1; i < STEPS_MAX && !cdIsOut(&work->meter); i++) {
        cdPose pose = getPoseAt(work, screw, sign * step * i);
        double gap = cdGetSphereGap(&work->bounds, cdTransformPoint(pose, center), work->radius);
        if (gap + moved > 0.0) return false;
        if (isOverlapAt(work, pose) || (turns && step * i > WHOLE_TURN)) return true;
    }
    return false;
}

void cdFindTrapScrew(cdTrapWork *work) {
    Screw screw;
    if (work->rowCount < 6 || !findScrew(work, &screw)) return;
    if (!isBlocked(work, &screw, 1.0) || !isBlocked(work, &screw, -1.0)) return;
    work->out->proofs |= CD_TRAP_SCREW;
    work->out->axis = screw.axis;
    work->out->axisPoint = screw.point;
    work->out->pitch = screw.pitch;
}
