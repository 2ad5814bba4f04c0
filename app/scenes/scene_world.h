// The world of a scene with dynamic objects: its bodies and joints as cdWorld has them.
//
// Input: a scene's data, and its meshes with their surfaces. Output: a world with a body
// for every object but those that the scene itself puts where it wants; driven objects are fixed bodies
// there, which whoever moves them places anew. The window, the command `simulate`, the checks of scenes, the
// tests and the benchmarks make their worlds here.
#ifndef APP_SCENE_WORLD_H
#define APP_SCENE_WORLD_H

#include "collision/world.h"
#include "scenes/scene.h"

typedef struct SceneWorld {
    cdWorld *world;
    int32_t *bodies; // bodies[objectCount]: each object's number in the world; -1: it is not in it
    int32_t objectCount;
    bool outOfMemory; // why CreateSceneWorld has failed
} SceneWorld;

// `meshes`: meshes[objectCount], with their surfaces. @lifetime as long as the world
// @errors false with a message that names the object or joint
bool CreateSceneWorld(const SceneData *data, const cdMesh *const *meshes, SceneWorld *sceneWorld,
                      char *message, size_t messageSize);
void DestroySceneWorld(SceneWorld *sceneWorld);

// The def of an object's body, without its mesh.
cdBodyDef MakeSceneBodyDef(const SceneObject *object);

// A workspace that overlap tests of these meshes never have to grow. NULL: no memory
cdWorkspace *CreateSceneWorkspace(const cdMesh *const *meshes, int32_t objectCount);

// The first pair of objects that overlap by the exact test, as they are in the world. false: there is none.
bool FindWorldOverlap(const SceneWorld *sceneWorld, const cdMesh *const *meshes, cdWorkspace *workspace,
                      int32_t *objectA, int32_t *objectB);

#endif
