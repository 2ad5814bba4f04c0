// One way down a sphere tree to the triangles within a reach of a point; see surface_near.h.
//
// Nodes come as siblings that follow their parent level by level, so a way is a stack of one node a level.
// A node is left out when its sphere, or its slab, is farther than the reach.
#include "contact/surface_near.h"
#include "mesh/closest.h"

enum { STACK_MAX = 256 };

static bool isNodeNear(const cdSphereTree *tree, int32_t node, cdVec3 point, double reach) {
    cdNodeVolume volume = cdGetNodeVolume(tree, node);
    cdVec3 r = cdSub(point, volume.center);
    double limit = volume.radius + reach;
    return cdLengthSq(r) <= limit * limit && fabs(cdDot(volume.normal, r)) <= volume.halfHeight + reach;
}

static bool isLeafNear(const cdMesh *mesh, const cdNodeLinks *leaf, cdVec3 point, double reachSq) {
    for (int32_t i = 0; i < leaf->entryCount; i++) {
        const int32_t *t = mesh->triangles + 3 * (size_t)mesh->tree.entries[leaf->firstEntry + i].triangle;
        const cdVec3 *v = mesh->vertices;
        if (cdFindClosestPointTriangle(point, v[t[0]], v[t[1]], v[t[2]]).distanceSq <= reachSq) return true;
    }
    return false;
}

bool cdIsNearSurface(const cdSurface *surface, cdVec3 point, double reach) {
    const cdMesh *mesh = surface->mesh;
    int32_t stack[STACK_MAX], height = 0;
    stack[height++] = 0;
    while (height > 0) {
        int32_t node = stack[--height];
        if (!isNodeNear(&mesh->tree, node, point, reach)) continue;
        const cdNodeLinks *links = &mesh->tree.links[node];
        if (links->firstChild < 0) {
            if (isLeafNear(mesh, links, point, reach * reach)) return true;
            continue;
        }
        stack[height++] = links->firstChild + 1;
        stack[height++] = links->firstChild;
    }
    return false;
}
