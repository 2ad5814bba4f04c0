// Pairs of triangles that come near, by pairs of leaves that do; see near_triangles.h.
//
// (1) Pairs of leaves come from both sphere trees, or from a list where one is known. (2) Those with the same
// triangles as a pair that was seen are dropped by their labels [RKC01 4.4], as far as a small table
// remembers them. (3) A leaf of A is placed in the frame of the work when it is met, and kept while it is met
// again. Where its triangles are slivers in one plane, spheres part few of them; so all of a leaf are first
// held against its own width, in the plane and across its longest edge. (4) A pair of triangles is shown
// unless their boxes part them, one's plane, or one across it along an edge.
#include "contact/near_triangles.h"
#include "contact/near_leaves.h"
#include "mesh/sphere_tree.h"

#include <string.h>

enum { LABEL_SLOTS = 256, OFTEN = 1 };

typedef struct LabelPair {
    int32_t a, b;
} LabelPair;

typedef struct Walk {
    cdLeafWalk leaves; // to the frame of the work
    double reach;
    LabelPair *labels;               // labels[LABEL_SLOTS]: pairs of leaves seen
    int32_t placedLeaf, placedCount; // of A
    cdWorkTriangle placed[CD_LEAF_ENTRY_MAX];
    int32_t placedUses; // up to OFTEN: from then on its width is known
    cdVec3 across;      // the way in which it is narrow
    double acrossLower, acrossUpper;
    cdVisitTriangles *visit;
    void *context;
    bool coarse;
} Walk;

// --- (2)

static LabelPair *findLabels(Walk *walk, const cdNodeLinks *a, const cdNodeLinks *b) {
    uint32_t slot = ((uint32_t)a->label * 0x9E3779B1u ^ (uint32_t)b->label * 0x85EBCA77u) >> 8;
    return &walk->labels[slot % LABEL_SLOTS];
}

// Whether all triangles of both nodes were seen.
static bool isSeen(void *context, int32_t nodeA, int32_t nodeB) {
    Walk *walk = context;
    const cdNodeLinks *a = &walk->leaves.a->tree.links[nodeA], *b = &walk->leaves.b->tree.links[nodeB];
    if (!a->labelShared && !b->labelShared) return false;
    const LabelPair *known = findLabels(walk, a, b);
    return known->a == a->label && known->b == b->label;
}

static void markSeen(Walk *walk, int32_t leafA, int32_t leafB) {
    const cdNodeLinks *a = &walk->leaves.a->tree.links[leafA], *b = &walk->leaves.b->tree.links[leafB];
    if (a->labelShared || b->labelShared) *findLabels(walk, a, b) = (LabelPair){a->label, b->label};
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

static void placeTriangleOfA(const Walk *walk, int32_t triangle, cdWorkTriangle *t) {
    const cdMat3 *rotation = &walk->leaves.rotation;
    loadTriangle(walk->leaves.a, triangle, t);
    for (int k = 0; k < 3; k++)
        t->corners[k] = cdAdd(cdMulMat3Vec3(rotation, t->corners[k]), walk->leaves.position);
    t->normal = cdMulMat3Vec3(rotation, t->normal);
    finishTriangle(t);
}

static void placeLeafOfA(Walk *walk, int32_t leaf) {
    if (walk->placedLeaf == leaf) {
        if (walk->placedUses < OFTEN && ++walk->placedUses == OFTEN) findWidth(walk);
        return;
    }
    const cdNodeLinks *links = &walk->leaves.a->tree.links[leaf];
    walk->placedLeaf = leaf;
    walk->placedCount = links->entryCount;
    for (int32_t i = 0; i < links->entryCount; i++)
        placeTriangleOfA(walk, walk->leaves.a->tree.entries[links->firstEntry + i].triangle,
                         &walk->placed[i]);
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

// How far the second three points are beyond the first three along a direction, times its length.
static double findGapAlong(cdVec3 out, const cdVec3 p[3], const cdVec3 q[3]) {
    double own = cdMax(cdDot(out, p[0]), cdMax(cdDot(out, p[1]), cdDot(out, p[2])));
    return cdMin(cdDot(out, q[0]), cdMin(cdDot(out, q[1]), cdDot(out, q[2]))) - own;
}

// Whether a plane across the first one's, along one of its edges, has the other beyond the reach: most pairs
// of triangles in one plane are parted by no other.
static bool isBesideEdges(const cdWorkTriangle *t, const cdWorkTriangle *other, double reach) {
    const cdVec3 *p = t->corners, *q = other->corners;
    for (int k = 0; k < 3; k++) {
        cdVec3 out = cdCross(cdSub(p[(k + 1) % 3], p[k]), t->normal);
        double gap = findGapAlong(out, p, q);
        if (gap > 0.0 && gap * gap > reach * reach * cdLengthSq(out)) return true;
    }
    return false;
}

static bool showTriangles(Walk *walk, const cdWorkTriangle *a, const cdWorkTriangle *b) {
    cdNearTriangles pair = {.a = a, .b = b, .reach = walk->reach};
    if (!cdAreBoxesNear(&a->box, &b->box, walk->reach)) return true;
    if (!findHeights(b, a, walk->reach, pair.heightsA)) return true;
    if (!findHeights(a, b, walk->reach, pair.heightsB)) return true;
    if (!walk->coarse && (isBesideEdges(a, b, walk->reach) || isBesideEdges(b, a, walk->reach))) return true;
    return cdSpend(walk->leaves.meter, 1) && walk->visit(walk->context, &pair);
}

static bool showLeaves(void *context, int32_t leafA, int32_t leafB) {
    Walk *walk = context;
    const cdNodeLinks *b = &walk->leaves.b->tree.links[leafB];
    markSeen(walk, leafA, leafB);
    placeLeafOfA(walk, leafA);
    for (int32_t k = 0; k < b->entryCount; k++) {
        cdWorkTriangle t;
        loadTriangle(walk->leaves.b, walk->leaves.b->tree.entries[b->firstEntry + k].triangle, &t);
        if (walk->placedUses == OFTEN && isBesideLeafOfA(walk, &t)) continue;
        finishTriangle(&t);
        for (int32_t i = 0; i < walk->placedCount; i++)
            if (!showTriangles(walk, &walk->placed[i], &t)) return false;
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

static Walk openWalk(const cdTriangleWalk *input) {
    return (Walk){.leaves = {.a = input->a,
                             .b = input->b,
                             .rotation = cdMakeMat3FromQuat(input->toB.q),
                             .position = input->toB.p,
                             .reach = input->reach,
                             .visit = showLeaves,
                             .skip = isSeen,
                             .meter = input->meter},
                  .reach = input->reach,
                  .placedLeaf = -1,
                  .visit = input->visit,
                  .context = input->context,
                  .coarse = input->coarse};
}

bool cdWalkNearTriangles(const cdTriangleWalk *input, cdMemory memory) {
    Walk walk = openWalk(input);
    walk.leaves.context = &walk;
    walk.labels = cdTakeMemory(&memory, LABEL_SLOTS, sizeof *walk.labels);
    if (walk.labels == NULL) return false;
    memset(walk.labels, 0xFF, LABEL_SLOTS * sizeof *walk.labels);
    return cdWalkNearLeaves(&walk.leaves, memory);
}

size_t cdGetTriangleWalkSize(const cdMesh *a, const cdMesh *b) {
    return cdGetLeafWalkSize(a, b) + LABEL_SLOTS * sizeof(LabelPair) + 16;
}

// --- By a list

bool cdWalkListedTriangles(const cdTriangleWalk *input, const cdNearList *list, double drift) {
    Walk walk = openWalk(input);
    double limit = input->reach + drift;
    int32_t placed = -1, count = cdCountNearPairs(list, limit);
    for (int32_t i = 0; i < count; i++) {
        const cdNearPair *pair = &list->pairs[i];
        if (pair->gap > limit) continue;
        if (pair->a != placed) placeTriangleOfA(&walk, pair->a, &walk.placed[0]);
        placed = pair->a;
        cdWorkTriangle b;
        loadTriangle(input->b, pair->b, &b);
        finishTriangle(&b);
        if (!cdSpend(input->meter, 1) || !showTriangles(&walk, &walk.placed[0], &b)) return false;
    }
    return true;
}

static double findPlaneGap(const cdWorkTriangle *plane, const double heights[3]) {
    double lowest = cdMin(heights[0], cdMin(heights[1], heights[2])),
           highest = cdMax(heights[0], cdMax(heights[1], heights[2]));
    return cdMax(lowest - plane->upper, plane->lower - highest);
}

double cdBoundTriangleGap(const cdNearTriangles *pair) {
    double gap = cdMax(findPlaneGap(pair->b, pair->heightsA), findPlaneGap(pair->a, pair->heightsB));
    return cdMax(gap, cdFindBoxGap(&pair->a->box, &pair->b->box));
}
