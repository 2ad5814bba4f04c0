// Meshes as bytes: a mesh is built once, saved, and loaded without being built again.
//
// The bytes have the whole mesh with its parts: vertices and triangles, the file's numbers, the sphere tree,
// the features and the solid. A loaded mesh gives the same bits in every query as the saved one. The bytes
// are the same on every machine, and valid until the library's format changes: then they are refused, and the
// mesh is built again from its points and triangles.
//
//     size_t size = cdSaveMesh(mesh, NULL, 0);
//     void *bytes = malloc(size);
//     cdSaveMesh(mesh, bytes, size);
//     ...
//     cdLoadResult result;
//     cdMesh *mesh = cdLoadMesh(bytes, size, &result);
#ifndef COLLISION_MESH_STORE_H
#define COLLISION_MESH_STORE_H

#include "collision/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Writes a mesh to bytes[capacity] if it fits; else it writes nothing. `bytes` may be NULL if `capacity` is
// 0. Equal meshes give equal bytes. The mesh's report is not saved. Do not add parts to the mesh meanwhile.
// @return size of the mesh, bytes; 0: `mesh` is NULL
CD_API size_t cdSaveMesh(const cdMesh *mesh, void *bytes, size_t capacity);

// Result of cdLoadMesh.
typedef enum cdLoadResult {
    CD_LOADED = 0,
    CD_LOAD_FOREIGN,       // not the bytes of a mesh
    CD_LOAD_OTHER_VERSION, // a mesh in another version of the format: build it again
    CD_LOAD_WRONG_SIZE,    // `byteCount` is not the size of the mesh: some bytes are missing
    CD_LOAD_DAMAGED,       // the checksum differs, or a number is out of its range
    CD_LOAD_NO_MEMORY,     // no memory
    CD_LOAD_NO_BYTES       // `bytes` is NULL
} cdLoadResult;

// Returns a name for messages, such as "damaged". @lifetime static
CD_API const char *cdGetLoadResultName(cdLoadResult result);

// Loads a mesh from its bytes, which may be freed afterwards. Damaged bytes are refused. Bytes that were
// forged with a checksum that fits cause no invalid access, but queries may then give wrong answers.
// `result`: may be NULL.
// @errors NULL, with the result
CD_API cdMesh *cdLoadMesh(const void *bytes, size_t byteCount, cdLoadResult *result);

#ifdef __cplusplus
}
#endif
#endif
