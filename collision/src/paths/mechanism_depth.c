// How far two triangles that cross may move before they no longer touch.
//
// An edge pierces a triangle. While the edge's ends stay off the triangle and the triangle's sides off the
// edge, the number of times that the edge pierces the triangle does not change. So the triangles share a
// point as long as no point moves, relative to the other triangle, by more than the smallest of these
// distances. Lower bounds on them suffice: an end's distance from the triangle's plane, and the distance of
// the lines of the edge and of each side.
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "paths/mechanism_chain.h"

#include <math.h>

static const double ROUNDING = 64.0 * CD_EPSILON; // of the distances, of the size of both meshes

// Returns the depth by which the edge from `start` to `end` pierces the triangle; 0: it does not.
static double findPiercing(cdVec3 start, cdVec3 end, const cdVec3 corners[3]) {
    cdVec3 normal = cdNormalize(cdCross(cdSub(corners[1], corners[0]), cdSub(corners[2], corners[0])));
    double above = cdDot(normal, cdSub(start, corners[0])), below = cdDot(normal, cdSub(end, corners[0]));
    if (!(above * below < 0.0)) return 0.0;
    double depth = cdMin(fabs(above), fabs(below)), sign = 0.0;
    cdVec3 edge = cdSub(end, start);
    for (int k = 0; k < 3; k++) {
        cdVec3 side = cdSub(corners[(k + 1) % 3], corners[k]), across = cdCross(edge, side);
        double length = cdLength(across), product = cdDot(across, cdSub(start, corners[k]));
        if (!(length > 0.0) || product * sign < 0.0) return 0.0;
        depth = cdMin(depth, fabs(product) / length);
        sign = product;
    }
    return depth;
}

double cdFindCrossingDepth(const cdChain *chain, cdPose pose, int32_t triangleA, int32_t triangleB) {
    cdVec3 a[3], b[3];
    cdPlaceMeshTriangle(chain->a, pose, triangleA, a);
    cdPlaceMeshTriangle(chain->b, cdIdentityPose(), triangleB, b);
    double depth = 0.0;
    for (int k = 0; k < 3; k++) {
        depth = cdMax(depth, findPiercing(a[k], a[(k + 1) % 3], b));
        depth = cdMax(depth, findPiercing(b[k], b[(k + 1) % 3], a));
    }
    double size = chain->a->radius + chain->b->radius + cdLength(chain->b->center) + cdLength(pose.p);
    return cdMax(0.0, depth - ROUNDING * size);
}
