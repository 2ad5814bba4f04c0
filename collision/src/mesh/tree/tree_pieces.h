// The pieces of triangles that leaf spheres cover.
#ifndef CD_TREE_PIECES_H
#define CD_TREE_PIECES_H

#include "mesh/mesh_data.h"

// A triangle or a part of one, small enough for a leaf; `elements` as in cdLeafEntry.
typedef struct cdPiece {
    int32_t corners[3]; // indices into cdPieces.points
    int32_t triangle;
    uint32_t elements;
    float area; // in squares of the mesh's radius, or 0
} cdPiece;

typedef struct cdPieces {
    cdPiece *items;       // items[count]
    const cdVec3 *points; // points[pointCount]: the mesh's vertices, then the midpoints of cuts
    cdVec3 *ownPoints;    // the same; NULL: no triangle was cut, and `points` are the mesh's
    int32_t count, pointCount;
    double leafRadius; // effective radius: as requested, or enlarged if that needs too many pieces
} cdPieces;

// Cuts every triangle until each piece fits into a sphere of the leaf radius.
// @errors false: no memory; free the pieces also then
bool cdCutPieces(const cdMesh *mesh, double leafRadius, cdPieces *pieces);
void cdFreePieces(cdPieces *pieces);

// Returns the centre of the smallest sphere around a triangle.
cdVec3 cdFindEnclosingCenter(const cdVec3 corners[3]);

#endif
