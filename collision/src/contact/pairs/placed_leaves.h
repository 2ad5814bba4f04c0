// Triangles of small nodes in the common frame of two meshes, and boxes around them.
//
// Nodes that are near each other come up again and again, so a walk keeps as many as there is room for. A
// small node is a leaf, or one with no more triangles than a leaf may have.
#ifndef CD_PLACED_LEAVES_H
#define CD_PLACED_LEAVES_H

#include "contact/pairs/near_triangles.h"
#include "foundation/memory/memory.h"
#include "mesh/tree/sphere_tree.h"

// Pose of a mesh in that frame.
typedef struct cdPlacement {
    const cdMesh *mesh;
    const cdMat3 *rotation; // of its stored coordinates; NULL: none, they are in the frame
    cdVec3 position;
} cdPlacement;

// Each triangle is there once. The boxes are in floats, and the upper corners are greater by the reach: boxes
// that are disjoint there are disjoint, as both sides of a comparison are rounded the same way.
typedef struct cdPlacedLeaf {
    int32_t count;
    float lower[3][CD_LEAF_ENTRY_MAX], upper[3][CD_LEAF_ENTRY_MAX];
    cdWorkTriangle triangles[CD_LEAF_ENTRY_MAX]; // without normals, unless `finished`
    uint32_t finished;                           // triangles with normals and their ranges, as bits
    // Only of a leaf that was used twice: the direction across its longest edge, unit or zero, and the range
    // of all corners along it.
    bool hasWidth;
    cdVec3 across;
    double acrossLower, acrossUpper;
} cdPlacedLeaf;

typedef struct cdPlacedLeaves {
    cdPlacement placement;
    double reach;
    int32_t *nodes; // node in each slot, -1: none
    cdPlacedLeaf *slots;
} cdPlacedLeaves;

void cdFinishLeafTriangle(const cdPlacement *placement, cdPlacedLeaf *leaf, int32_t i);

// Takes the memory that leaves are kept in. False: there is too little.
bool cdOpenPlacedLeaves(cdPlacedLeaves *leaves, cdMemory *memory);

// Returns the bytes that it takes.
size_t cdGetPlacedLeavesSize(void);

// Returns a leaf, valid until the next call. `widened`: a leaf that is used again gets a width.
cdPlacedLeaf *cdGetPlacedLeaf(cdPlacedLeaves *leaves, int32_t node, bool widened);

// Returns a triangle of a leaf with all its data. Few have a near box, and the others need no normal.
static inline const cdWorkTriangle *cdGetFinishedTriangle(const cdPlacedLeaves *leaves, cdPlacedLeaf *leaf,
                                                          int32_t i) {
    if ((leaf->finished >> i & 1) == 0) cdFinishLeafTriangle(&leaves->placement, leaf, i);
    return &leaf->triangles[i];
}

// Returns a mask of a leaf's triangles whose boxes are within the reach of one triangle's in another leaf.
uint32_t cdFindNearBoxes(const cdPlacedLeaf *leaf, const cdPlacedLeaf *other, int32_t triangle);

// True if a triangle lies farther than the reach beyond the range of a leaf along its `across`.
bool cdIsBesideLeaf(const cdPlacedLeaf *leaf, const cdWorkTriangle *t, double reach);

void cdLoadTriangle(const cdMesh *mesh, int32_t triangle, cdWorkTriangle *out); // its corners and normal
void cdFinishTriangle(cdWorkTriangle *t);                                       // the rest, from these
void cdPlaceTriangleBy(const cdPlacement *placement, int32_t triangle, cdWorkTriangle *out);

#endif
