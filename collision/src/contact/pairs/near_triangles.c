// Pairs of triangles that come near, by pairs of leaves that do; see near_triangles.h.
//
// (1) Pairs of leaves come from both sphere trees, or from a list if there is one. (2) Pairs with the same
// triangles as an earlier one are dropped by their labels [RKC01 4.4], as far as a small table remembers
// them. (3) A triangle of B's leaf is tested against four boxes of A's at a time. Boxes separate few coplanar
// slivers of a leaf, so those of B are then tested against the width of A's leaf, in the plane and across its
// longest edge. (4) A pair of triangles is visited unless a plane separates them: that of one, or one across
// it along an edge.
#include "contact/pairs/near_triangles.h"
#include "contact/pairs/near_leaves.h"
#include "contact/pairs/placed_leaves.h"
#include "foundation/numbers/compiler.h"

#include <string.h>

enum { LABEL_SLOTS = 256 };

typedef struct LabelPair {
    int32_t a, b;
} LabelPair;

typedef struct Walk {
    cdLeafWalk leaves; // to the frame of the work
    double reach;
    LabelPair *labels; // labels[LABEL_SLOTS]: pairs of leaves seen
    cdPlacedLeaves placedA, placedB;
    cdVisitTriangles *visit;
    void *context;
    bool coarse;
} Walk;

// --- (2)

static LabelPair *findLabels(Walk *walk, const cdNodeLinks *a, const cdNodeLinks *b) {
    uint32_t slot = ((uint32_t)a->label * 0x9E3779B1u ^ (uint32_t)b->label * 0x85EBCA77u) >> 8;
    return &walk->labels[slot % LABEL_SLOTS];
}

// True if all triangles of both nodes were seen.
static bool isSeen(void *context, int32_t nodeA, int32_t nodeB) {
    Walk *walk = context;
    const cdNodeLinks *a = &walk->leaves.a->tree.links[nodeA], *b = &walk->leaves.b->tree.links[nodeB];
    const LabelPair *known = findLabels(walk, a, b);
    return known->a == a->label && known->b == b->label;
}

static void markSeen(Walk *walk, int32_t leafA, int32_t leafB) {
    const cdNodeLinks *a = &walk->leaves.a->tree.links[leafA], *b = &walk->leaves.b->tree.links[leafB];
    if (a->labelShared || b->labelShared) *findLabels(walk, a, b) = (LabelPair){a->label, b->label};
}

// --- (4)

// Returns how far a triangle lies beyond another one's plane; below 0: on both sides of it.
static double findPlaneGap(const cdWorkTriangle *plane, const cdWorkTriangle *t) {
    double h0 = cdDot(plane->normal, t->corners[0]), h1 = cdDot(plane->normal, t->corners[1]);
    double h2 = cdDot(plane->normal, t->corners[2]);
    double lowest = cdMin(h0, cdMin(h1, h2)), highest = cdMax(h0, cdMax(h1, h2));
    return cdMax(lowest - plane->upper, plane->lower - highest);
}

// Returns how far the second three points are beyond the first three along a direction, times its length.
static double findGapAlong(cdVec3 out, const cdVec3 p[3], const cdVec3 q[3]) {
    double own = cdMax(cdDot(out, p[0]), cdMax(cdDot(out, p[1]), cdDot(out, p[2])));
    return cdMin(cdDot(out, q[0]), cdMin(cdDot(out, q[1]), cdDot(out, q[2]))) - own;
}

// True if a plane across the first one's, along one of its edges, has the other beyond the reach: the only
// planes that separate most pairs of coplanar triangles. A plane along an edge that has a corner of the other
// one on its inner side is done.
static bool isBesideEdges(const cdWorkTriangle *t, const cdWorkTriangle *other, double reach) {
    const cdVec3 *p = t->corners, *q = other->corners;
    for (int k = 0; k < 3; k++) {
        cdVec3 out = cdCross(cdSub(p[(k + 1) % 3], p[k]), t->normal);
        double edge = cdDot(out, p[k]);
        if (cdDot(out, q[0]) <= edge || cdDot(out, q[1]) <= edge) continue;
        double gap = findGapAlong(out, p, q);
        if (gap > 0.0 && gap * gap > reach * reach * cdLengthSq(out)) return true;
    }
    return false;
}

// Visits triangles that B's plane does not separate.
static bool showTriangles(Walk *walk, const cdWorkTriangle *a, const cdWorkTriangle *b) {
    if (findPlaneGap(a, b) > walk->reach) return true;
    if (!walk->coarse && (isBesideEdges(a, b, walk->reach) || isBesideEdges(b, a, walk->reach))) return true;
    cdNearTriangles pair = {a, b, walk->reach};
    return cdSpend(walk->leaves.meter, 1) && walk->visit(walk->context, &pair);
}

static bool showLeaves(void *context, int32_t leafA, int32_t leafB) {
    Walk *walk = context;
    markSeen(walk, leafA, leafB);
    cdPlacedLeaf *a = cdGetPlacedLeaf(&walk->placedA, leafA, true),
                 *b = cdGetPlacedLeaf(&walk->placedB, leafB, false);
    for (int32_t k = 0; k < b->count; k++) {
        const cdWorkTriangle *t = &b->triangles[k];
        uint32_t near = cdFindNearBoxes(a, b, k);
        if (near == 0 || (a->hasWidth && cdIsBesideLeaf(a, t, walk->reach))) continue;
        t = cdGetFinishedTriangle(&walk->placedB, b, k);
        for (; near != 0; near &= near - 1) {
            int32_t i = cdFindLowestBit(near);
            if (findPlaneGap(t, &a->triangles[i]) > walk->reach) continue;
            if (!showTriangles(walk, cdGetFinishedTriangle(&walk->placedA, a, i), t)) return false;
        }
    }
    return true;
}

cdWorkTriangle cdPlaceTriangle(const cdRegionWork *work, cdWorkSide side, int32_t triangle) {
    cdWorkTriangle t;
    cdLoadTriangle(cdGetWorkFeatures(work, side)->mesh, triangle, &t);
    for (int k = 0; side == CD_SIDE_A && k < 3; k++)
        t.corners[k] = cdTransformPoint(work->toWork, t.corners[k]);
    if (side == CD_SIDE_A) t.normal = cdRotate(work->toWork.q, t.normal);
    cdFinishTriangle(&t);
    return t;
}

cdPose cdFindToB(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB) {
    cdVec3 armA = cdRotate(poseA.q, a->center), armB = cdRotate(poseB.q, b->center);
    cdVec3 between = cdAdd(cdSub(poseA.p, poseB.p), cdSub(armA, armB));
    cdQuat inverse = cdConjugate(poseB.q);
    return (cdPose){cdRotate(inverse, between), cdNormalizeQuat(cdMulQuat(inverse, poseA.q))};
}

static Walk openWalk(const cdTriangleWalk *input) {
    return (Walk){
        .leaves = {.a = input->a,
                   .b = input->b,
                   .rotation = cdMakeMat3FromQuat(input->toB.q),
                   .position = input->toB.p,
                   .reach = input->reach,
                   .visit = showLeaves,
                   .skip = isSeen,
                   .meter = input->meter},
        .placedA = {.placement = {.mesh = input->a, .position = input->toB.p}, .reach = input->reach},
        .placedB = {.placement = {.mesh = input->b}, .reach = input->reach},
        .reach = input->reach,
        .visit = input->visit,
        .context = input->context,
        .coarse = input->coarse};
}

bool cdWalkNearTriangles(const cdTriangleWalk *input, cdMemory memory) {
    Walk walk = openWalk(input);
    walk.leaves.context = &walk;
    walk.placedA.placement.rotation = &walk.leaves.rotation;
    walk.labels = cdTakeMemory(&memory, LABEL_SLOTS, sizeof *walk.labels);
    bool opened = walk.labels != NULL && cdOpenPlacedLeaves(&walk.placedA, &memory) &&
                  cdOpenPlacedLeaves(&walk.placedB, &memory);
    if (!opened) {
        cdStopMeter(input->meter, CD_REASON_WORKSPACE);
        return false;
    }
    memset(walk.labels, 0xFF, LABEL_SLOTS * sizeof *walk.labels);
    return cdWalkNearLeaves(&walk.leaves, memory);
}

size_t cdGetTriangleWalkSize(const cdMesh *a, const cdMesh *b) {
    return cdGetLeafWalkSize(a, b) + 2 * cdGetPlacedLeavesSize() + LABEL_SLOTS * sizeof(LabelPair) + 16;
}

// --- By a list

bool cdWalkListedTriangles(const cdTriangleWalk *input, const cdNearList *list, double drift) {
    Walk walk = openWalk(input);
    walk.placedA.placement.rotation = &walk.leaves.rotation;
    cdWorkTriangle a, b;
    double limit = input->reach + drift;
    int32_t placed = -1, count = cdCountNearPairs(list, limit);
    for (int32_t i = 0; i < count; i++) {
        const cdNearPair *pair = &list->pairs[i];
        if (pair->gap > limit) continue;
        if (!cdSpend(input->meter, 1)) return false;
        if (pair->a != placed) cdPlaceTriangleBy(&walk.placedA.placement, pair->a, &a);
        placed = pair->a;
        cdPlaceTriangleBy(&walk.placedB.placement, pair->b, &b);
        if (!cdAreBoxesNear(&a.box, &b.box, input->reach) || findPlaneGap(&b, &a) > input->reach) continue;
        if (!showTriangles(&walk, &a, &b)) return false;
    }
    return true;
}
