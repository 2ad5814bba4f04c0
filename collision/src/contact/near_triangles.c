// Two sphere trees walked down at once, to pairs of triangles that come near; see near_triangles.h.
//
// Source: the search of [RKC01 3.1] for a mesh that stands still, with a gap that still counts.
// (1) A pair of nodes is dropped when their spheres are farther apart than the reach, or when one's slab is
// from the other's volume. Two pairs are looked at in the time of one: siblings against the same node.
// (2) Otherwise the larger node is opened. Pairs of leaves with the same triangles as a pair that was seen
// are dropped by their labels [RKC01 4.4], as far as a small table remembers them.
// (3) A leaf of A is placed in the frame of the work when it is met, and kept while it is met again. Where
// its triangles are slivers in one plane, spheres part few of them; so all of a leaf are first held against
// its own width, in the plane and across its longest edge. (4) A pair of triangles is shown unless their
// boxes part them, one's plane, or one across it along an edge.
#include "contact/near_triangles.h"
#include "foundation/lanes.h"
#include "foundation/matrix.h"
#include "foundation/rounding.h"
#include "mesh/sphere_tree.h"

#include <string.h>

enum { LABEL_SLOTS = 256, OFTEN = 1 };

typedef struct NodePair {
    int32_t a, b;
} NodePair;

typedef struct Walk {
    const cdSphereTree *treeA, *treeB;
    const cdMesh *meshA, *meshB;
    cdMat3 rotation; // A to the frame of the work
    cdVec3 position;
    double reach;
    NodePair *stack;
    NodePair *labels;                // labels[LABEL_SLOTS]: pairs of leaves seen
    int32_t placedLeaf, placedCount; // of A
    cdWorkTriangle placed[CD_LEAF_ENTRY_MAX];
    int32_t placedUses; // up to OFTEN: from then on its width is known
    cdVec3 across;      // the way in which it is narrow
    double acrossLower, acrossUpper;
    cdVisitTriangles *visit;
    void *context;
    cdMeter *meter;
} Walk;

// --- (1)

typedef struct Volumes {
    cdLanes3 center, normal;
    cdLanes radius, halfHeight;
} Volumes;

static Volumes loadVolumes(const cdSphereTree *tree, int32_t node, bool siblings) {
    const cdTwinVolumes *t = &tree->twins[(node + 1) / 2];
    if (siblings)
        return (Volumes){cdLoadLanes3(t->centerX, t->centerY, t->centerZ),
                         cdLoadLanes3(t->normalX, t->normalY, t->normalZ), cdLoadLanes(t->radius),
                         cdLoadLanes(t->halfHeight)};
    int k = (node + 1) % 2;
    return (Volumes){cdSpreadLanes3((cdVec3){t->centerX[k], t->centerY[k], t->centerZ[k]}),
                     cdSpreadLanes3((cdVec3){t->normalX[k], t->normalY[k], t->normalZ[k]}),
                     cdSpreadLanes(t->radius[k]), cdSpreadLanes(t->halfHeight[k])};
}

static cdLanes3 turnLanes(const cdMat3 *rotation, cdLanes3 v) {
    return (cdLanes3){cdDotLanes3(cdSpreadLanes3(rotation->rows[0]), v),
                      cdDotLanes3(cdSpreadLanes3(rotation->rows[1]), v),
                      cdDotLanes3(cdSpreadLanes3(rotation->rows[2]), v)};
}

// A stored normal, turned, is unit up to 21 rounding units of its squared length and cosines (node_test.c).
static const double COSINE_ERROR = 64.0 * CD_EPSILON;

// Lanes in which a disc of radius r and height 2 h, whose normal makes the cosine c with a plane's, lies
// beyond `gap` of that plane, its middle being `height` over it.
static int lanesBeyond(cdLanes height, cdLanes gap, cdLanes h, cdLanes r, cdLanes c) {
    cdLanes rest = cdSubLanes(cdSubLanes(cdAbsLanes(height), gap), cdMulLanes(h, cdAbsLanes(c)));
    cdLanes flatSq =
        cdMulLanes(cdMulLanes(r, r), cdSubLanes(cdSpreadLanes(1.0 + COSINE_ERROR), cdMulLanes(c, c)));
    return cdLanesAbove(rest, cdSpreadLanes(0.0)) & cdLanesAbove(cdMulLanes(rest, rest), flatSq);
}

// Bits of the lanes whose nodes may come near; the lower bit's pair is (a, b), the other's its sibling's.
static int findNearLanes(const Walk *walk, NodePair pair, bool siblingsA, bool siblingsB) {
    Volumes a = loadVolumes(walk->treeA, pair.a, siblingsA), b = loadVolumes(walk->treeB, pair.b, siblingsB);
    a.center = cdAddLanes3(turnLanes(&walk->rotation, a.center), cdSpreadLanes3(walk->position));
    cdLanes3 between = cdSubLanes3(a.center, b.center);
    cdLanes reach = cdSpreadLanes(walk->reach);
    cdLanes radius = cdAddLanes(cdAddLanes(a.radius, b.radius), reach);
    int apart = cdLanesAbove(cdDotLanes3(between, between), cdMulLanes(radius, radius));
    if (apart == 3) return 0;
    a.normal = turnLanes(&walk->rotation, a.normal);
    cdLanes c = cdDotLanes3(a.normal, b.normal);
    apart |= lanesBeyond(cdDotLanes3(b.normal, between), cdAddLanes(b.halfHeight, reach), a.halfHeight,
                         a.radius, c);
    apart |= lanesBeyond(cdDotLanes3(a.normal, between), cdAddLanes(a.halfHeight, reach), b.halfHeight,
                         b.radius, c);
    return ~apart & 3;
}

// --- (2)

static int32_t openPair(const Walk *walk, NodePair pair, int32_t height) {
    int32_t childA = walk->treeA->links[pair.a].firstChild, childB = walk->treeB->links[pair.b].firstChild;
    bool largerA = cdGetNodeRadius(walk->treeA, pair.a) >= cdGetNodeRadius(walk->treeB, pair.b);
    bool openA = childB < 0 || (childA >= 0 && largerA);
    NodePair first = {openA ? childA : pair.a, openA ? pair.b : childB};
    int near = findNearLanes(walk, first, openA, !openA);
    if (near & 2) walk->stack[height++] = (NodePair){first.a + openA, first.b + !openA};
    if (near & 1) walk->stack[height++] = first;
    return height;
}

// Whether both nodes' triangles were seen; a pair of leaves is marked as seen.
static bool isSeen(Walk *walk, NodePair pair, bool leaves) {
    const cdNodeLinks *a = &walk->treeA->links[pair.a], *b = &walk->treeB->links[pair.b];
    if (!a->labelShared && !b->labelShared) return false;
    uint32_t slot = ((uint32_t)a->label * 0x9E3779B1u ^ (uint32_t)b->label * 0x85EBCA77u) >> 8;
    NodePair *known = &walk->labels[slot % LABEL_SLOTS];
    if (known->a == a->label && known->b == b->label) return true;
    if (leaves) *known = (NodePair){a->label, b->label};
    return false;
}

// --- (3)

static void loadTriangle(const cdMesh *mesh, int32_t triangle, cdWorkTriangle *out) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    out->triangle = triangle;
    for (int k = 0; k < 3; k++)
        out->corners[k] = mesh->vertices[corners[k]];
    out->normal = mesh->normals[triangle];
}

static void finishTriangle(cdWorkTriangle *t) {
    double h0 = cdDot(t->normal, t->corners[0]), h1 = cdDot(t->normal, t->corners[1]);
    double h2 = cdDot(t->normal, t->corners[2]);
    t->lower = cdMin(h0, cdMin(h1, h2));
    t->upper = cdMax(h0, cdMax(h1, h2));
    t->box = cdBoundPoints(t->corners, 3);
}

// Across the longest edge of the leaf, in its triangle's plane. Unit or zero.
static void findWidth(Walk *walk) {
    double longestSq = 0.0;
    cdVec3 across = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < walk->placedCount; i++)
        for (int k = 0; k < 3; k++) {
            const cdWorkTriangle *t = &walk->placed[i];
            cdVec3 edge = cdSub(t->corners[(k + 1) % 3], t->corners[k]);
            if (!(cdLengthSq(edge) > longestSq)) continue;
            longestSq = cdLengthSq(edge);
            across = cdCross(edge, t->normal);
        }
    walk->across = cdNormalize(across);
    walk->acrossLower = INFINITY, walk->acrossUpper = -INFINITY;
    for (int32_t i = 0; i < walk->placedCount; i++)
        for (int k = 0; k < 3; k++) {
            double at = cdDot(walk->across, walk->placed[i].corners[k]);
            walk->acrossLower = cdMin(walk->acrossLower, at);
            walk->acrossUpper = cdMax(walk->acrossUpper, at);
        }
}

static bool isBesideLeafOfA(const Walk *walk, const cdWorkTriangle *t) {
    double h0 = cdDot(walk->across, t->corners[0]), h1 = cdDot(walk->across, t->corners[1]);
    double h2 = cdDot(walk->across, t->corners[2]);
    return cdMin(h0, cdMin(h1, h2)) > walk->acrossUpper + walk->reach ||
           cdMax(h0, cdMax(h1, h2)) < walk->acrossLower - walk->reach;
}

static void placeLeafOfA(Walk *walk, int32_t leaf) {
    if (walk->placedLeaf == leaf) {
        if (walk->placedUses < OFTEN && ++walk->placedUses == OFTEN) findWidth(walk);
        return;
    }
    const cdNodeLinks *links = &walk->treeA->links[leaf];
    walk->placedLeaf = leaf;
    walk->placedCount = links->entryCount;
    for (int32_t i = 0; i < links->entryCount; i++) {
        cdWorkTriangle *t = &walk->placed[i];
        loadTriangle(walk->meshA, walk->treeA->entries[links->firstEntry + i].triangle, t);
        for (int k = 0; k < 3; k++)
            t->corners[k] = cdAdd(cdMulMat3Vec3(&walk->rotation, t->corners[k]), walk->position);
        t->normal = cdMulMat3Vec3(&walk->rotation, t->normal);
        finishTriangle(t);
    }
    walk->placedUses = 0;
}

// --- (4)

// false: all on one side, beyond the reach.
static bool findHeights(const cdWorkTriangle *plane, const cdWorkTriangle *t, double reach,
                        double heights[3]) {
    for (int k = 0; k < 3; k++)
        heights[k] = cdDot(plane->normal, t->corners[k]);
    return cdMin(heights[0], cdMin(heights[1], heights[2])) <= plane->upper + reach &&
           cdMax(heights[0], cdMax(heights[1], heights[2])) >= plane->lower - reach;
}

// Whether a plane across the first one's, along one of its edges, has the other beyond the reach: most pairs
// of triangles in one plane are parted by no other.
static bool isBesideEdges(const cdWorkTriangle *t, const cdWorkTriangle *other, double reach) {
    const cdVec3 *p = t->corners, *q = other->corners;
    for (int k = 0; k < 3; k++) {
        cdVec3 out = cdCross(cdSub(p[(k + 1) % 3], p[k]), t->normal);
        double own = cdMax(cdDot(out, p[0]), cdMax(cdDot(out, p[1]), cdDot(out, p[2])));
        double gap = cdMin(cdDot(out, q[0]), cdMin(cdDot(out, q[1]), cdDot(out, q[2]))) - own;
        if (gap > 0.0 && gap * gap > reach * reach * cdLengthSq(out)) return true;
    }
    return false;
}

static bool showTriangles(Walk *walk, const cdWorkTriangle *a, const cdWorkTriangle *b) {
    cdNearTriangles pair = {.a = a, .b = b, .reach = walk->reach};
    if (!cdAreBoxesNear(&a->box, &b->box, walk->reach)) return true;
    if (!findHeights(b, a, walk->reach, pair.heightsA)) return true;
    if (!findHeights(a, b, walk->reach, pair.heightsB)) return true;
    if (isBesideEdges(a, b, walk->reach) || isBesideEdges(b, a, walk->reach)) return true;
    return cdSpend(walk->meter, 1) && walk->visit(walk->context, &pair);
}

static bool showLeaves(Walk *walk, NodePair leaves) {
    const cdNodeLinks *b = &walk->treeB->links[leaves.b];
    placeLeafOfA(walk, leaves.a);
    for (int32_t k = 0; k < b->entryCount; k++) {
        cdWorkTriangle t;
        loadTriangle(walk->meshB, walk->treeB->entries[b->firstEntry + k].triangle, &t);
        if (walk->placedUses == OFTEN && isBesideLeafOfA(walk, &t)) continue;
        finishTriangle(&t);
        for (int32_t i = 0; i < walk->placedCount; i++)
            if (!showTriangles(walk, &walk->placed[i], &t)) return false;
    }
    return true;
}

static bool walkTrees(Walk *walk) {
    int32_t height = 0;
    if (findNearLanes(walk, (NodePair){0, 0}, false, false)) walk->stack[height++] = (NodePair){0, 0};
    while (height > 0) {
        NodePair pair = walk->stack[--height];
        if (!cdSpend(walk->meter, 1)) return false;
        bool leaves = walk->treeA->links[pair.a].firstChild < 0 && walk->treeB->links[pair.b].firstChild < 0;
        if (isSeen(walk, pair, leaves)) continue;
        if (leaves) {
            if (!showLeaves(walk, pair)) return false;
        } else {
            height = openPair(walk, pair, height);
        }
    }
    return true;
}

cdWorkTriangle cdPlaceTriangle(const cdRegionWork *work, cdWorkSide side, int32_t triangle) {
    cdWorkTriangle t;
    loadTriangle(cdGetWorkSurface(work, side)->mesh, triangle, &t);
    for (int k = 0; side == CD_SIDE_A && k < 3; k++)
        t.corners[k] = cdTransformPoint(work->toWork, t.corners[k]);
    if (side == CD_SIDE_A) t.normal = cdRotate(work->toWork.q, t.normal);
    finishTriangle(&t);
    return t;
}

bool cdFindNearTriangles(cdRegionWork *work, double reach, cdVisitTriangles *visit, void *context) {
    const cdMesh *a = work->a->mesh, *b = work->b->mesh;
    cdMemory before = work->memory;
    Walk walk = {.treeA = &a->tree,
                 .treeB = &b->tree,
                 .meshA = a,
                 .meshB = b,
                 .rotation = cdMakeMat3FromQuat(work->toWork.q),
                 .position = work->toWork.p,
                 .reach = reach,
                 .placedLeaf = -1,
                 .visit = visit,
                 .context = context,
                 .meter = work->meter};
    // A way down keeps at most one sibling for each level of either tree.
    walk.stack = cdTakeMemory(&work->memory, (size_t)(a->tree.depth + b->tree.depth) + 4, sizeof *walk.stack);
    walk.labels = cdTakeMemory(&work->memory, LABEL_SLOTS, sizeof *walk.labels);
    bool done = walk.stack != NULL && walk.labels != NULL;
    if (done) {
        memset(walk.labels, 0xFF, LABEL_SLOTS * sizeof *walk.labels);
        done = walkTrees(&walk);
    }
    work->memory = before;
    return done;
}
