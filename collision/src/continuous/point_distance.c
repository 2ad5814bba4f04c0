// The point of a mesh nearest to a given one, by its sphere tree; see distance.h.
//
// The tree is descended with the least distance found so far, the nearer child first; nodes are bounded by
// their spheres and slabs. Bounds are compared with a slack that covers rounding, and of equally near
// triangles the first is kept, so the answer depends neither on the order nor on the hint.
#include "collision/distance.h"
#include "continuous/nearest.h"
#include "foundation/hooks.h"
#include "foundation/rounding.h"
#include "mesh/closest.h"
#include "mesh/mesh_data.h"

// Of the size: as for two meshes, where less is placed.
static const double ROUNDING_UNITS = 64.0;

enum { STACK = 512 };

typedef struct PointSearch {
    const cdMesh *mesh;
    cdVec3 p; // less the mesh's centre
    double least, slack, bestSq;
    cdVec3 best;
    int32_t triangle;
    cdMeter *meter; // NULL: no limit
} PointSearch;

typedef struct NodeBound {
    int32_t node;
    double apart;
} NodeBound;

static NodeBound boundNode(const PointSearch *search, int32_t node) {
    cdNodeVolume volume = cdGetNodeVolume(&search->mesh->tree, node);
    cdVec3 between = cdSub(search->p, volume.center);
    double apart = cdLength(between) - volume.radius;
    if (apart <= search->least) apart = cdMax(apart, fabs(cdDot(volume.normal, between)) - volume.halfHeight);
    return (NodeBound){node, apart};
}

static void testTriangle(PointSearch *search, int32_t triangle) {
    const int32_t *t = search->mesh->triangles + 3 * triangle;
    const cdVec3 *v = search->mesh->vertices;
    cdClosest closest = cdFindClosestPointTriangle(search->p, v[t[0]], v[t[1]], v[t[2]]);
    if (closest.distanceSq > search->bestSq) return;
    if (closest.distanceSq == search->bestSq && triangle >= search->triangle) return;
    search->bestSq = closest.distanceSq;
    search->best = closest.onSecond;
    search->triangle = triangle;
    search->least = cdMin(search->least, sqrt(closest.distanceSq));
}

static void testLeaf(PointSearch *search, const cdNodeLinks *links) {
    for (int32_t i = 0; i < links->entryCount; i++)
        testTriangle(search, search->mesh->tree.entries[links->firstEntry + i].triangle);
}

// False: the tree is deeper than the stack, or the meter is out.
static bool descendTree(PointSearch *search) {
    NodeBound stack[STACK];
    int32_t height = 0;
    stack[height++] = boundNode(search, 0);
    while (height > 0) {
        NodeBound top = stack[--height];
        if (top.apart > search->least + search->slack) continue;
        const cdNodeLinks *links = &search->mesh->tree.links[top.node];
        if (links->firstChild < 0) {
            testLeaf(search, links);
            continue;
        }
        if (height + 2 > STACK || !cdSpend(search->meter, 1)) return false;
        NodeBound children[2] = {boundNode(search, links->firstChild),
                                 boundNode(search, links->firstChild + 1)};
        int nearer = children[1].apart < children[0].apart;
        stack[height++] = children[1 - nearer];
        stack[height++] = children[nearer];
    }
    return true;
}

cdPointDistance cdFindPointDistanceBy(const cdMesh *mesh, cdVec3 point, double most, int32_t hint,
                                      cdMeter *meter) {
    cdPointDistance result = {.distance = INFINITY, .triangle = -1};
    double size = mesh->radius + cdSumAbs(mesh->center) + cdSumAbs(cdSub(point, mesh->center));
    if (!isfinite(size) || isnan(most)) return result;
    double limit = most > 0.0 ? most : INFINITY;
    PointSearch search = {mesh,     cdSub(point, mesh->center),
                          limit,    ROUNDING_UNITS * CD_EPSILON * size,
                          INFINITY, {0.0, 0.0, 0.0},
                          -1,       meter};
    search.triangle = mesh->triangleCount;
    if (hint >= 0 && hint < mesh->triangleCount) testTriangle(&search, hint);
    if (!descendTree(&search)) return result;
    double distance = sqrt(search.bestSq);
    result.found = distance <= limit;
    result.lower = cdMax(0.0, (result.found ? distance : limit) - search.slack);
    if (!result.found) return result;
    result.distance = distance;
    result.point = cdAdd(search.best, mesh->center);
    result.triangle = search.triangle;
    return result;
}

cdPointDistance cdFindPointDistance(const cdMesh *mesh, cdVec3 point, double most, int32_t hint) {
    if (!CD_REQUIRE(mesh != NULL)) return (cdPointDistance){.distance = INFINITY, .triangle = -1};
    return cdFindPointDistanceBy(mesh, point, most, hint, NULL);
}
