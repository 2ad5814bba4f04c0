// Teapot and bunny: drag a teapot, the Stanford bunny is fixed [RKC01 figure 4].
#include "scenes/scene_resolve.h"

static cdPose placeTeapot(double x, double y, double z, double turn) {
    return (cdPose){{x, y, z}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn)};
}

static bool addStory(SceneData *data, int32_t teapot) {
    const cdPose away = placeTeapot(1.9, 0.25, 0.3, 2.6), near = placeTeapot(1.55, 0.2, 0.25, 2.7);
    const cdPose inside = placeTeapot(0.75, 0.12, 0.12, 3.0), beyond = placeTeapot(-1.7, 0.1, -0.2, 3.3);
    return AddStoryStep(data, teapot, SCENE_CONTINUOUS, away, near, CD_FREE, "Clear path: free") &&
           AddStoryStep(data, teapot, SCENE_CONTINUOUS, near, inside, CD_CONTACT,
                        "Continuous: the teapot stops just before first contact") &&
           AddStoryStep(data, teapot, SCENE_DISCRETE, near, inside, CD_OVERLAP,
                        "Discrete: the same step penetrates") &&
           AddStoryStep(data, teapot, SCENE_DISCRETE, near, beyond, CD_FREE,
                        "Discrete: a longer step jumps through the bunny, undetected") &&
           AddStoryStep(data, teapot, SCENE_CONTINUOUS, near, beyond, CD_CONTACT,
                        "Continuous: the longer step stops at first contact too");
}

static bool create(SceneData *data) {
    data->response = SCENE_STOP; // the first drag shows first contact
    data->camera = (SceneCamera){.eye = {0.9, 1.1, 4.3}, .target = {0.45, 0.0, 0.0}, .fov = 0.7};
    SceneObject *bunny = AddSceneObject(data, "bunny", "builtin:bunny", SCENE_FIXED);
    if (bunny == NULL) return false;
    bunny->normalize = true;
    SceneObject *teapot = AddSceneObject(data, "teapot", "builtin:teapot", SCENE_DRIVEN);
    if (teapot == NULL) return false;
    teapot->normalize = true;
    // The bunny's [RKC01 4.4]: pieces of triangles share labels, and some spheres need their equation, as a
    // lesson shows.
    teapot->leafRadius = 0.010957;
    teapot->pose = placeTeapot(1.9, 0.25, 0.3, 2.6);
    return addStory(data, 1);
}

const Scene sceneTeapotAndBunny = {
    .group = "manipulation",
    .name = "teapot and bunny",
    .about = "Drag the teapot against the bunny: it stops just before first contact. With the discrete "
             "method (D) it penetrates or jumps through.",
    .create = create,
    .check = CheckSceneStory,
};
