// One way down a sphere tree to the triangles near a point; see surface_near.h.
//
// Children follow their parent in pairs, so a way down leaves at most one node a level for later. A node is
// left out when its sphere, or its slab, is farther than the reach; when the distance itself is asked for,
// the reach is the least distance so far, and the nearer child comes first.
#include "contact/pairs/surface_near.h"
#include "mesh/shapes/closest.h"

enum { STACK_MAX = 256 };

typedef struct Nearest {
    double distanceSq;
    int32_t triangle; // -1: none within the reach
} Nearest;

static bool isNodeNear(const cdSphereTree *tree, int32_t node, cdVec3 point, double reach) {
    cdNodeVolume volume = cdGetNodeVolume(tree, node);
    cdVec3 r = cdSub(point, volume.center);
    double limit = volume.radius + reach;
    return cdLengthSq(r) <= limit * limit && fabs(cdDot(volume.normal, r)) <= volume.halfHeight + reach;
}

static void searchLeaf(const cdMesh *mesh, const cdNodeLinks *leaf, cdVec3 point, Nearest *nearest) {
    for (int32_t i = 0; i < leaf->entryCount; i++) {
        int32_t triangle = mesh->tree.entries[leaf->firstEntry + i].triangle;
        const int32_t *t = mesh->triangles + 3 * (size_t)triangle;
        const cdVec3 *v = mesh->vertices;
        double distanceSq = cdFindClosestPointTriangle(point, v[t[0]], v[t[1]], v[t[2]]).distanceSq;
        if (distanceSq <= nearest->distanceSq) *nearest = (Nearest){distanceSq, triangle};
    }
}

static double findCenterDistanceSq(const cdSphereTree *tree, int32_t node, cdVec3 point) {
    return cdLengthSq(cdSub(point, cdGetNodeVolume(tree, node).center));
}

static Nearest findNearest(const cdMesh *mesh, cdVec3 point, double reach, bool anyDoes) {
    Nearest nearest = {reach * reach, -1};
    int32_t stack[STACK_MAX], height = 0;
    stack[height++] = 0;
    while (height > 0 && !(anyDoes && nearest.triangle >= 0)) {
        int32_t node = stack[--height];
        if (!isNodeNear(&mesh->tree, node, point, sqrt(nearest.distanceSq))) continue;
        const cdNodeLinks *links = &mesh->tree.links[node];
        if (links->firstChild < 0) {
            searchLeaf(mesh, links, point, &nearest);
            continue;
        }
        int32_t first = links->firstChild;
        bool secondNearer = findCenterDistanceSq(&mesh->tree, first + 1, point) <
                            findCenterDistanceSq(&mesh->tree, first, point);
        stack[height++] = secondNearer ? first : first + 1;
        stack[height++] = secondNearer ? first + 1 : first;
    }
    return nearest;
}

bool cdIsNearSurface(const cdFeatures *features, cdVec3 point, double reach) {
    return findNearest(features->mesh, point, reach, true).triangle >= 0;
}

double cdFindSurfaceDistance(const cdFeatures *features, cdVec3 point, int32_t *triangle) {
    double reach = 2.0 * (cdLength(point) + features->info.radius);
    Nearest nearest = findNearest(features->mesh, point, reach, false);
    *triangle = nearest.triangle;
    return sqrt(nearest.distanceSq);
}
