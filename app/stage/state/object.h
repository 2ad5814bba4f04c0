// An object of a stage, and the meshes that objects have.
#ifndef APP_STATE_OBJECT_H
#define APP_STATE_OBJECT_H

#include "collision/query.h"
#include "scenes/scene.h"
#include "stage/mesh_source.h"
#include "stage/state/option.h"

// A mesh that the stage has built in addition to those of its scene.
typedef struct StageMesh {
    cdMesh *mesh;           // owned
    const cdMesh *original; // the mesh with the same triangles; NULL: itself
    double leafRadius;      // the requested one
    double scale;           // factor of the original's size
} StageMesh;

typedef struct StageMeshes {
    SceneMeshes scene;
    StageMesh *added; // added[addedCount]: of added objects, and with other sphere trees or sizes
    int32_t addedCount;
} StageMeshes;

typedef struct StageObject {
    char name[SCENE_NAME_SIZE];
    char source[SCENE_TEXT_SIZE]; // name of the mesh in scene files; with shapes, for display only
    int32_t firstShape;           // its shapes in the scene, shapes[shapeCount], whose triangles its mesh has
    int32_t shapeCount;           // 0: no shapes, one mesh
    MeshPlacement placement;
    const cdMesh *original; // the mesh of that name; may be shared
    const cdMesh *mesh;     // `original`, or the same triangles with another sphere tree or in another size
    cdMeshInfo info;        // of `mesh`
    SceneBody body;
    double options[STAGE_OPTION_COUNT]; // current values, `body` among them
    double initial[STAGE_OPTION_COUNT]; // initial values
    bool removed;                       // neither drawn nor tested; can be restored
    int32_t copyOf;                     // -1: not a copy
    cdPose home;                        // pose at the scene's start
    cdPose pose;                        // resolved
    cdPose intended;                    // equals `pose` unless something blocks it
    cdPose start;                       // pose at the start of its last step
    cdState state;                      // for drawing a body that its scene moves
    bool movedByScene;                  // driven, and moved by its scene
    bool isBody;                        // the world moves it
    bool asleep;                        // of a body
    bool blocked;                       // of a kinematic body
    bool left;         // beyond the world's bounds: neither drawn nor tested until it is placed again
    bool hidden;       // neither drawn nor picked, but tested
    bool transparent;  // drawn see-through
    bool stretched;    // its box is no longer rigid: its local axes, without the translation, map to
    cdVec3 columns[3]; // these
} StageObject;

// True if the object was not removed and has not left the world.
static inline bool IsObjectPresent(const StageObject *object) {
    return !object->removed && !object->left;
}

static inline bool IsObjectKinematic(const StageObject *object) {
    return object->body == SCENE_KINEMATIC && IsObjectPresent(object);
}

// True if the object consists of several meshes: one body with several shapes. Its mesh, of all their
// triangles, is drawn, picked and tested by queries.
static inline bool HasShapes(const StageObject *object) {
    return object->shapeCount > 0;
}

// True if queries move the object: not if it is fixed or moved by its scene.
static inline bool IsMovedByQueries(const StageObject *object) {
    return object->body != SCENE_FIXED && object->body != SCENE_MOVED;
}

#endif
