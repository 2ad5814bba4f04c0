// Hook on a bar: a hook can be lowered off a bar, but not pulled through it.
#include "scenes/scene_resolve.h"

static cdPose placeHook(double x, double y, double turn) {
    return (cdPose){{x, y, 0.0}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, turn)};
}

static bool addStory(SceneData *data, int32_t hook) {
    const cdPose hung = placeHook(0.0, 0.1, 0.0), below = placeHook(0.05, -0.8, 0.0);
    const cdPose above = placeHook(0.1, 1.1, 0.2), aside = placeHook(-1.3, 0.1, 0.0);
    return AddStoryStep(data, hook, SCENE_CONTINUOUS, hung, below, CD_FREE, "Lowered off the bar: free") &&
           AddStoryStep(data, hook, SCENE_DISCRETE, hung, above, CD_FREE,
                        "Discrete: pulled up through the bar, undetected") &&
           AddStoryStep(data, hook, SCENE_CONTINUOUS, hung, above, CD_CONTACT,
                        "Continuous: the bar stops the hook") &&
           AddStoryStep(data, hook, SCENE_CONTINUOUS, hung, aside, CD_CONTACT,
                        "Continuous: pulled sideways, the shaft stops at the bar");
}

static bool create(SceneData *data) {
    data->ground = false; // the hook leaves the bar downwards
    data->camera = (SceneCamera){.eye = {1.9, 1.2, 4.7}, .target = {0.1, 0.3, 0.0}, .fov = 0.7};
    SceneObject *bar = AddSceneObject(data, "bar", "builtin:ring:outer=0.2,inner=0.14,height=3", SCENE_FIXED);
    if (bar == NULL) return false;
    bar->pose.q = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 1.5707963267948966);
    SceneObject *hook = AddSceneObject(data, "hook", "builtin:hook", SCENE_DRIVEN);
    if (hook == NULL) return false;
    hook->pose = placeHook(0.0, 0.1, 0.0);
    return addStory(data, 1);
}

const Scene sceneHookOnBar = {
    .group = "concave",
    .name = "hook on a bar",
    .about = "A hook around a bar comes off only downwards. Pull it up or sideways: it hangs on the bar and "
             "slides along it, however hard you pull.",
    .create = create,
    .check = CheckSceneStory,
};
