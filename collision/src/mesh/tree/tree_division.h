// Dividing the pieces of a sphere tree's node between its two children.
#ifndef CD_TREE_DIVISION_H
#define CD_TREE_DIVISION_H

#include "mesh/tree/tree_pieces.h"

// Reorders pieces[count], count >= 2, so that the first part becomes one child and the rest the other.
// `evenly` halves their number, which bounds the depth of the tree. Returns the size of the first part, from
// 1 to count - 1.
int32_t cdDividePieces(cdPiece *pieces, int32_t count, bool evenly);

// The same for pieces that a leaf could hold but for a crease between them: by their normals. Returns 0 where
// there is none.
int32_t cdDivideAtCrease(cdPiece *pieces, int32_t count);

#endif
