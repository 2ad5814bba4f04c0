// Nut on a bolt: a nut turns down its thread, and the thread blocks a straight pull.
//
// The in-between motion of [RKC01] is a screw, so a turn with the matching rise is free in one big step. A
// straight pull by one pitch ends where the threads fit again, so the discrete method detects nothing.
#include "scenes/scene_resolve.h"

static const double pitch = 0.25;

static cdPose placeNut(double height, double turn) {
    return (cdPose){{0.0, height, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn)};
}

// Turns the nut by `turn`, with the rise of the thread.
static cdPose screwNut(double turn) {
    return placeNut(pitch * turn / 6.283185307179586, turn);
}

static bool addStory(SceneData *data, int32_t nut) {
    const cdPose start = screwNut(0.0);
    return AddStoryStep(data, nut, SCENE_CONTINUOUS, start, screwNut(2.8), CD_FREE,
                        "Turned, with the rise of its thread: free") &&
           AddStoryStep(data, nut, SCENE_CONTINUOUS, start, placeNut(-screwNut(2.8).p.y, 2.8), CD_CONTACT,
                        "Turned against its thread: it stops at once") &&
           AddStoryStep(data, nut, SCENE_DISCRETE, start, placeNut(pitch, 0.0), CD_FREE,
                        "Discrete: pulled by one turn of the thread, undetected") &&
           AddStoryStep(data, nut, SCENE_CONTINUOUS, start, placeNut(pitch, 0.0), CD_CONTACT,
                        "Continuous: the thread stops it");
}

static bool create(SceneData *data) {
    data->camera = (SceneCamera){.eye = {1.9, 1.7, 3.9}, .target = {0.0, -0.2, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "bolt", "builtin:bolt", SCENE_FIXED) == NULL) return false;
    SceneObject *nut = AddSceneObject(data, "nut", "builtin:nut", SCENE_DRIVEN);
    if (nut == NULL) return false;
    nut->pose = screwNut(0.0);
    return addStory(data, 1);
}

const Scene sceneNutOnBolt = {
    .group = "concave",
    .name = "nut on a bolt",
    .about = "Turn the nut (Ctrl and the left button): it moves only along its thread. Pull it: the thread "
             "blocks it. The discrete method lets it jump from turn to turn.",
    .create = create,
    .check = CheckSceneStory,
};
