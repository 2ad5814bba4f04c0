// The nearest elements of two meshes by their sphere trees; see nearest.h.
//
// Source: S. Quinlan, "Efficient distance computation between non-convex objects", 1994, for the descent of
// two trees of spheres with the minimum distance found so far.
// (1) Pairs of nodes farther apart than that minimum are skipped. They are bounded by how far spheres cut
// down to slabs reach along a few directions. (2) The others are opened at the larger node, the nearer child
// first. The nodes alone determine which is nearer, so the order, and with it the first crossing found, does
// not depend on what was known at the start. (3) In leaves, triangles that their planes separate by more are
// skipped. Of the others, those that share a point are found exactly. Of their elements, each owned by one
// triangle, the nearest pair is kept; of equally near ones the first by kind and index. Bounds are compared
// with a slack that covers rounding, so that no equally near pair is lost: the answer does not depend on the
// order.
#include "continuous/nearest/nearest.h"
#include "continuous/search/search.h"
#include "foundation/numbers/rounding.h"
#include "mesh/shapes/closest.h"
#include "mesh/shapes/triangle_overlap.h"
#include "mesh/tree/sphere_tree.h"

// In units of the pair's size: placing a vertex costs some 20 of them, the closest points some 16.
static const double ROUNDING_UNITS = 64.0;

// Nearer pairs give no direction, in errors.
static const double DIRECTION_ERRORS = 1024.0;

enum { STACK = 512 };

typedef struct NodePair {
    int32_t a, b;
    double apart;
    double order; // the bound without the direction of the nearest pair so far
} NodePair;

typedef struct PlacedTriangle {
    cdVec3 corners[3], normal;
    int32_t index;
    uint32_t elements;
} PlacedTriangle;

void cdOpenDescent(cdDescent *descent, cdPose poseA) {
    const cdMesh *a = descent->a, *b = descent->b;
    descent->turn = cdMakeMat3FromQuat(poseA.q);
    descent->offset = cdSub(cdTransformPoint(poseA, a->center), b->center);
    double size = a->radius + b->radius + cdSumAbs(descent->offset) + cdSumAbs(poseA.p) +
                  cdSumAbs(a->center) + cdSumAbs(b->center);
    descent->error = ROUNDING_UNITS * CD_EPSILON * size;
    descent->best = (cdNearestPair){.distanceSq = INFINITY};
    descent->open = INFINITY;
}

static cdVec3 place(const cdDescent *descent, cdVec3 v) {
    return cdAdd(cdMulMat3Vec3(&descent->turn, v), descent->offset);
}

// --- (1)

// Returns how far a node's volume, a sphere cut down to a slab, reaches along a unit direction. The rounding
// of the sine of a small angle is compensated, so the reach is never too small by more than rounding units.
static double getReach(const cdNodeVolume *volume, cdVec3 direction) {
    double cosine = fabs(cdDot(volume->normal, direction)), r = volume->radius, h = volume->halfHeight;
    if (cosine * r <= h) return r;
    double rimSq = r * r - h * h, sineSq = 1.0 - cosine * cosine + 16.0 * CD_EPSILON;
    return cosine * h + sqrt(cdMax(rimSq, 0.0) * cdMax(sineSq, 0.0));
}

static double getApartOn(const cdNodeVolume *a, const cdNodeVolume *b, cdVec3 between, cdVec3 direction) {
    return fabs(cdDot(direction, between)) - (getReach(a, direction) + getReach(b, direction));
}

static void record(const cdDescent *descent, cdTraceKind kind, cdContactKind contact, int32_t a, int32_t b,
                   double apart) {
    cdTraceEvent *event = cdAddEvent(descent->trace, kind);
    if (!event) return;
    event->how = CD_HOW_DISTANCE;
    event->contact = contact;
    event->a = a;
    event->b = b;
    event->c[0] = apart;
}

static void recordNodes(const cdDescent *descent, int32_t nodeA, int32_t nodeB, double apart) {
    bool left = apart > descent->least + descent->slack;
    record(descent, left ? CD_TRACE_NODES_DISJOINT : CD_TRACE_NODES_MEET, CD_NO_CONTACT, nodeA, nodeB, apart);
}

// Returns a lower bound on the distance of two nodes' elements: by the spheres; by the direction of the
// nearest pair so far, which separates most of what is near it; by the line of centres and both normals.
// Nodes that are not skipped for it have their `order`, the bound without that direction.
static double boundNodes(cdDescent *descent, int32_t nodeA, int32_t nodeB, double *order) {
    cdNodeVolume a = cdGetNodeVolume(&descent->a->tree, nodeA), b = cdGetNodeVolume(&descent->b->tree, nodeB);
    cdVec3 between = cdSub(place(descent, a.center), b.center);
    double length = cdLength(between), limit = descent->least + descent->slack;
    double spheres = length - (a.radius + b.radius), known = spheres;
    descent->stats.sphereTests++;
    *order = spheres;
    if (spheres > limit || !(length > 0.0)) return spheres;
    a.normal = cdMulMat3Vec3(&descent->turn, a.normal);
    if (descent->bestKnown) known = cdMax(known, getApartOn(&a, &b, between, descent->bestDirection));
    double apart = spheres;
    if (known <= limit) apart = cdMax(apart, getApartOn(&a, &b, between, cdScale(1.0 / length, between)));
    if (cdMax(known, apart) <= limit) apart = cdMax(apart, getApartOn(&a, &b, between, b.normal));
    if (cdMax(known, apart) <= limit) apart = cdMax(apart, getApartOn(&a, &b, between, a.normal));
    *order = apart;
    apart = cdMax(known, apart);
    descent->stats.slabRejects += apart > limit;
    return apart;
}

static double getNodesApart(cdDescent *descent, int32_t nodeA, int32_t nodeB, double *order) {
    double apart = boundNodes(descent, nodeA, nodeB, order);
    if (descent->trace) recordNodes(descent, nodeA, nodeB, apart);
    return apart;
}

// --- (3)

void cdPlaceDescentTriangle(const cdDescent *descent, int32_t triangle, cdVec3 corners[3]) {
    const cdMesh *a = descent->a;
    for (int k = 0; k < 3; k++)
        corners[k] = place(descent, a->vertices[a->triangles[3 * triangle + k]]);
}

static void getCorners(const cdMesh *mesh, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = mesh->vertices[mesh->triangles[3 * triangle + k]];
}

static cdClosest findClosest(const cdDescent *descent, cdContactKind kind, int32_t elementA,
                             int32_t elementB) {
    const cdMesh *a = descent->a, *b = descent->b;
    cdVec3 t[3];
    if (kind == CD_VERTEX_FACE) {
        getCorners(b, elementB, t);
        return cdFindClosestPointTriangle(place(descent, a->vertices[elementA]), t[0], t[1], t[2]);
    }
    if (kind == CD_FACE_VERTEX) {
        cdPlaceDescentTriangle(descent, elementA, t);
        cdClosest swapped = cdFindClosestPointTriangle(b->vertices[elementB], t[0], t[1], t[2]);
        return (cdClosest){swapped.onSecond, swapped.onFirst, swapped.distanceSq};
    }
    const int32_t *edgeA = a->edges + 2 * elementA, *edgeB = b->edges + 2 * elementB;
    return cdFindClosestSegments(place(descent, a->vertices[edgeA[0]]), place(descent, a->vertices[edgeA[1]]),
                                 b->vertices[edgeB[0]], b->vertices[edgeB[1]]);
}

static bool comesBefore(const cdNearestPair *p, const cdNearestPair *q) {
    if (p->distanceSq != q->distanceSq) return p->distanceSq < q->distanceSq;
    if (p->kind != q->kind) return p->kind < q->kind;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

void cdSetNearestDirection(cdDescent *descent, cdVec3 between) {
    double length = cdLength(between);
    descent->bestKnown = length > DIRECTION_ERRORS * descent->error;
    if (descent->bestKnown) descent->bestDirection = cdScale(1.0 / length, between);
}

static void testElements(cdDescent *descent, cdContactKind kind, int32_t a, int32_t b) {
    cdClosest closest = findClosest(descent, kind, a, b);
    descent->stats.vertexFaceTests += kind == CD_VERTEX_FACE;
    descent->stats.faceVertexTests += kind == CD_FACE_VERTEX;
    descent->stats.edgeEdgeTests += kind == CD_EDGE_EDGE;
    if (descent->trace) record(descent, CD_TRACE_ELEMENTS, kind, a, b, sqrt(closest.distanceSq));
    cdNearestPair pair = {kind, a, b, closest.onFirst, closest.onSecond, closest.distanceSq};
    if (!comesBefore(&pair, &descent->best)) return;
    descent->best = pair;
    descent->least = cdMin(descent->least, sqrt(pair.distanceSq));
    cdSetNearestDirection(descent, cdSub(pair.onA, pair.onB));
}

void cdOfferNearest(cdDescent *descent, cdContactKind kind, int32_t a, int32_t b) {
    const cdMesh *meshA = descent->a, *meshB = descent->b;
    int32_t countA = kind == CD_VERTEX_FACE   ? meshA->vertexCount
                     : kind == CD_FACE_VERTEX ? meshA->triangleCount
                     : kind == CD_EDGE_EDGE   ? meshA->edgeCount
                                              : 0;
    int32_t countB = kind == CD_VERTEX_FACE   ? meshB->triangleCount
                     : kind == CD_FACE_VERTEX ? meshB->vertexCount
                                              : meshB->edgeCount;
    if (a >= 0 && a < countA && b >= 0 && b < countB) testElements(descent, kind, a, b);
}

// Returns how far a direction separates two triangles; below 0: it does not.
static double getApartAlong(cdVec3 n, const cdVec3 a[3], const cdVec3 b[3]) {
    double leastA = INFINITY, mostA = -INFINITY, leastB = INFINITY, mostB = -INFINITY;
    for (int k = 0; k < 3; k++) {
        double inA = cdDot(n, a[k]), inB = cdDot(n, b[k]);
        leastA = cdMin(leastA, inA), mostA = cdMax(mostA, inA);
        leastB = cdMin(leastB, inB), mostB = cdMax(mostB, inB);
    }
    return cdMax(leastA - mostB, leastB - mostA);
}

// `crossing`: the triangles may share a point in these leaves.
static void testTriangles(cdDescent *descent, const PlacedTriangle *a, const PlacedTriangle *b,
                          bool crossing) {
    descent->stats.facePairTests++;
    double limit = descent->least + descent->slack;
    double apart = descent->bestKnown ? getApartAlong(descent->bestDirection, a->corners, b->corners) : 0.0;
    if (apart <= limit) apart = cdMax(apart, getApartAlong(b->normal, a->corners, b->corners));
    if (apart <= limit) apart = cdMax(apart, getApartAlong(a->normal, a->corners, b->corners));
    if (apart > limit) {
        descent->stats.facePairRejects++;
        return;
    }
    if (crossing && apart <= descent->slack) {
        descent->stats.overlapTests++;
        descent->crosses = cdTrianglesOverlap(a->corners, b->corners);
        if (descent->crosses) {
            descent->crossingA = a->index, descent->crossingB = b->index;
            return;
        }
    }
    const int32_t *cornersA = descent->a->triangles + 3 * a->index,
                  *cornersB = descent->b->triangles + 3 * b->index;
    const int32_t *edgesA = descent->a->triangleEdges + 3 * a->index,
                  *edgesB = descent->b->triangleEdges + 3 * b->index;
    for (int k = 0; k < 3; k++) {
        if (a->elements & (1u << k)) testElements(descent, CD_VERTEX_FACE, cornersA[k], b->index);
        if (b->elements & (1u << k)) testElements(descent, CD_FACE_VERTEX, a->index, cornersB[k]);
        for (int i = 0; i < 3 && (a->elements & (8u << k)); i++)
            if (b->elements & (8u << i)) testElements(descent, CD_EDGE_EDGE, edgesA[k], edgesB[i]);
    }
}

static int32_t placeLeaf(const cdDescent *descent, bool ofA, int32_t node,
                         PlacedTriangle placed[CD_LEAF_ENTRY_MAX]) {
    const cdMesh *mesh = ofA ? descent->a : descent->b;
    const cdNodeLinks *links = &mesh->tree.links[node];
    for (int32_t i = 0; i < links->entryCount; i++) {
        const cdLeafEntry *entry = &mesh->tree.entries[links->firstEntry + i];
        placed[i].index = entry->triangle;
        placed[i].elements = entry->elements;
        placed[i].normal = cdGetTriangleNormal(mesh, entry->triangle);
        if (ofA) {
            cdPlaceDescentTriangle(descent, entry->triangle, placed[i].corners);
            placed[i].normal = cdMulMat3Vec3(&descent->turn, placed[i].normal);
        } else {
            getCorners(mesh, entry->triangle, placed[i].corners);
        }
    }
    return links->entryCount;
}

// A triangle may lie in several leaves. It is tested for crossings only where the leaves themselves meet:
// such pairs are visited whatever was known at the start, so the first crossing found does not depend on it.
static void testLeaves(cdDescent *descent, const NodePair *pair) {
    bool crossing = descent->crossings && pair->order <= descent->slack;
    PlacedTriangle a[CD_LEAF_ENTRY_MAX], b[CD_LEAF_ENTRY_MAX];
    int32_t countA = placeLeaf(descent, true, pair->a, a), countB = placeLeaf(descent, false, pair->b, b);
    for (int32_t i = 0; i < countA; i++)
        for (int32_t k = 0; k < countB && !descent->crosses; k++)
            testTriangles(descent, &a[i], &b[k], crossing);
}

// --- (2)

// Pushes the children of a pair. Returns the new height of the stack.
static int32_t openPair(cdDescent *descent, NodePair pair, NodePair *stack, int32_t height) {
    const cdSphereTree *treeA = &descent->a->tree, *treeB = &descent->b->tree;
    int32_t childA = treeA->links[pair.a].firstChild, childB = treeB->links[pair.b].firstChild;
    bool largerA = cdGetNodeRadius(treeA, pair.a) >= cdGetNodeRadius(treeB, pair.b);
    bool openA = childB < 0 || (childA >= 0 && largerA);
    NodePair children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = (NodePair){openA ? childA + i : pair.a, openA ? pair.b : childB + i, 0.0, 0.0};
        children[i].apart = getNodesApart(descent, children[i].a, children[i].b, &children[i].order);
    }
    int nearer = children[1].order < children[0].order;
    double reach = descent->least + descent->slack;
    if (children[1 - nearer].apart <= reach) stack[height++] = children[1 - nearer];
    if (children[nearer].apart <= reach) stack[height++] = children[nearer];
    return height;
}

// Charges the tests since the last call to the meter.
static bool isWithinBudget(cdDescent *descent) {
    const cdQueryStats *s = &descent->stats;
    int64_t tests =
        s->sphereTests + s->facePairTests + s->vertexFaceTests + s->faceVertexTests + s->edgeEdgeTests;
    int64_t due = tests - descent->charged;
    descent->charged = tests;
    return cdSpend(descent->meter, due);
}

bool cdDescend(cdDescent *descent) {
    NodePair stack[STACK];
    int32_t height = 0;
    NodePair root = {0, 0, 0.0, 0.0};
    root.apart = getNodesApart(descent, 0, 0, &root.order);
    stack[height++] = root;
    while (height > 0) {
        NodePair pair = stack[--height];
        if (pair.apart > descent->least + descent->slack) continue;
        bool leaves =
            descent->a->tree.links[pair.a].firstChild < 0 && descent->b->tree.links[pair.b].firstChild < 0;
        if (leaves && pair.apart > descent->coarse) {
            descent->least = cdMin(descent->least, pair.apart);
        } else if (!isWithinBudget(descent) || height + 2 > STACK) {
            stack[height++] = pair;
            break;
        } else if (leaves) {
            testLeaves(descent, &pair);
            if (descent->crosses) return true;
        } else {
            height = openPair(descent, pair, stack, height);
        }
    }
    for (int32_t i = 0; i < height; i++)
        descent->open = cdMin(descent->open, stack[i].apart);
    return height == 0;
}
