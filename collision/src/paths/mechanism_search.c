// Searches along one joint; see mechanism_search.h.
//
// With the other joints at rest the motion of A seen from B is a screw about the joint's axis. A hinge's
// range is cut into pieces of at most 90 degrees, which a search of a step covers each (collision/motion.h).
// Its poses are rounded, so the search keeps their rounding in addition to the distance, and four tolerances,
// by which elements that start at a safety distance may come nearer (cdFirstContactInput.safetyDistance).
#include "paths/mechanism_search.h"
#include "continuous/nearest/nearest.h"
#include "continuous/query_stats.h"
#include "foundation/numbers/rounding.h"

#include <math.h>

static const double LARGEST_PIECE = 0.5 * 3.14159265358979323846;
static const double POSE_ROUNDING = 128.0;    // of a relative pose, in rounding units of all lengths
static const double SLACK = 4.0;              // tolerances
static const double TOLERANCE_GUESS = 2048.0; // rounding units of all lengths
static const double TIME_ROUNDING = 8.0 * CD_EPSILON;

cdChainHints cdBeginChainHints(void) {
    static const cdAnchor none = {.vertex = -1, .hint = -1};
    return (cdChainHints){.anchors = {{none, none}, {none, none}}};
}

cdChainWork cdOpenChainWork(const cdChain *chain, const cdChainCell *box, cdMeter *meter,
                            cdWorkspace *workspace) {
    double rounding = POSE_ROUNDING * CD_EPSILON * cdGetChainLength(chain, box);
    return (cdChainWork){.chain = *chain,
                         .meter = meter,
                         .workspace = workspace,
                         .hints = cdBeginChainHints(),
                         .rounding = rounding};
}

bool cdIsChainFar(const cdChainWork *work, const cdChainCell *cell, double moved, double distance) {
    const cdMesh *a = work->chain.a, *b = work->chain.b;
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(work, cell, values);
    cdVec3 center = cdTransformPoint(cdGetChainPose(&work->chain, values), a->center);
    double gap = cdLength(cdSub(center, b->center)) - (a->radius + a->rounding) - (b->radius + b->rounding);
    return gap > moved + distance + work->rounding;
}

// Returns the number of the pieces of a range.
static int32_t countPieces(const cdChainJoint *joint, double range) {
    if (!joint->isHinge) return 1;
    return (int32_t)cdMax(1.0, ceil(range / LARGEST_PIECE - 1e-12));
}

static cdFirstContact searchPiece(cdChainWork *work, cdPose from, cdPose to, double distance) {
    const cdFirstContactInput input = {.meshA = work->chain.a,
                                       .meshB = work->chain.b,
                                       .startA = from,
                                       .targetA = to,
                                       .startB = cdIdentityPose(),
                                       .safetyDistance = distance};
    work->searchCount++;
    cdFirstContact found = cdFindInSlices(&input, work->meter, &work->hints.cache, work->workspace, NULL);
    cdAddQueryStats(&work->stats, &found.stats);
    if (found.reason == CD_REASON_PRECISION)
        cdResumeMeter(work->meter);
    else if (found.reason != CD_REASON_NONE)
        cdStopMeter(work->meter, found.reason);
    return found;
}

static cdChainSearch keepPiece(const cdFirstContact *found, double from, double to) {
    double lo = found->state == CD_OVERLAP ? 0.0 : cdMax(0.0, found->t.lo - TIME_ROUNDING);
    if (found->state == CD_FREE) lo = 1.0;
    return (cdChainSearch){.state = found->state,
                           .value = lo < 1.0 ? from + lo * (to - from) : to,
                           .touch = from + found->t.lo * (to - from),
                           .tolerance = found->tolerance};
}

// Searches from one value of joint k to another. `slack`: NULL, or the tolerances that the distance includes,
// which are raised where that is too little.
static cdChainSearch searchRange(cdChainWork *work, double *values, int32_t k, cdInterval range,
                                 double distance, double *slack) {
    const cdChain *chain = &work->chain;
    int32_t count = countPieces(&chain->joints[k], fabs(range.hi - range.lo));
    cdChainSearch result = {.state = CD_FREE, .value = range.lo};
    for (int32_t i = 0; i < count; i++) {
        double from = result.value, to = range.lo + (range.hi - range.lo) * (i + 1) / count;
        if (i + 1 == count) to = range.hi;
        values[k] = from;
        cdPose start = cdGetChainPose(chain, values);
        values[k] = to;
        cdPose target = cdGetChainPose(chain, values);
        cdFirstContact found = searchPiece(work, start, target, distance + (slack != NULL ? *slack : 0.0));
        if (slack != NULL && SLACK * found.tolerance > *slack) {
            *slack = 2.0 * SLACK * found.tolerance;
            return (cdChainSearch){.state = CD_UNDECIDED, .value = range.lo};
        }
        result = keepPiece(&found, from, to);
        if (found.state != CD_FREE) {
            if (found.state == CD_CONTACT) work->tolerance = cdMax(work->tolerance, found.tolerance);
            return result;
        }
    }
    return result;
}

cdChainSearch cdSearchChain(cdChainWork *work, const cdChainCell *cell, int32_t k, bool backwards,
                            double distance) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(work, cell, values);
    cdInterval range =
        backwards ? (cdInterval){cell->hi[k], cell->lo[k]} : (cdInterval){cell->lo[k], cell->hi[k]};
    double slack =
        SLACK * TOLERANCE_GUESS * CD_EPSILON * (work->rounding / (POSE_ROUNDING * CD_EPSILON) + distance);
    double before = slack;
    distance += work->rounding;
    cdChainSearch found = searchRange(work, values, k, range, distance, &slack);
    if (slack > before) found = searchRange(work, values, k, range, distance, &slack);
    return found;
}

cdChainSearch cdTouchChain(cdChainWork *work, const cdChainCell *cell, int32_t k, double distance) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(work, cell, values);
    return searchRange(work, values, k, (cdInterval){cell->lo[k], cell->hi[k]}, distance, NULL);
}

// Tests the meshes at the middle of a cell, where A has the pose.
static cdOverlap testMiddle(cdChainWork *work, const cdChainCell *cell, double distance, cdPose *poseA) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(work, cell, values);
    const cdOverlapInput at = {.meshA = work->chain.a,
                               .meshB = work->chain.b,
                               .poseA = cdGetChainPose(&work->chain, values),
                               .poseB = cdIdentityPose()};
    cdOverlap found = cdFindOverlapBy(&at, distance, work->meter, &work->hints.cache, work->workspace, NULL);
    cdAddQueryStats(&work->stats, &found.stats);
    if (found.reason != CD_REASON_NONE) cdStopMeter(work->meter, found.reason);
    *poseA = at.poseA;
    return found;
}

bool cdOverlapsInChain(cdChainWork *work, const cdChainCell *cell, double distance, double *depth) {
    cdPose pose;
    cdOverlap found = testMiddle(work, cell, distance, &pose);
    *depth = 0.0;
    if (found.state != CD_OVERLAP) return false;
    *depth =
        cdFindCrossingDepth(&work->chain, pose, found.featureA.index, found.featureB.index) - work->rounding;
    return true;
}

bool cdIsChainFarther(cdChainWork *work, const cdChainCell *cell, double distance) {
    cdPose pose;
    return testMiddle(work, cell, distance + 2.0 * work->rounding, &pose).state == CD_FREE;
}

cdDistance cdMeasureChain(cdChainWork *work, const cdChainCell *cell, double most) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(work, cell, values);
    const cdDistanceInput at = {.meshA = work->chain.a,
                                .meshB = work->chain.b,
                                .poseA = cdGetChainPose(&work->chain, values),
                                .poseB = cdIdentityPose(),
                                .maxDistance = isfinite(most) ? most : 0.0};
    cdDistance found = cdFindDistanceBy(&at, work->meter, &work->hints.cache, NULL);
    cdAddQueryStats(&work->stats, &found.stats);
    return found;
}

cdState cdJudgeChain(cdChainWork *work, const cdChainCell *cell, double distance) {
    double least = cdMax(distance + 2.0 * work->rounding, CD_DEFAULT_MARGIN * work->chain.a->radius);
    cdDistance found = cdMeasureChain(work, cell, least);
    if (found.state == CD_OVERLAP) return CD_OVERLAP;
    if (found.state != CD_FREE) return CD_UNDECIDED;
    if (found.beyond || found.lower > distance + work->rounding) return CD_FREE;
    return found.upper <= distance ? CD_OVERLAP : CD_UNDECIDED;
}
