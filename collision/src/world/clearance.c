// The distance of two meshes by their sphere trees; see clearance.h.
//
// Source: S. Quinlan, "Efficient distance computation between non-convex objects", 1994, for the descent of
// two trees of spheres with the least distance found so far.
// (1) Pairs of nodes farther apart than the least distance so far are left out: spheres, and the slabs that
// cut them. (2) The others are opened at the larger node, the nearer child first. (3) In leaves, unless
// they are far enough apart by themselves, triangles whose planes part them by more are left out; of the
// others the least of all vertex to face and edge to edge distances. (4) Less what rounding may have added.
#include "world/clearance.h"
#include "foundation/rounding.h"
#include "mesh/closest.h"
#include "mesh/mesh_data.h"

#include <math.h>

enum { STACK = 256, TESTS = 2048 };

// Of what is asked for at most: leaves farther apart are not looked into.
static const double ENOUGH = 0.0625;

// Rounding units of the pair's size.
static const double ROUNDING = 64.0;

typedef struct Descent {
    const cdMesh *a, *b;
    double turn[9]; // A's axes, by rows
    cdVec3 offset;  // of A's centre from B's
    double most, least;
    int32_t tests;
} Descent;

typedef struct NodePair {
    int32_t a, b;
    double apart;
} NodePair;

static cdVec3 turnBy(const double m[9], cdVec3 v) {
    return (cdVec3){m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                    m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

static cdVec3 place(const Descent *descent, cdVec3 v) {
    return cdAdd(turnBy(descent->turn, v), descent->offset);
}

// --- (1)

static double getNodesApart(const Descent *descent, int32_t nodeA, int32_t nodeB) {
    cdNodeVolume a = cdGetNodeVolume(&descent->a->tree, nodeA), b = cdGetNodeVolume(&descent->b->tree, nodeB);
    cdVec3 between = cdSub(place(descent, a.center), b.center);
    double apart = cdLength(between) - (a.radius + b.radius);
    if (apart > descent->least) return apart;
    apart = cdMax(apart, fabs(cdDot(b.normal, between)) - (b.halfHeight + a.radius));
    return cdMax(apart, fabs(cdDot(turnBy(descent->turn, a.normal), between)) - (a.halfHeight + b.radius));
}

// --- (3)

static void getCorners(const cdMesh *mesh, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = mesh->vertices[mesh->triangles[3 * triangle + k]];
}

// How far the plane of a triangle is from the corners of another that are all on one side of it.
static double getPlaneApart(cdVec3 normal, cdVec3 on, const cdVec3 corners[3]) {
    double h[3];
    for (int k = 0; k < 3; k++)
        h[k] = cdDot(normal, cdSub(corners[k], on));
    return cdMax(cdMin(h[0], cdMin(h[1], h[2])), -cdMax(h[0], cdMax(h[1], h[2])));
}

static double getTrianglesApartSq(const cdVec3 a[3], const cdVec3 b[3]) {
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = cdMin(least, cdFindClosestPointTriangle(a[i], b[0], b[1], b[2]).distanceSq);
        least = cdMin(least, cdFindClosestPointTriangle(b[i], a[0], a[1], a[2]).distanceSq);
        for (int k = 0; k < 3; k++)
            least =
                cdMin(least, cdFindClosestSegments(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]).distanceSq);
    }
    return least;
}

static void testTriangles(Descent *descent, int32_t triangleA, int32_t triangleB) {
    cdVec3 a[3], b[3];
    getCorners(descent->a, triangleA, a);
    getCorners(descent->b, triangleB, b);
    for (int k = 0; k < 3; k++)
        a[k] = place(descent, a[k]);
    if (getPlaneApart(descent->b->normals[triangleB], b[0], a) >= descent->least) return;
    cdVec3 normal = turnBy(descent->turn, descent->a->normals[triangleA]);
    if (getPlaneApart(normal, a[0], b) >= descent->least) return;
    descent->tests++;
    descent->least = cdMin(descent->least, sqrt(getTrianglesApartSq(a, b)));
}

static void testLeaves(Descent *descent, int32_t nodeA, int32_t nodeB) {
    const cdNodeLinks *a = &descent->a->tree.links[nodeA], *b = &descent->b->tree.links[nodeB];
    for (int32_t i = 0; i < a->entryCount; i++)
        for (int32_t k = 0; k < b->entryCount; k++)
            testTriangles(descent, descent->a->tree.entries[a->firstEntry + i].triangle,
                          descent->b->tree.entries[b->firstEntry + k].triangle);
}

// --- (2)

// Returns the stack's new height.
static int32_t openPair(const Descent *descent, NodePair pair, NodePair *stack, int32_t height) {
    const cdSphereTree *treeA = &descent->a->tree, *treeB = &descent->b->tree;
    int32_t childA = treeA->links[pair.a].firstChild, childB = treeB->links[pair.b].firstChild;
    bool largerA = cdGetNodeRadius(treeA, pair.a) >= cdGetNodeRadius(treeB, pair.b);
    bool openA = childB < 0 || (childA >= 0 && largerA);
    NodePair children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = (NodePair){openA ? childA + i : pair.a, openA ? pair.b : childB + i, 0.0};
        children[i].apart = getNodesApart(descent, children[i].a, children[i].b);
    }
    int nearer = children[1].apart < children[0].apart;
    stack[height++] = children[1 - nearer];
    stack[height++] = children[nearer];
    return height;
}

static bool descend(Descent *descent) {
    NodePair stack[STACK];
    int32_t height = 0;
    stack[height++] = (NodePair){0, 0, getNodesApart(descent, 0, 0)};
    while (height > 0) {
        NodePair pair = stack[--height];
        if (pair.apart >= descent->least) continue;
        bool leaves =
            descent->a->tree.links[pair.a].firstChild < 0 && descent->b->tree.links[pair.b].firstChild < 0;
        if (leaves && pair.apart > ENOUGH * descent->most)
            descent->least = pair.apart;
        else if (leaves)
            testLeaves(descent, pair.a, pair.b);
        else if (height + 2 > STACK)
            return false;
        else
            height = openPair(descent, pair, stack, height);
        if (descent->tests > TESTS) return false;
    }
    return true;
}

// --- (4)

double cdFindClearance(const cdMesh *a, const cdMesh *b, cdPose poseA, double most) {
    Descent descent = {.a = a, .b = b, .most = most, .least = most};
    cdVec3 axes[3];
    for (int k = 0; k < 3; k++)
        axes[k] = cdRotate(poseA.q, (cdVec3){k == 0, k == 1, k == 2});
    for (int k = 0; k < 3; k++) {
        descent.turn[k] = axes[k].x;
        descent.turn[3 + k] = axes[k].y;
        descent.turn[6 + k] = axes[k].z;
    }
    descent.offset = cdSub(cdTransformPoint(poseA, a->center), b->center);
    if (!descend(&descent)) return 0.0;
    double size = a->radius + b->radius + cdSumAbs(descent.offset) + cdSumAbs(poseA.p) + cdSumAbs(a->center) +
                  cdSumAbs(b->center);
    return cdMax(0.0, descent.least - ROUNDING * CD_EPSILON * size);
}

double cdGetWayBound(const cdMesh *a, cdPose from, cdPose to) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z});
    if (!(sine <= 0.5)) return INFINITY;
    double chord = cdLength(cdSub(cdTransformPoint(to, a->center), cdTransformPoint(from, a->center)));
    // An arc of no more than 60 degrees is longer than its chord by less than this.
    return 1.048 * (chord + 2.0 * sine * a->radius);
}
