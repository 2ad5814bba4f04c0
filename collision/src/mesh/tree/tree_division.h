// Divides the pieces of a sphere tree's node between its two children.
#ifndef CD_TREE_DIVISION_H
#define CD_TREE_DIVISION_H

#include "mesh/tree/tree_pieces.h"

// A piece and its bounding box. Boxes only choose divisions, so floats are enough. They are relative to a
// point and a unit of the range of pieces that is being divided; cdDividePieces changes both as ranges
// shrink.
typedef struct cdPieceBox {
    float bounds[7]; // lower x, y, z, upper x, y, z; one more, so that four can be loaded at once
    int32_t piece;
} cdPieceBox;

static inline void cdSwapBoxes(cdPieceBox *a, cdPieceBox *b) {
    cdPieceBox swap = *a;
    *a = *b;
    *b = swap;
}

// Fills boxes[pieces->count].
void cdBoxPieces(const cdPieces *pieces, cdPieceBox *boxes);

// Reorders boxes[count], count >= 2, so that the first part becomes one child and the second the other.
// `evenly` halves their number, which bounds the depth of the tree. Returns the size of the first part, from
// 1 to count - 1.
int32_t cdDividePieces(const cdPieces *pieces, cdPieceBox *boxes, int32_t count, bool evenly);

// The same by normals, for pieces that fit into a leaf but have a crease between them. `normals`: of the
// triangles, unit or zero. Returns 0: no crease.
int32_t cdDivideAtCrease(const cdPieces *pieces, const cdVec3 *normals, cdPieceBox *boxes, int32_t count);

#endif
