// Recognizes a mesh that is a solid rectangular box.
//
// A box may have any size, orientation, position and winding, but each vertex must be within an eighth of the
// mesh test's contact tolerance (1024 rounding units of the mesh's radius) from an exact box's corner. So a
// box that was rotated and written with 17 digits is recognized. One written with 6 digits is not, since an
// exact box would touch at other times than its triangles.
#ifndef CD_BOX_SHAPE_H
#define CD_BOX_SHAPE_H

#include "collision/mesh.h"
#include "foundation/numbers/matrix.h"

// Corners, edges and faces are numbered as in collision/boxes.h.
typedef struct cdBoxShape {
    cdVec3 center; // less cdMesh.center
    // Columns: the box's axes in the mesh's frame, right-handed, unit; exactly the mesh's own axes, in their
    // order, if the box is aligned with them.
    cdMat3 axes;
    cdVec3 half;
    double error;        // length: maximum distance of a vertex from its exact corner, rounding included
    int32_t corners[8];  // vertex of each corner
    int32_t edges[12];   // edge of the mesh for each edge; the mesh's other six are diagonals
    int32_t faces[6][2]; // triangles of each face, the lower first
} cdBoxShape;

// Requires vertices, normals and edges of the mesh. True if it is a box; else `box` is not filled.
bool cdFindBoxShape(const cdMesh *mesh, cdBoxShape *box);

#endif
