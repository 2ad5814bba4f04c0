// Torch in a cavity: a torch inside a jar with an opening slightly wider than the torch's head.
#include "scenes/scene_resolve.h"

static cdPose placeTorch(double x, double y, double lean) {
    return (cdPose){{x, y, 0.0}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, lean)};
}

static bool addStory(SceneData *data, int32_t torch) {
    const cdPose inside = placeTorch(0.0, 0.1, 0.0), above = placeTorch(0.0, 2.2, 0.0);
    const cdPose leaning = placeTorch(0.1, 0.2, -0.9), outside = placeTorch(2.2, 0.0, 0.4);
    const cdPose oblique = placeTorch(1.2, 1.6, -1.2);
    return AddStoryStep(data, torch, SCENE_CONTINUOUS, inside, above, CD_FREE,
                        "Straight up through the opening: free") &&
           AddStoryStep(data, torch, SCENE_CONTINUOUS, inside, leaning, CD_CONTACT,
                        "Tilted: it touches the jar") &&
           AddStoryStep(data, torch, SCENE_CONTINUOUS, inside, oblique, CD_CONTACT,
                        "Pulled out at an angle: it catches on the opening") &&
           AddStoryStep(data, torch, SCENE_DISCRETE, inside, outside, CD_FREE,
                        "Discrete: passes out through the wall in one step, undetected") &&
           AddStoryStep(data, torch, SCENE_CONTINUOUS, inside, outside, CD_CONTACT,
                        "Continuous: the wall stops it");
}

static bool create(SceneData *data) {
    data->camera = (SceneCamera){.eye = {1.8, 2.6, 4.2}, .target = {0.0, 0.3, 0.0}, .fov = 0.7};
    SceneObject *jar = AddSceneObject(data, "jar", "builtin:cavity", SCENE_FIXED);
    if (jar == NULL) return false;
    jar->transparent = true;
    SceneObject *torch = AddSceneObject(data, "torch", "builtin:torch:length=1.6", SCENE_DRIVEN);
    if (torch == NULL) return false;
    torch->pose = placeTorch(0.0, 0.1, 0.0);
    return addStory(data, 1);
}

const Scene sceneTorchInCavity = {
    .group = "concave",
    .name = "torch in a cavity",
    .about =
        "A torch inside a jar: pull it straight out through the opening. Tilted, it catches. It never passes "
        "through the wall, however fast you drag.",
    .create = create,
    .check = CheckSceneStory,
};
