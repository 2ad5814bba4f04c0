// Resolves mesh arguments, "builtin:NAME:params" or a file, to triangles and cdMesh. All callers use this.
#ifndef APP_MESH_SOURCE_H
#define APP_MESH_SOURCE_H

#include "collision/mesh.h"
#include "scenes/scene.h"
#include "shapes/shapes.h"
#include "stage/mesh_watch.h"

typedef struct MeshPlacement {
    bool normalize; // centred on the bounding box, scaled to a box diagonal of 2
    double scale;   // after that
} MeshPlacement;

// Loads the triangles of a mesh argument. The bunny comes from Debian's glmark2-data, or from the file that
// the environment variable FIRSTCONTACT_BUNNY names. @errors false with a message; `soup` is empty then
bool LoadTriangleSoup(const char *mesh, MeshPlacement placement, TriangleSoup *soup, char *message,
                      size_t messageSize);

// Builds a mesh with leaves of `leafRadius` (0: automatic) and the parts CD_PART_... `report` may be NULL.
// Without it, a large mesh is loaded from the cache if it is there, and saved into it (mesh_cache.h), here
// and below.
// @errors NULL with a message that begins with `name`
cdMesh *CreateSoupMesh(const char *name, const TriangleSoup *soup, double leafRadius, uint32_t parts,
                       cdMeshReport *report, char *message, size_t messageSize);

// Both in one, with leaves of automatic size. @errors NULL with a message that begins with `name`
cdMesh *CreateSourceMesh(const char *name, MeshPlacement placement, uint32_t parts, char *message,
                         size_t messageSize);

// The same, with its surface moved inwards by an allowance above 0 (cdMeshDef.allowance), and its hull.
cdMesh *CreateInsetMesh(const char *name, MeshPlacement placement, double allowance, char *message,
                        size_t messageSize);

// The same with the parts of a scene's meshes; `watch` may be NULL. @errors as before, also if it is
// cancelled
cdMesh *CreateWatchedMesh(const char *name, MeshPlacement placement, const MeshWatch *watch, char *message,
                          size_t messageSize);

// The same from triangles, with leaves of `leafRadius` (0: automatic). Consumes the soup. @errors as before
cdMesh *CreateWatchedSoupMesh(const char *name, TriangleSoup *soup, double leafRadius, const MeshWatch *watch,
                              char *message, size_t messageSize);

// The meshes of a scene's objects with their hulls and features. Objects without a leaf radius of their own
// share one. Objects of the same mesh, normalisation, scale and leaves share one mesh.
enum { SCENE_MESH_PARTS = CD_PART_HULL | CD_PART_FEATURES };

typedef struct SceneMeshes {
    // meshes[count + shapeCount]: one for each object, then one for each shape of the scene. The mesh of an
    // object with shapes has the triangles of all of them.
    const cdMesh **meshes;
    cdMesh **owned; // owned[ownedCount]
    int32_t count, ownedCount;
} SceneMeshes;

bool CreateSceneMeshes(const SceneData *data, SceneMeshes *meshes, char *message, size_t messageSize);
bool CreateWatchedMeshes(const SceneData *data, const MeshWatch *watch, SceneMeshes *meshes, char *message,
                         size_t messageSize);
void DestroySceneMeshes(SceneMeshes *meshes);

// Runs a built-in scene's headless check, its meshes included.
bool CheckScene(const Scene *scene, char *message, size_t messageSize);
// The same with these parameter values, params[paramCount]; NULL: the initial ones.
bool CheckSceneWith(const Scene *scene, const double *params, char *message, size_t messageSize);

#endif
