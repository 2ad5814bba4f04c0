// The end of a plan: the path from the trees, its certificate, and the result; see plan_work.h.
#include "paths/plan_work.h"

#include <string.h>

void cdReversePlan(cdPlanWork *work) {
    cdPathNode *path = work->path;
    for (int32_t i = 0, k = work->pathCount - 1; i < k; i++, k--) {
        cdPathNode node = path[i];
        path[i] = path[k];
        path[k] = node;
    }
}

void cdAddPlanRoot(cdPlanWork *work, int32_t node) {
    for (; node >= 0; node = work->nodes[node].parent)
        work->path[work->pathCount++].pose = work->nodes[node].pose;
}

static void numberPath(cdPlanWork *work) {
    for (int32_t i = 0; i < work->pathCount; i++)
        work->path[i].time = i;
}

// Takes away all poses that are reached by the screw between two poses.
static void dropEdge(cdPlanWork *work, cdPose a, cdPose b) {
    for (int32_t i = 0; i < work->nodeCount; i++) {
        cdPlanNode *node = &work->nodes[i];
        if (node->parent < 0) continue;
        const cdPlanNode *parent = &work->nodes[node->parent];
        bool along = cdIsSamePose(parent->pose, a) && cdIsSamePose(node->pose, b);
        bool back = cdIsSamePose(parent->pose, b) && cdIsSamePose(node->pose, a);
        if (along || back || parent->tree < 0) node->tree = -1;
    }
}

// Certifies the path edge by edge; drops the first edge that is not free.
static bool certifyEdges(cdPlanWork *work) {
    numberPath(work);
    for (int32_t i = 0; i + 1 < work->pathCount && !work->stopped; i++) {
        if (cdIsPlanFree(work, &work->path[i], 2)) continue;
        dropEdge(work, work->path[i].pose, work->path[i + 1].pose);
        return false;
    }
    return !work->stopped;
}

static double measurePath(const cdPlanWork *work) {
    double length = 0.0;
    for (int32_t i = 0; i + 1 < work->pathCount; i++) {
        cdBodyMetric metric = cdGetPlanMetric(work, work->path[i].pose);
        length +=
            cdGetPoseDistance(&metric, work->path[i].pose, work->path[i + 1].pose, work->measures.centroid);
    }
    return length;
}

// Certifies a found path whatever that costs, and shortens it as far as the budget allows.
static bool certifyPath(cdPlanWork *work) {
    work->isUnlimited = true;
    bool isFree = certifyEdges(work);
    work->isUnlimited = false;
    if (!isFree) return false;
    cdCountPlanWork(work, 0, CD_REASON_NONE);
    cdShortenPlan(work);
    if (work->out->reason == CD_REASON_BUDGET) work->stopped = false;
    numberPath(work);
    work->isUnlimited = true;
    isFree = cdIsPlanFree(work, work->path, work->pathCount);
    work->isUnlimited = false;
    return isFree;
}

bool cdFinishPlan(cdPlanWork *work) {
    if (!certifyPath(work)) return false;
    const cdPlanInput *input = work->input;
    cdPlan *out = work->out;
    out->state = CD_PLAN_FOUND;
    out->reason = CD_REASON_NONE;
    out->neededNodes = work->pathCount;
    out->truncated = input->nodes != NULL && input->nodeCapacity < work->pathCount;
    if (input->nodes != NULL && !out->truncated) {
        memcpy(input->nodes, work->path, (size_t)work->pathCount * sizeof *work->path);
        out->nodeCount = work->pathCount;
    }
    out->length = measurePath(work);
    work->stopped = true;
    return true;
}
