// Bolt in a nut: a bolt turns down through a fixed nut under its own weight.
//
// Without friction its acceleration is that of a screw, g / (1 + J w^2 / m), with w = 2 pi / pitch. With more
// friction than the slope of the thread it stays.
#include "scenes/generators/bolt_in_nut.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

static const double height = 1.5;
enum { NUT, BOLT };
enum { PARAM_ROUGHNESS };

static const SceneParam params[] = {
    {.label = "friction", .initial = 0.0, .lower = 0.0, .upper = 0.5, .restarts = true}};

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {2.4, 3.3, 5.6}, .target = {0.0, 1.95, 0.0}, .fov = 0.7};
    BoltInNut bolt = {.segments = 48, .height = height, .friction = data->params[PARAM_ROUGHNESS]};
    return AddBoltInNut(data, &bolt) && AddStoryTime(data, 0.5, "The bolt's thread meets the nut's") &&
           AddStoryTime(data, 2.0, "Its weight turns it down") &&
           AddStoryTime(data, 4.0, "It descends by one pitch in each turn");
}

// Returns the angle about y, radians.
static double getTurn(cdPose pose) {
    cdVec3 along = cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0});
    return cdAtan2(-along.z, along.x);
}

// From the first second to the second the bolt turns by less than half a turn. It is loose by the clearance.
static bool turnDown(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 1.0, message, messageSize)) return false;
    cdPose before = GetRunState(run, BOLT).pose;
    if (!AdvanceSceneRun(run, 2.0, message, messageSize)) return false;
    cdPose after = GetRunState(run, BOLT).pose;
    double descent = before.p.y - after.p.y, turn = fabs(getTurn(after) - getTurn(before));
    return ExpectBetween("descent of the bolt", descent, 0.02, 0.2, message, messageSize) &&
           ExpectNear("descent by one pitch in each turn", descent, GetBoltPitch() * turn / 6.283185307179586,
                      0.05 * descent, message, messageSize);
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
