// Bolt in a nut: a bolt turns down through a fixed nut under its own weight.
//
// Without friction its acceleration is that of a screw, g / (1 + J w^2 / m), with w = 2 pi / pitch. With more
// friction than the slope of the thread it stays.
#include "scenes/generators/bolt_in_nut.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

enum { NUT, BOLT };
enum { PARAM_ROUGHNESS };

static const SceneParam params[] = {
    {.label = "friction", .initial = 0.0, .lower = 0.0, .upper = 0.5, .restarts = true}};

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.9, 1.9, 4.1}, .target = {0.0, -0.1, 0.0}, .fov = 0.7};
    BoltInNut bolt = {.segments = 24, .friction = data->params[PARAM_ROUGHNESS]};
    return AddBoltInNut(data, &bolt) && AddStoryTime(data, 0.5, "The bolt's thread meets the nut's") &&
           AddStoryTime(data, 2.0, "Its weight turns it down") &&
           AddStoryTime(data, 4.0, "It descends by one pitch in each turn");
}

static bool turnDown(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 1.0, message, messageSize)) return false;
    cdBodyState state = GetRunState(run, BOLT);
    double rate = state.angularVelocity.y * GetBoltPitch() / 6.283185307179586;
    return ExpectBetween("descent of the bolt", -state.pose.p.y, 0.03, 0.5, message, messageSize) &&
           ExpectNear("descent for one pitch in each turn", state.velocity.y, rate, 0.1 * fabs(rate), message,
                      messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turnDown, message, messageSize);
}

const Scene sceneBoltInANut = {
    .group = "dynamics",
    .name = "bolt in a nut",
    .about =
        "A bolt without friction turns down through a fixed nut under its own weight, by one pitch in each "
        "turn. With friction it stays: a thread locks itself.",
    .create = create,
    .params = params,
    .paramCount = 1,
    .check = check,
};
