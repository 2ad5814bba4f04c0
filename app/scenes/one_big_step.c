// One big step: a bunny crosses a wall within a single time step [RKC01 figure 5].
//
// Case a ends inside the wall, where the discrete method at least detects an overlap; case b ends behind the
// wall, where it detects nothing. The continuous method stops both at the same position.
#include "scenes/scene_resolve.h"

static const double laneHeight = 0.95;

static cdPose placeBunny(double x, double height, double turn) {
    return (cdPose){{x, height, 0.0}, cdMakeQuat(cdNormalize((cdVec3){0.3, 1.0, -0.2}), turn)};
}

static SceneObject *addLane(SceneData *data, const char *bunnyName, const char *wallName, double height) {
    SceneObject *wall = AddSceneObject(data, wallName, "builtin:box:x=0.06,y=0.8,z=0.8", SCENE_FIXED);
    if (wall == NULL) return NULL;
    wall->pose.p = (cdVec3){0.0, height, 0.0};
    SceneObject *bunny = AddSceneObject(data, bunnyName, "builtin:bunny", SCENE_DRIVEN);
    if (bunny == NULL) return NULL;
    bunny->normalize = true;
    bunny->pose = placeBunny(-1.3, height, 0.0);
    return bunny;
}

static bool addStory(SceneData *data, int32_t a, int32_t b) {
    const cdPose startA = placeBunny(-1.3, laneHeight, 0.0), endA = placeBunny(0.1, laneHeight, 0.5);
    const cdPose startB = placeBunny(-1.3, -laneHeight, 0.0), endB = placeBunny(1.4, -laneHeight, 0.8);
    return AddStoryStep(data, a, SCENE_DISCRETE, startA, endA, CD_OVERLAP,
                        "a, discrete: detects an overlap, but the bunny has already penetrated") &&
           AddStoryStep(data, b, SCENE_DISCRETE, startB, endB, CD_FREE,
                        "b, discrete: the bunny is behind the wall, and nothing was detected") &&
           AddStoryStep(data, a, SCENE_CONTINUOUS, startA, endA, CD_CONTACT,
                        "a, continuous: it stops at first contact") &&
           AddStoryStep(data, b, SCENE_CONTINUOUS, startB, endB, CD_CONTACT,
                        "b, continuous: it stops at first contact");
}

static bool create(SceneData *data) {
    data->camera = (SceneCamera){.eye = {0.8, 0.5, 5.9}, .target = {0.0, 0.0, 0.0}, .fov = 0.7};
    if (addLane(data, "bunny a", "wall a", laneHeight) == NULL) return false;
    if (addLane(data, "bunny b", "wall b", -laneHeight) == NULL) return false;
    return addStory(data, FindSceneObject(data, "bunny a"), FindSceneObject(data, "bunny b"));
}

const Scene sceneOneBigStep = {
    .group = "manipulation",
    .name = "one big step",
    .about =
        "Two bunnies cross a wall in one step each. The discrete method detects the one that ends inside and "
        "misses the one that ends behind; the continuous method stops both.",
    .create = create,
    .check = CheckSceneStory,
};
