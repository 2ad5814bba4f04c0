// The pieces of triangles that leaf spheres cover, and the volumes that bound sets of them.
#ifndef CD_TREE_PIECES_H
#define CD_TREE_PIECES_H

#include "mesh/mesh_data.h"

// A triangle or a part of one, small enough for a leaf; `elements` as in cdLeafEntry.
typedef struct cdPiece {
    cdVec3 corners[3];
    int32_t triangle;
    uint32_t elements;
} cdPiece;

typedef struct cdPieces {
    cdPiece *items; // items[count], allocated with cdAllocate
    int32_t count;
    double leafRadius; // effective radius: as requested, or enlarged if that needs too many pieces
} cdPieces;

// Cuts every triangle until each piece fits into a sphere of the leaf radius.
// @errors false: no memory
bool cdCutPieces(const cdMesh *mesh, double leafRadius, cdPieces *pieces);

// Computes the sphere and the slab that bound pieces[count].
cdNodeVolume cdBoundPieces(const cdPiece *pieces, int32_t count);

#endif
