// Resolves one step of one object among the others of its scene: target pose -> first contact -> resolved
// pose.
//
// Works by either method, without a window. Scene checks, `render` and the window's frame use it.
#ifndef APP_SCENE_RESOLVE_H
#define APP_SCENE_RESOLVE_H

#include "collision/slide.h"
#include "scenes/scene.h"

typedef struct SceneStepInput {
    const SceneData *data;
    const cdMesh *const *meshes; // meshes[data->objectCount]; with their features if a step slides
    const cdPose *poses;         // poses[data->objectCount], current poses; NULL: the poses in `data`
    int32_t object;              // the moving one
    cdPose start, target;        // start and target pose
    SceneMode mode;
    SceneResponse response; // of a continuous step
} SceneStepInput;

// In continuous mode returns the first contact with all other objects; its resolvedPose is after the slide,
// if that is the response. In discrete mode tests only the target: the state is CD_OVERLAP or CD_FREE, and
// resolvedPose is always the target, since the method allows penetration.
// `obstacle` (may be NULL): index of the touched object, or -1.
// @errors CD_UNDECIDED: no memory
cdFirstContact ResolveSceneStep(const SceneStepInput *input, int32_t *obstacle);

// Runs every step of the story and compares its state with the expected one. A check must be able to fail: a
// story without steps fails, and one that never slides and has no contact that the discrete method misses.
// @errors false with a message that names the step
bool CheckSceneStory(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize);

// Runs the scene's `step` with the continuous method. Fails if anything overlaps after a step, or if the
// discrete method detects every contact too.
typedef struct SceneRunInput {
    const SceneData *data;
    const cdMesh *const *meshes;
    void (*step)(SceneStep *step);
    int32_t object; // the moving one
    int32_t stepCount;
    double dt; // seconds
} SceneRunInput;
bool CheckSceneRun(const SceneRunInput *input, char *message, size_t messageSize);

#endif
