// The trees of poses of a plan; see plan_work.h.
#include "paths/plan_work.h"

cdPlanNode *cdAddPlanNode(cdPlanWork *work, cdPose pose, int32_t parent, int32_t tree) {
    cdPlanNode *node = &work->nodes[work->nodeCount++];
    node->pose = pose;
    node->parent = node->origin = parent;
    node->tree = tree;
    node->gain = work->gyration;
    node->tries = node->directionCount = 0;
    return node;
}

// The distance of the centroids is a lower bound of the distance of two poses.
int32_t cdFindNearestPlanNode(const cdPlanWork *work, cdPose pose, int32_t tree, double *distance) {
    cdBodyMetric metric = cdGetPlanMetric(work, pose);
    cdVec3 center = cdGetPlanCenter(work, pose);
    int32_t nearest = -1;
    *distance = INFINITY;
    for (int32_t i = 0; i < work->nodeCount; i++) {
        const cdPlanNode *node = &work->nodes[i];
        if (node->tree != tree) continue;
        cdVec3 apart = cdSub(cdGetPlanCenter(work, node->pose), center);
        if (!(cdLengthSq(apart) < *distance * *distance)) continue;
        double found = cdGetPoseDistance(&metric, pose, node->pose, work->measures.centroid);
        if (!(found < *distance)) continue;
        *distance = found;
        nearest = i;
    }
    return nearest;
}

int32_t cdFindKeenPlanNode(const cdPlanWork *work, int32_t tree) {
    int32_t best = -1;
    double most = -1.0;
    for (int32_t i = work->nodeCount - 1; i >= 0; i--) {
        const cdPlanNode *node = &work->nodes[i];
        if (node->tree != tree || node->directionCount == 0) continue;
        double tries = 1.0 + node->tries, hope = node->gain / (tries * tries);
        if (!(hope > most)) continue;
        most = hope;
        best = i;
    }
    return best;
}
