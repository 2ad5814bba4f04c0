// Triangles of small nodes in the frame in which two meshes are looked at, and boxes around them.
//
// Nodes that are near each other are met again and again, so a walk keeps those that it met as long as there
// is room. A small node is a leaf, or one with no more triangles than a leaf may have.
#ifndef CD_PLACED_LEAVES_H
#define CD_PLACED_LEAVES_H

#include "contact/pairs/near_triangles.h"
#include "foundation/memory/memory.h"
#include "mesh/tree/sphere_tree.h"

// Where a mesh is in that frame.
typedef struct cdPlacement {
    const cdMesh *mesh;
    const cdMat3 *rotation; // of its stored coordinates; NULL: they are those of the frame
    cdVec3 position;
} cdPlacement;

// Each triangle is there once. The boxes are in floats, and the upper ones are greater by the reach: two that
// are apart there are apart, as both sides of a comparison are rounded the same way.
typedef struct cdPlacedLeaf {
    int32_t count;
    float lower[3][CD_LEAF_ENTRY_MAX], upper[3][CD_LEAF_ENTRY_MAX];
    cdWorkTriangle triangles[CD_LEAF_ENTRY_MAX];
    // Only in a leaf that was met twice: the direction across its longest edge, unit or zero, and the range
    // of all corners along it.
    bool hasWidth;
    cdVec3 across;
    double acrossLower, acrossUpper;
} cdPlacedLeaf;

typedef struct cdPlacedLeaves {
    cdPlacement placement;
    double reach;
    int32_t *nodes; // that are in the slots, -1: none
    cdPlacedLeaf *slots;
} cdPlacedLeaves;

// Takes the memory that leaves are kept in. false: there is not enough.
bool cdOpenPlacedLeaves(cdPlacedLeaves *leaves, cdMemory *memory);

// Bytes that it takes.
size_t cdGetPlacedLeavesSize(void);

// Until the next call. `widened`: one that is met again gets a width.
const cdPlacedLeaf *cdGetPlacedLeaf(cdPlacedLeaves *leaves, int32_t node, bool widened);

// Triangles of a leaf, a mask, whose boxes are within the reach of that of one of another leaf.
uint32_t cdFindNearBoxes(const cdPlacedLeaf *leaf, const cdPlacedLeaf *other, int32_t triangle);

// True if a triangle lies farther than the reach beyond the range of a leaf along its `across`.
bool cdIsBesideLeaf(const cdPlacedLeaf *leaf, const cdWorkTriangle *t, double reach);

void cdLoadTriangle(const cdMesh *mesh, int32_t triangle, cdWorkTriangle *out); // its corners and normal
void cdFinishTriangle(cdWorkTriangle *t);                                       // the rest, from these
void cdPlaceTriangleBy(const cdPlacement *placement, int32_t triangle, cdWorkTriangle *out);

#endif
