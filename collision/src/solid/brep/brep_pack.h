// Shared by cdBuildSolid and cdBuildFeatures: the tolerance, and a boundary representation in one block.
//
// A block is measured first, with no memory, and then filled: cdLayOutArray gives each array its address, in
// the same order both times.
#ifndef CD_BREP_PACK_H
#define CD_BREP_PACK_H

#include "mesh/mesh_data.h"
#include "solid/solid_data.h"

// Returns the tolerance as cdMeshDef.tolerance defines it. `wanted`: 0 for the default.
double cdChooseBrepTolerance(const cdMesh *mesh, double wanted);

// Returns the next address for `count` items, on a cache line; NULL while the block is only measured.
void *cdLayOutArray(unsigned char *block, size_t *offset, size_t count, size_t itemSize);

// Sets the array pointers of a representation whose counts are known.
void cdLayOutBrepArrays(cdBrep *brep, unsigned char *block, size_t *offset);
void cdCopyBrepArrays(cdBrep *to, const cdBrep *from);

#endif
