// One step of one object among the others of its scene: intended pose in, resolved pose out.
//
// The arrow "intended pose -> first contact -> resolved pose" for a whole scene, by either method. Headless:
// scene checks, `render` and the window's frame all take it.
#ifndef APP_SCENE_RESOLVE_H
#define APP_SCENE_RESOLVE_H

#include "collision/slide.h"
#include "scenes/scene.h"

typedef struct SceneStepInput {
    const SceneData *data;
    const cdMesh *const *meshes; // meshes[data->objectCount]; with their surfaces where a step slides
    const cdPose *poses;         // poses[data->objectCount], where everything is; NULL: the poses in `data`
    int32_t object;              // which one moves
    cdPose start, target;        // from where, and the intended pose
    SceneMode mode;
    SceneResponse response; // of a continuous step
} SceneStepInput;

// In continuous mode the first contact over all other objects, with where a slide leaves the object when that
// is the response; in discrete mode only the target is tested:
// state CD_OVERLAP or CD_FREE, resolvedPose the target either way, since the method lets the object sink in.
// `obstacle` (may be NULL): index of the object touched, -1 none.
// @errors CD_UNDECIDED when there is no memory
cdFirstContact ResolveSceneStep(const SceneStepInput *input, int32_t *obstacle);

// Runs every step of the story and compares its state with what the story expects; false with a message that
// names the step. A check must have teeth: a story without steps fails, and so does one that never slides and
// of which the discrete method sees every contact.
bool CheckSceneStory(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize);

// Lets the scene move by itself under the continuous method. Fails when anything overlaps on the way, and
// when the discrete method would have seen every contact too.
typedef struct SceneRunInput {
    const SceneData *data;
    const cdMesh *const *meshes;
    void (*step)(SceneStep *step);
    int32_t object; // the one that moves
    int32_t stepCount;
    double dt; // seconds
} SceneRunInput;
bool CheckSceneRun(const SceneRunInput *input, char *message, size_t messageSize);

#endif
