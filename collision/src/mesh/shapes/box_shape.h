// Whether a mesh is a solid rectangular box, and which.
//
// A box of any size and orientation counts, modelled anywhere, its triangles wound either way, when no vertex
// is farther from where an exact box has its corner than an eighth of what the mesh test takes for touching
// (1024 rounding units of the mesh's radius). So a box that was turned and written with 17 digits is one, and
// one written with 6 digits is not: treated as one it would touch at other times than its triangles do.
#ifndef CD_BOX_SHAPE_H
#define CD_BOX_SHAPE_H

#include "collision/mesh.h"
#include "foundation/numbers/matrix.h"

// Corners, edges and faces are numbered as in collision/boxes.h.
typedef struct cdBoxShape {
    cdVec3 center; // less cdMesh.center
    // Columns: the box's axes in the mesh's frame, right-handed, unit; exactly the mesh's own, and in their
    // order, when the box lies along them.
    cdMat3 axes;
    cdVec3 half;
    double error;        // length: no vertex is farther from the corner that these say, rounding included
    int32_t corners[8];  // vertex of each corner
    int32_t edges[12];   // edge of the mesh for each edge; the mesh's other six are diagonals
    int32_t faces[6][2]; // triangles of each face, the lower first
} cdBoxShape;

// Of a mesh that has its vertices, normals and edges; `box` is filled only when it is one.
bool cdFindBoxShape(const cdMesh *mesh, cdBoxShape *box);

#endif
