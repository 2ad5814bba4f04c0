// The world of a scene with dynamic objects: its bodies and joints as cdWorld has them.
//
// Input: a scene's data, its meshes, and their surfaces where somebody has them. Output: a world with a body
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
    cdSurface **owned; // owned[ownedCount]: surfaces made here
    int32_t ownedCount;
    bool outOfMemory; // why CreateSceneWorld has failed
} SceneWorld;

// `surfaces`: surfaces[objectCount] of the objects' meshes. @lifetime as long as the world; NULL: made here,
// once for each mesh. @errors false with a message that names the object or joint
bool CreateSceneWorld(const SceneData *data, const cdMesh *const *meshes, const cdSurface *const *surfaces,
                      SceneWorld *sceneWorld, char *message, size_t messageSize);
void DestroySceneWorld(SceneWorld *sceneWorld);

// The def of an object's body, without its surface.
cdBodyDef MakeSceneBodyDef(const SceneObject *object);

// The first pair of objects that overlap by the exact test, as they are in the world. false: there is none.
bool FindWorldOverlap(const SceneWorld *sceneWorld, const cdMesh *const *meshes, cdScratch scratch,
                      int32_t *objectA, int32_t *objectB);
// Scratch for that.
size_t GetWorldOverlapScratchSize(const cdMesh *const *meshes, int32_t objectCount);

#endif
