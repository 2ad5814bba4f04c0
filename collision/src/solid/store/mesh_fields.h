// The members of meshes and their parts in an archive; see foundation/memory/archive.h.
//
// Reading: the functions allocate what they read, and set archive->invalid where a number is out of range, so
// that no later access is invalid.
#ifndef CD_MESH_FIELDS_H
#define CD_MESH_FIELDS_H

#include "foundation/memory/archive.h"
#include "solid/brep/brep_build.h"
#include "solid/features/features_data.h"

// Increase it with each change of the members, their order or their meaning.
enum { CD_MESH_STORE_VERSION = 1 };

#define CD_MESH_STORE_KIND "CDMESH01"

// Moves indices within [least, most].
void cdArchiveIndices(cdArchive *archive, int32_t *indices, size_t count, int32_t least, int32_t most);
// Moves finite numbers.
void cdArchiveReals(cdArchive *archive, double *numbers, size_t count);
void cdArchivePoints(cdArchive *archive, cdVec3 *points, size_t count);
// Moves numbers, or points, whose absolute values, or coordinates, are at most `most`.
void cdArchiveLengths(cdArchive *archive, double *lengths, size_t count, double most);
void cdArchiveNearPoints(cdArchive *archive, cdVec3 *points, size_t count, double most);
// Moves the tolerance of a part.
void cdArchiveTolerance(cdArchive *archive, double *tolerance, const cdMesh *mesh);
void cdArchiveFloats(cdArchive *archive, float *numbers, size_t count);
// Moves a count of items that take at least `itemSize` bytes each.
void cdArchiveCount(cdArchive *archive, int32_t *count, size_t itemSize);

// mesh_fields.c: moves a mesh without its parts. Reading: `mesh` becomes a new one; NULL: no memory, or
// invalid.
void cdArchiveMesh(cdArchive *archive, cdMesh **mesh);

// tree_fields.c: moves a sphere tree, whose arrays have been laid out by its counts.
void cdArchiveTreeCounts(cdArchive *archive, cdSphereTree *tree);
void cdArchiveTree(cdArchive *archive, cdSphereTree *tree, int32_t triangleCount);

// brep_fields.c: moves a boundary representation. Reading: allocates its arrays by the build, which has the
// mesh.
// @errors false: no memory
bool cdArchiveBrep(cdArchive *archive, cdBrep *brep, cdBrepBuild *build);

// part_fields.c: move the features and the solid of a mesh. Reading: the mesh gets them.
// @errors false: no memory
bool cdArchiveFeatures(cdArchive *archive, cdMesh *mesh);
bool cdArchiveSolid(cdArchive *archive, cdMesh *mesh);

#endif
