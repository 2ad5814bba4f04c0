// Steps of growth of a plan: which pose to slide from, and where to; see plan_work.h.
#include "foundation/numbers/functions.h"
#include "paths/plan_work.h"

// Each kind of step gets at least this share of the steps; the rest goes to them by their gains. Weight of
// the last step in the mean of these.
static const double LEAST_SHARE = 0.1, RECENT = 0.05;

static double pickBetween(cdPlanWork *work, double lower, double upper) {
    return lower + (upper - lower) * cdNextPlanNumber(work);
}

// Picks a length whose logarithm is evenly distributed.
static double pickLength(cdPlanWork *work) {
    double octaves = cdLog2(CD_PLAN_LONGEST / CD_PLAN_SHORTEST) * cdNextPlanNumber(work);
    return work->gyration * CD_PLAN_SHORTEST * cdExp(0.6931471805599453 * octaves);
}

static cdVec3 pickUnit(cdPlanWork *work) {
    for (;;) {
        double x = pickBetween(work, -1.0, 1.0), y = pickBetween(work, -1.0, 1.0);
        cdVec3 v = {x, y, pickBetween(work, -1.0, 1.0)};
        double lengthSq = cdLengthSq(v);
        if (lengthSq > 0.01 && lengthSq < 1.0) return cdNormalize(v);
    }
}

// Picks a twist of unit size, that mostly moves, mostly turns, or does both.
static cdTwist pickTwist(cdPlanWork *work) {
    double part = 0.5 * 3.14159265358979323846 * cdNextPlanNumber(work);
    cdTwist twist = {cdScale(cdCos(part), pickUnit(work)), {0.0, 0.0, 0.0}};
    twist.angular = cdScale(cdSin(part) / work->gyration, pickUnit(work));
    return twist;
}

// Picks a pose with the centroid in the room, or at most a radius outside.
static cdPose pickPose(cdPlanWork *work) {
    const cdBox3 *box = &work->room;
    double away = work->measures.radius;
    double x = pickBetween(work, box->lower.x - away, box->upper.x + away);
    double y = pickBetween(work, box->lower.y - away, box->upper.y + away);
    double z = pickBetween(work, box->lower.z - away, box->upper.z + away);
    cdVec3 axis = pickUnit(work);
    cdPose pose = {{x, y, z}, cdMakeQuat(axis, pickBetween(work, 0.0, 3.0))};
    pose.p = cdSub(pose.p, cdRotate(pose.q, work->measures.centroid));
    return pose;
}

static cdPlanStep stepAlong(cdPlanWork *work, int32_t node, cdTwist twist, double length) {
    cdPose from = work->nodes[node].pose;
    return (cdPlanStep){node, cdFollowTwist(work, from, cdScaleTwist(length, twist))};
}

static cdPlanStep stepKeen(cdPlanWork *work, int32_t tree) {
    int32_t index = cdFindKeenPlanNode(work, tree);
    cdPlanNode *node = &work->nodes[index];
    int32_t tries = node->tries++;
    if (tries >= node->directionCount) return stepAlong(work, index, pickTwist(work), pickLength(work));
    return stepAlong(work, index, node->directions[tries], 1.0);
}

cdPlanStep cdStepTo(cdPlanWork *work, int32_t node, cdPose target, double longest) {
    cdPose from = work->nodes[node].pose;
    cdBodyMetric metric = cdGetPlanMetric(work, from);
    cdTwist twist = cdFindTwist(from, target, work->measures.centroid);
    double size = cdGetTwistSize(&metric, twist), turn = cdLength(twist.angular);
    if (size <= longest && turn < 1.5) return (cdPlanStep){node, target};
    return stepAlong(work, node, twist, cdMin(1.0, longest / size));
}

static cdPlanStep stepRandom(cdPlanWork *work, int32_t tree) {
    cdPose target = pickPose(work);
    double distance;
    int32_t node = cdFindNearestPlanNode(work, target, tree, &distance);
    return cdStepTo(work, node, target, 10.0 * pickLength(work));
}

// From a random pose, more often from a later one.
static cdPlanStep stepAround(cdPlanWork *work, int32_t tree) {
    double share = cdNextPlanNumber(work);
    int32_t node = (int32_t)((1.0 - share * share) * work->nodeCount);
    while (node >= work->nodeCount || work->nodes[node].tree != tree)
        node = node > 0 && node <= work->nodeCount ? node - 1 : work->nodeCount - 1;
    return stepAlong(work, node, pickTwist(work), pickLength(work));
}

cdPlanStep cdPickPlanStep(cdPlanWork *work, int32_t tree, cdPlanKind *kind) {
    double total = 0.0, at = cdNextPlanNumber(work);
    for (int k = 0; k < CD_PLAN_KINDS; k++)
        total += work->gains[k];
    *kind = CD_PLAN_KEEN;
    for (int k = 0; k < CD_PLAN_KINDS; k++) {
        *kind = (cdPlanKind)k;
        at -= LEAST_SHARE + (1.0 - CD_PLAN_KINDS * LEAST_SHARE) * work->gains[k] / total;
        if (at < 0.0) break;
    }
    if (*kind == CD_PLAN_KEEN) return stepKeen(work, tree);
    return *kind == CD_PLAN_RANDOM ? stepRandom(work, tree) : stepAround(work, tree);
}

void cdCountPlanGain(cdPlanWork *work, cdPlanKind kind, int32_t node) {
    double gain = node >= 0 ? cdMin(1.0, work->nodes[node].gain / work->gyration) : 0.0;
    work->gains[kind] = (1.0 - RECENT) * work->gains[kind] + RECENT * cdMax(gain, 1e-3);
}
