// What cdCreateSolid and cdCreateFeatures share: the tolerance, and a boundary representation in one block.
//
// A block is measured first, with no memory, and then filled: each array gets its place by cdLocationArray,
// in the same order both times.
#ifndef CD_BREP_PACK_H
#define CD_BREP_PACK_H

#include "mesh/mesh_data.h"
#include "solid/solid_data.h"

// As cdSolidDef.tolerance says. `wanted`: 0 for the default.
double cdChooseBrepTolerance(const cdMesh *mesh, double wanted);

// The next place in the block for `count` items, on a cache line; NULL while the block is only measured.
void *cdLocationArray(unsigned char *block, size_t *offset, size_t count, size_t itemSize);

// Sets the array pointers of a representation whose counts are known.
void cdPlaceBrepArrays(cdBrep *brep, unsigned char *block, size_t *offset);
void cdCopyBrepArrays(cdBrep *to, const cdBrep *from);

#endif
