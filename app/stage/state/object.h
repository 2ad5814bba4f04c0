// An object of a stage, and the meshes that objects have.
#ifndef APP_STATE_OBJECT_H
#define APP_STATE_OBJECT_H

#include "collision/query.h"
#include "scenes/scene.h"
#include "stage/mesh_source.h"
#include "stage/state/option.h"

// A mesh that the stage has made beyond those of its scene.
typedef struct StageMesh {
    cdMesh *mesh;           // owned
    const cdMesh *original; // whose triangles it has; NULL: its own
    double leafRadius;      // that was asked for
    double scale;           // factor of the original's size
} StageMesh;

typedef struct StageMeshes {
    SceneMeshes scene;
    StageMesh *added; // added[addedCount], of objects that joined later, and with other sphere trees
    int32_t addedCount;
} StageMeshes;

typedef struct StageObject {
    char name[SCENE_NAME_SIZE];
    char source[SCENE_TEXT_SIZE]; // the mesh's name, as a scene file has it
    MeshPlacement placement;
    const cdMesh *original; // of that name; may be shared
    const cdMesh *mesh;     // that, or the same triangles with another sphere tree or in another size
    cdMeshInfo info;        // of `mesh`
    SceneBody body;
    double options[STAGE_OPTION_COUNT]; // as they are, `body` among them
    double initial[STAGE_OPTION_COUNT]; // as it came
    bool removed;        // neither drawn nor met: as if it were not there, but it can come back
    int32_t copyOf;      // -1: no copy
    cdPose home;         // at the scene's start
    cdPose pose;         // resolved
    cdPose intended;     // equal to `pose` unless something is in the way
    cdPose start;        // where its last step began
    cdState state;       // of a body that its scene moves: how it is shown
    bool led;            // driven, and its scene has led it by itself
    bool isBody;         // the world moves it
    bool asleep;         // of a body
    bool left;           // the world's bounds: neither drawn nor met until it is put somewhere
    bool hidden;         // not drawn and not picked; queries meet it all the same
    bool transparent;    // drawn so that one sees what is inside
    bool stretched;      // its box is no longer rigid: its local axes, less the pose's place, go to
    cdVec3 columns[3];   // these
    cdPairCache *caches; // caches[objectCapacity], of each other object; NULL: it is never moved by a query
} StageObject;

// True if the object takes part: it was not removed and has not left.
static inline bool IsObjectPresent(const StageObject *object) {
    return !object->removed && !object->left;
}

#endif
