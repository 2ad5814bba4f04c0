// Motions of a plan: slides, straight motions out of the obstacles, checks; see plan_work.h.
#include "foundation/numbers/functions.h"
#include "paths/plan_work.h"
#include "paths/rigid_set.h"

#include <string.h>

// Largest turn of one slide: below the quarter turn at which screws are cut.
static const double LARGEST_TURN = 1.5;

// Most pair tests of a single slide; it then ends at a pose of its free path.
enum { SLIDE_TESTS = 400000, SLIDE_LEGS = 16 };

// Pair tests that a leg counts as, for each pair of meshes, in addition to its own.
enum { LEG_TESTS = 32 };

cdBudget cdGetPlanBudget(const cdPlanWork *work, int64_t limit) {
    cdBudget budget = work->input->budget;
    int64_t left = budget.maxPairTests - work->out->pairTests, most = left < limit ? left : limit;
    budget.maxPairTests = work->isUnlimited ? 0 : most > 1 ? most : 1;
    return budget;
}

void cdCountPlanWork(cdPlanWork *work, int64_t pairTests, cdReason reason) {
    work->out->pairTests += pairTests;
    bool isLimit = reason == CD_REASON_NONE || reason == CD_REASON_BUDGET || reason == CD_REASON_PRECISION;
    if (work->stopped) return;
    if (!isLimit) work->out->reason = reason;
    bool isSpent = !work->isUnlimited && work->out->pairTests >= work->input->budget.maxPairTests;
    if (isLimit && isSpent) work->out->reason = CD_REASON_BUDGET;
    work->stopped = !isLimit || isSpent;
}

cdPose cdFollowTwist(const cdPlanWork *work, cdPose from, cdTwist twist) {
    double angle = cdLength(twist.angular);
    if (angle > LARGEST_TURN) twist = cdScaleTwist(LARGEST_TURN / angle, twist), angle = LARGEST_TURN;
    cdVec3 w = twist.angular, v = twist.linear, cross = cdCross(w, v);
    cdVec3 center = cdGetPlanCenter(work, from), moved = cdAdd(center, v);
    cdPose to = from;
    if (angle > 1e-4) {
        double a2 = angle * angle;
        moved = cdMulAdd(moved, (1.0 - cdCos(angle)) / a2, cross);
        moved = cdMulAdd(moved, (angle - cdSin(angle)) / (a2 * angle), cdCross(w, cross));
        to.q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(cdScale(1.0 / angle, w), angle), from.q));
    }
    to.p = cdSub(moved, cdRotate(to.q, work->measures.centroid));
    return to;
}

static cdSlideInput makeSlideInput(cdPlanWork *work, cdPose from, cdPose to) {
    const cdPlanInput *input = work->input;
    return (cdSlideInput){.step = {.start = from,
                                   .target = to,
                                   .obstacles = input->obstacles,
                                   .obstacleCount = input->obstacleCount,
                                   .margin = input->margin,
                                   .budget = cdGetPlanBudget(work, SLIDE_TESTS)},
                          .maxLegs = SLIDE_LEGS,
                          .constraints = work->constraints,
                          .constraintCapacity = CD_PLAN_CONSTRAINTS,
                          .poses = work->poses,
                          .poseCapacity = CD_PLAN_POSES,
                          .shapes = input->shapes,
                          .shapeCount = input->shapeCount};
}

bool cdMakePlanSlide(cdPlanWork *work, cdPose from, cdPose to, bool *reached) {
    cdSlideInput input = makeSlideInput(work, from, to);
    cdSlide slide = cdFindSlide(&input, work->cache, work->workspace, NULL);
    work->out->slideCount++;
    cdReason reason = slide.contact.state == CD_UNDECIDED ? slide.contact.reason : CD_REASON_NONE;
    int64_t pairs = (int64_t)work->input->shapeCount * work->input->obstacleCount;
    cdCountPlanWork(work, slide.contact.stats.pairTests + LEG_TESTS * (1 + pairs * slide.legCount), reason);
    work->constraintCount = slide.constraintCount;
    work->poseCount = slide.neededPoses > slide.poseCount ? 0 : slide.poseCount;
    if (slide.contact.state == CD_OVERLAP) {
        work->out->shape = slide.shape;
        work->out->obstacle = slide.contact.obstacle;
        work->poseCount = 0;
    }
    *reached = slide.reached && work->poseCount > 0;
    return work->poseCount > 0;
}

bool cdIsPlanFree(cdPlanWork *work, const cdPathNode *nodes, int32_t count) {
    const cdPlanInput *input = work->input;
    const cdPathInput path = {.nodes = nodes,
                              .nodeCount = count,
                              .shapes = input->shapes,
                              .shapeCount = input->shapeCount,
                              .obstacles = work->obstacles,
                              .obstacleCount = input->obstacleCount,
                              .margin = input->margin,
                              .budget = cdGetPlanBudget(work, INT64_MAX)};
    cdPathContact found = cdFindPathContact(&path, work->workspace, NULL);
    cdReason reason = found.contact.state == CD_UNDECIDED ? found.contact.reason : CD_REASON_NONE;
    cdCountPlanWork(work, found.contact.stats.pairTests, reason);
    return found.contact.state == CD_FREE;
}

bool cdIsPlanOutside(const cdPlanWork *work, cdPose pose) {
    if (work->input->obstacleCount == 0) return true;
    return cdGetSphereGap(&work->bounds, cdGetPlanCenter(work, pose), work->measures.radius) > 0.0;
}

// Returns the distance along an axis after which a point leaves an interval; infinite for slow motions.
static double findCrossing(double at, double speed, double lower, double upper) {
    if (fabs(speed) < 1e-3) return INFINITY;
    return ((speed > 0.0 ? upper : lower) - at) / speed;
}

// Returns the distance along a unit direction at which the set is outside, with a tenth of its radius to
// spare.
static double findExit(const cdPlanWork *work, cdPose from, cdVec3 direction) {
    cdVec3 center = cdGetPlanCenter(work, from);
    double away = 1.1 * work->measures.radius;
    cdVec3 low = work->bounds.lower, high = work->bounds.upper;
    double nearest = findCrossing(center.x, direction.x, low.x - away, high.x + away);
    nearest = cdMin(nearest, findCrossing(center.y, direction.y, low.y - away, high.y + away));
    nearest = cdMin(nearest, findCrossing(center.z, direction.z, low.z - away, high.z + away));
    return cdMax(nearest, 0.1 * work->measures.radius);
}

bool cdFindFlight(cdPlanWork *work, cdPose from, cdVec3 direction, cdPose *outside) {
    cdVec3 unit = cdNormalize(direction);
    if (!(cdLengthSq(unit) > 0.5) || work->stopped) return false;
    *outside = from;
    outside->p = cdMulAdd(from.p, findExit(work, from, unit), unit);
    const cdPathNode nodes[2] = {{0.0, from}, {1.0, *outside}};
    work->out->flightCount++;
    return cdIsPlanOutside(work, *outside) && cdIsPlanFree(work, nodes, 2);
}
