// A way: a certified path of an object, as the picture shows it, with the clearance of each of its parts.
#ifndef APP_WAY_H
#define APP_WAY_H

#include "collision/path.h"

enum { WAY_PART_MAX = 96 };

// Zeroed: none.
typedef struct Way {
    int32_t object;
    cdPathNode *nodes; // nodes[nodeCount], times 0, 1, 2, ...; owned
    int32_t nodeCount; // 0: there is no way
    // parts[partCount]: the smallest clearances in equal parts of the time; 0: not known
    cdPathBound parts[WAY_PART_MAX];
    int32_t partCount;
} Way;

// Returns the pose on the way at a time from 0 to nodeCount - 1. `center`: of the object, its mesh's frame.
cdPose GetPoseOnWay(const Way *way, cdVec3 center, double time);

#endif
