// Orders of meshes for objects with another sphere tree or size, which any thread can build.
#ifndef APP_MESH_ORDER_H
#define APP_MESH_ORDER_H

#include "stage/mesh_watch.h"
#include "stage/state/stage_state.h"

typedef struct MeshOrder {
    char source[SCENE_TEXT_SIZE];
    char name[SCENE_NAME_SIZE]; // of the object
    MeshPlacement placement;
    const cdMesh *original; // the object's; not read
    uint64_t hash;          // of its triangles
    cdVec3 center;          // centre of the scaling
    double leafRadius, scale;
} MeshOrder;

MeshOrder MakeMeshOrder(const StageObject *object, double leafRadius, double scale);
// Reads the source again and builds the mesh with SCENE_MESH_PARTS; `watch` may be NULL. @errors NULL, with a
// message, also if the source's triangles have changed since it was loaded
cdMesh *BuildOrderedMesh(const MeshOrder *order, const MeshWatch *watch, char *message, size_t messageSize);
// Keeps the mesh for its option. Takes ownership in any case. @errors false: no memory
bool KeepOrderedMesh(Stage *stage, const MeshOrder *order, cdMesh *mesh);

// Returns the object's own mesh or a kept one. NULL: it must be built; `others`: number of those kept.
const cdMesh *FindOrderedMesh(const Stage *stage, int32_t object, double leafRadius, double scale,
                              int32_t *others);
// True if the option needs a mesh that takes long to build, and there is room to keep it.
bool IsOrderLong(const Stage *stage, int32_t object, StageOption option, double value, MeshOrder *order);

#endif
