// Triangles of small nodes, placed; see placed_leaves.h.
#include "contact/pairs/placed_leaves.h"
#include "foundation/numbers/float_lanes.h"
#include "foundation/numbers/matrix.h"

#include <string.h>

enum { SLOTS = 64 };

// --- Triangles

static void loadCorners(const cdMesh *mesh, int32_t triangle, cdWorkTriangle *out) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    out->triangle = triangle;
    for (int k = 0; k < 3; k++)
        out->corners[k] = mesh->vertices[corners[k]];
}

void cdLoadTriangle(const cdMesh *mesh, int32_t triangle, cdWorkTriangle *out) {
    loadCorners(mesh, triangle, out);
    out->normal = cdGetTriangleNormal(mesh, triangle);
}

static void findRange(cdWorkTriangle *t) {
    double h0 = cdDot(t->normal, t->corners[0]), h1 = cdDot(t->normal, t->corners[1]);
    double h2 = cdDot(t->normal, t->corners[2]);
    t->lower = cdMin(h0, cdMin(h1, h2));
    t->upper = cdMax(h0, cdMax(h1, h2));
}

void cdFinishTriangle(cdWorkTriangle *t) {
    findRange(t);
    t->box = cdBoundPoints(t->corners, 3);
}

static void placeCorners(const cdPlacement *placement, int32_t triangle, cdWorkTriangle *out) {
    loadCorners(placement->mesh, triangle, out);
    for (int k = 0; placement->rotation != NULL && k < 3; k++)
        out->corners[k] = cdAdd(cdMulMat3Vec3(placement->rotation, out->corners[k]), placement->position);
    out->box = cdBoundPoints(out->corners, 3);
}

static void placeNormal(const cdPlacement *placement, cdWorkTriangle *t) {
    t->normal = cdGetTriangleNormal(placement->mesh, t->triangle);
    if (placement->rotation != NULL) t->normal = cdMulMat3Vec3(placement->rotation, t->normal);
    findRange(t);
}

void cdPlaceTriangleBy(const cdPlacement *placement, int32_t triangle, cdWorkTriangle *out) {
    placeCorners(placement, triangle, out);
    placeNormal(placement, out);
}

void cdFinishLeafTriangle(const cdPlacement *placement, cdPlacedLeaf *leaf, int32_t i) {
    placeNormal(placement, &leaf->triangles[i]);
    leaf->finished |= UINT32_C(1) << i;
}

// --- Their width

// Returns the direction across the longest edge, in its triangle's plane.
static cdVec3 findAcross(const cdPlacedLeaves *leaves, cdPlacedLeaf *leaf) {
    double longestSq = 0.0;
    cdVec3 longest = {0.0, 0.0, 0.0};
    int32_t triangle = 0;
    for (int32_t i = 0; i < leaf->count; i++)
        for (int k = 0; k < 3; k++) {
            const cdWorkTriangle *t = &leaf->triangles[i];
            cdVec3 edge = cdSub(t->corners[(k + 1) % 3], t->corners[k]);
            if (!(cdLengthSq(edge) > longestSq)) continue;
            longestSq = cdLengthSq(edge);
            longest = edge;
            triangle = i;
        }
    return cdNormalize(cdCross(longest, cdGetFinishedTriangle(leaves, leaf, triangle)->normal));
}

static void findWidth(const cdPlacedLeaves *leaves, cdPlacedLeaf *leaf) {
    leaf->across = findAcross(leaves, leaf);
    leaf->acrossLower = INFINITY, leaf->acrossUpper = -INFINITY;
    for (int32_t i = 0; i < leaf->count; i++)
        for (int k = 0; k < 3; k++) {
            double at = cdDot(leaf->across, leaf->triangles[i].corners[k]);
            leaf->acrossLower = cdMin(leaf->acrossLower, at);
            leaf->acrossUpper = cdMax(leaf->acrossUpper, at);
        }
    leaf->hasWidth = true;
}

bool cdIsBesideLeaf(const cdPlacedLeaf *leaf, const cdWorkTriangle *t, double reach) {
    double h0 = cdDot(leaf->across, t->corners[0]), h1 = cdDot(leaf->across, t->corners[1]);
    double h2 = cdDot(leaf->across, t->corners[2]);
    return cdMin(h0, cdMin(h1, h2)) > leaf->acrossUpper + reach ||
           cdMax(h0, cdMax(h1, h2)) < leaf->acrossLower - reach;
}

// --- Their boxes

// Four boxes are tested together, so unused places repeat the first triangle's box.
static void boundTriangles(cdPlacedLeaf *leaf, double reach) {
    for (int32_t i = 0; i < CD_LEAF_ENTRY_MAX; i++) {
        const cdBox3 *box = &leaf->triangles[i < leaf->count ? i : 0].box;
        leaf->lower[0][i] = (float)box->lower.x, leaf->upper[0][i] = (float)(box->upper.x + reach);
        leaf->lower[1][i] = (float)box->lower.y, leaf->upper[1][i] = (float)(box->upper.y + reach);
        leaf->lower[2][i] = (float)box->lower.z, leaf->upper[2][i] = (float)(box->upper.z + reach);
    }
}

// Returns a mask of four triangles of a leaf. Boxes beyond the range of floats have gaps that are not
// numbers, which cdMaxFloats ignores: they count as near.
static uint32_t findNearFour(const cdPlacedLeaf *leaf, int32_t first, const cdPlacedLeaf *other,
                             int32_t triangle) {
    cdFloats zero = cdSpreadFloat(0.0f), gap = zero;
    for (int axis = 0; axis < 3; axis++) {
        cdFloats lower = cdSpreadFloat(other->lower[axis][triangle]),
                 upper = cdSpreadFloat(other->upper[axis][triangle]);
        gap = cdMaxFloats(cdSubFloats(lower, cdLoadFloats(&leaf->upper[axis][first])), gap);
        gap = cdMaxFloats(cdSubFloats(cdLoadFloats(&leaf->lower[axis][first]), upper), gap);
    }
    return ~(uint32_t)cdFloatsAbove(gap, zero) & 15;
}

uint32_t cdFindNearBoxes(const cdPlacedLeaf *leaf, const cdPlacedLeaf *other, int32_t triangle) {
    uint32_t near = findNearFour(leaf, 0, other, triangle);
    if (leaf->count > 4) near |= findNearFour(leaf, 4, other, triangle) << 4;
    return near & ((UINT32_C(1) << leaf->count) - 1);
}

// --- The leaves that are kept

size_t cdGetPlacedLeavesSize(void) {
    return SLOTS * (sizeof(cdPlacedLeaf) + sizeof(int32_t)) + 32;
}

bool cdOpenPlacedLeaves(cdPlacedLeaves *leaves, cdMemory *memory) {
    leaves->nodes = cdTakeMemory(memory, SLOTS, sizeof *leaves->nodes);
    leaves->slots = cdTakeMemory(memory, SLOTS, sizeof *leaves->slots);
    if (leaves->nodes == NULL || leaves->slots == NULL) return false;
    memset(leaves->nodes, 0xFF, SLOTS * sizeof *leaves->nodes);
    return true;
}

static bool hasTriangle(const cdPlacedLeaf *leaf, int32_t triangle) {
    for (int32_t i = 0; i < leaf->count; i++)
        if (leaf->triangles[i].triangle == triangle) return true;
    return false;
}

static void placeLeaf(const cdPlacedLeaves *leaves, int32_t node, cdPlacedLeaf *leaf) {
    const cdSphereTree *tree = &leaves->placement.mesh->tree;
    const cdNodeLinks *links = &tree->links[node];
    leaf->count = 0;
    leaf->finished = 0;
    leaf->hasWidth = false;
    for (int32_t i = 0; i < links->entryCount; i++) {
        int32_t triangle = tree->entries[links->firstEntry + i].triangle;
        if (hasTriangle(leaf, triangle)) continue; // a triangle in pieces
        placeCorners(&leaves->placement, triangle, &leaf->triangles[leaf->count++]);
    }
    boundTriangles(leaf, leaves->reach);
}

cdPlacedLeaf *cdGetPlacedLeaf(cdPlacedLeaves *leaves, int32_t node, bool widened) {
    int32_t slot = node % SLOTS;
    cdPlacedLeaf *leaf = &leaves->slots[slot];
    if (leaves->nodes[slot] != node)
        placeLeaf(leaves, node, leaf);
    else if (widened && !leaf->hasWidth)
        findWidth(leaves, leaf);
    leaves->nodes[slot] = node;
    return leaf;
}
