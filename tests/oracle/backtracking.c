// Backtracking; see backtracking.h.
#include "oracle/backtracking.h"
#include "continuous/query_stats.h"

#include <float.h>
#include <math.h>

// The tested poses, and the work.
typedef struct Backtracking {
    cdOverlapInput at;
    cdQueryStats stats;
    cdWorkspace *workspace;
} Backtracking;

static cdOverlap testPose(Backtracking *work, cdPose pose, const cdBudget *budget) {
    work->at.poseA = pose;
    work->at.budget = *budget;
    if (budget->maxPairTests > 0) {
        work->at.budget.maxPairTests -= work->stats.pairTests;
        if (work->at.budget.maxPairTests <= 0) return (cdOverlap){.reason = CD_REASON_BUDGET};
    }
    cdOverlap overlap = cdFindOverlap(&work->at, NULL, work->workspace, NULL);
    cdAddQueryStats(&work->stats, &overlap.stats);
    return overlap;
}

// Bisects between a free pose at t->lo and an overlapping one at t->hi. Returns the last overlap, or the
// first undecided result.
static cdOverlap halve(Backtracking *work, const cdFirstContactInput *input, double resolution, cdInterval *t,
                       cdOverlap last) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    while (t->hi - t->lo > fmax(resolution, 2.0 * DBL_EPSILON)) {
        double middle = 0.5 * (t->lo + t->hi);
        cdOverlap there = testPose(work, cdGetPoseAt(&motion, middle), &input->budget);
        if (there.state == CD_UNDECIDED) return there;
        if (there.state == CD_FREE) {
            t->lo = middle;
        } else {
            t->hi = middle;
            last = there;
        }
    }
    return last;
}

// Fills `t` and the state of a step with a free start. Returns the deciding test.
static cdOverlap findBetween(Backtracking *work, const cdFirstContactInput *input, double resolution,
                             cdFirstContact *result) {
    cdOverlap overlap = testPose(work, input->targetA, &input->budget);
    result->t = overlap.state == CD_FREE ? (cdInterval){1.0, 1.0} : (cdInterval){0.0, 1.0};
    if (overlap.state == CD_OVERLAP) overlap = halve(work, input, resolution, &result->t, overlap);
    result->state = overlap.state == CD_OVERLAP ? CD_CONTACT : overlap.state;
    return overlap;
}

cdFirstContact FindContactByBacktracking(const cdFirstContactInput *input, double resolution,
                                         cdWorkspace *workspace) {
    cdFirstContact result = {.state = CD_UNDECIDED};
    Backtracking work = {.at = {.meshA = input->meshA, .meshB = input->meshB, .poseB = input->startB},
                         .workspace = workspace};
    cdOverlap overlap = testPose(&work, input->startA, &input->budget);
    result.state = overlap.state;
    if (overlap.state == CD_FREE) overlap = findBetween(&work, input, resolution, &result);
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    result.reason = overlap.reason;
    result.stats = work.stats;
    result.featureA = overlap.featureA;
    result.featureB = overlap.featureB;
    result.point = overlap.point;
    result.resolvedTime = result.t.lo;
    result.resolvedPose = result.t.lo < 1.0 ? cdGetPoseAt(&motion, result.t.lo) : input->targetA;
    return result;
}
