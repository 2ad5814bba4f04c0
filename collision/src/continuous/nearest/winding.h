// The winding number of a closed, oriented mesh about a point, exactly.
#ifndef CD_WINDING_H
#define CD_WINDING_H

#include "collision/ray.h"
#include "mesh/mesh_data.h"

// Returns the winding number. `point`: in the frame of the mesh's vertices, not on the surface. For a mesh
// turned outwards: 1 inside, 0 outside.
int32_t cdFindWindingNumber(const cdMesh *mesh, cdVec3 point, cdPointStats *stats);

#endif
