// Built meshes in the user's cache (engine/file_cache.h), so that a large mesh is built once.
//
// The key of an entry is a hash of everything that a mesh is built from: its triangles as read, with their
// numbers, the parameters, the version of the library, and the program's file, of which another build may
// build other bits. An entry is the bytes of cdSaveMesh: damaged ones, and those of another version, are
// refused and replaced.
#ifndef APP_MESH_CACHE_H
#define APP_MESH_CACHE_H

#include "collision/mesh.h"

typedef struct MeshKey {
    char name[40]; // 128 bits in hexadecimal; empty: the mesh is not cached
} MeshKey;

// Returns the key of the mesh of `def` with these parts; an empty one without a cache, or for a mesh that is
// built about as fast as it is loaded.
MeshKey MakeMeshKey(const cdMeshDef *def, uint32_t parts);

// Loads the mesh of a key. @errors NULL: the key is empty, or there is no valid entry
cdMesh *LoadCachedMesh(const MeshKey *key);
// Saves a mesh with the parts of its key. No effect if the key is empty, or `mesh` is NULL.
void SaveCachedMesh(const MeshKey *key, const cdMesh *mesh);

#endif
