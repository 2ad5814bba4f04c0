// Creates the cdWorld of a scene with dynamic objects: its bodies and joints.
//
// Input: a scene's data, and its meshes with their features. Output: a world with a body for every object
// except SCENE_MOVED ones. Driven objects are driven bodies (collision/kinematic.h). The window, the
// command `simulate`, the checks of scenes, the tests and the benchmarks create their worlds here.
#ifndef APP_SCENE_WORLD_H
#define APP_SCENE_WORLD_H

#include "collision/world.h"
#include "scenes/scene.h"

typedef struct SceneWorld {
    cdWorld *world;
    cdBodyId *bodies; // bodies[objectCount]: each object's body in the world; -1: none
    int32_t objectCount;
    bool outOfMemory; // reason why CreateSceneWorld failed
} SceneWorld;

// `meshes`: meshes[objectCount + shapeCount], with their features: one for each object, then one for each
// shape of the data. The mesh of an object with shapes is the union of their triangles; its body has the
// shapes.
// @lifetime as long as the world
// @errors false with a message that names the object or joint
bool CreateSceneWorld(const SceneData *data, const cdMesh *const *meshes, SceneWorld *sceneWorld,
                      char *message, size_t messageSize);
void DestroySceneWorld(SceneWorld *sceneWorld);

// Returns the definition of an object's body, without its mesh.
cdBodyDef MakeSceneBodyDef(const SceneObject *object);

// Creates a workspace large enough for all overlap tests of these meshes. @errors NULL: no memory
cdWorkspace *CreateSceneWorkspace(const cdMesh *const *meshes, int32_t objectCount);

// Finds the first pair of objects that may collide and overlap in the world, by the exact test. Returns false
// if none do.
bool FindWorldOverlap(const SceneWorld *sceneWorld, const cdMesh *const *meshes, cdWorkspace *workspace,
                      int32_t *objectA, int32_t *objectB);

#endif
