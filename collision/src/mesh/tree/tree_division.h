// Divides the pieces of a sphere tree's node between its two children.
#ifndef CD_TREE_DIVISION_H
#define CD_TREE_DIVISION_H

#include "mesh/tree/tree_pieces.h"

// Reorders pieces[count], count >= 2, so that the first part becomes one child and the second the other.
// `evenly` halves their number, which bounds the depth of the tree. Returns the size of the first part, from
// 1 to count - 1.
int32_t cdDividePieces(cdPiece *pieces, int32_t count, bool evenly);

// The same by normals, for pieces that fit into a leaf but have a crease between them. Returns 0: no crease.
int32_t cdDivideAtCrease(cdPiece *pieces, int32_t count);

#endif
