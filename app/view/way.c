// Poses and certificates of a way.
#include "view/way.h"

#include "collision/motion.h"

#include <math.h>

cdPose GetPoseOnWay(const Way *way, cdVec3 center, double time) {
    int32_t last = way->nodeCount - 1, node = (int32_t)fmin(fmax(time, 0.0), last);
    if (node == last) return way->nodes[last].pose;
    cdMotion motion = cdMakeMotion(way->nodes[node].pose, way->nodes[node + 1].pose, center);
    return cdGetPoseAt(&motion, time - node);
}

int32_t CountWayEdges(const Way *way, WayEdgeState state) {
    int32_t count = 0;
    for (int32_t i = 0; i + 1 < way->nodeCount; ++i)
        count += (way->edges ? way->edges[i].state : WAY_EDGE_FREE) == state;
    return count;
}

int32_t FindWayEdge(const Way *way, WayEdgeState state) {
    for (int32_t i = 0; i + 1 < way->nodeCount; ++i)
        if ((way->edges ? way->edges[i].state : WAY_EDGE_FREE) == state) return i;
    return -1;
}

bool IsWayCertified(const Way *way) {
    return way->nodeCount > 1 && CountWayEdges(way, WAY_EDGE_FREE) == way->nodeCount - 1;
}
