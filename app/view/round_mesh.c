// Finds meshes that need marks to show their spin.
//
// Input: a mesh's hull. Output: true if it is round about an axis of its file: its extent is about equal in
// all directions across that axis, and it has many corners.
#include "view/view_data.h"

#include "collision/convex.h"

#include <math.h>

enum { CORNERS_LEAST = 20, DIRECTIONS = 24 };

static const double evenness = 1.1; // ratio of the farthest extent to the nearest

static bool isRoundAbout(const cdConvex *convex, const cdConvexInfo *hull, int axis) {
    double nearest = INFINITY, farthest = 0.0;
    for (int i = 0; i < DIRECTIONS; ++i) {
        double angle = 6.283185307179586 * i / DIRECTIONS, along[3] = {0.0, 0.0, 0.0};
        along[(axis + 1) % 3] = cos(angle);
        along[(axis + 2) % 3] = sin(angle);
        cdVec3 direction = {along[0], along[1], along[2]};
        int32_t vertex = cdFindSupportVertex(convex, direction, CD_SUPPORT_TABLE, -1);
        double reach = cdDot(hull->vertices[vertex], direction);
        nearest = fmin(nearest, reach);
        farthest = fmax(farthest, reach);
    }
    return nearest > 0.0 && farthest <= evenness * nearest;
}

bool IsRoundMesh(const cdMeshInfo *info) {
    if (!info->hull) return false;
    const cdConvexInfo hull = cdGetConvexInfo(info->hull);
    if (hull.vertexCount < CORNERS_LEAST) return false;
    bool round = false;
    for (int axis = 0; axis < 3; ++axis)
        round = round || isRoundAbout(info->hull, &hull, axis);
    return round;
}
