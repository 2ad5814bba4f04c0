// Screw jack: a screw that turns in place raises a nut with a platform and its load.
//
// The screw is a kinematic body. The nut cannot turn, so its thread rides up the screw's: it rises by one
// pitch in each turn.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include <stdio.h>

enum { FLOOR, SCREW, PLATFORM, FIRST_LOAD, LOADS = 2 };
enum { PARAM_SPEED, PARAM_DENSITY };

static const double pitch = 0.25, start = 1.2, pi = 3.14159265358979323846;

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 5.0, .lower = -6.0, .upper = 6.0, .restarts = true},
    {.label = "density of the load", .initial = 5.0, .lower = 0.1, .upper = 50.0, .restarts = true}};

// The nut between two beams, which carry the load.
static bool addPlatform(SceneData *data) {
    SceneObject *platform = AddSceneObject(data, "platform", "", SCENE_DYNAMIC);
    if (platform == NULL) return false;
    platform->pose.p.y = start;
    platform->friction = 0.05;
    platform->restitution = 0.0;
    platform->traits.lockRotation = CD_AXES;
    platform->traits.lockTranslation = CD_AXIS_X | CD_AXIS_Z;
    SceneShape shapes[3];
    for (int32_t i = 0; i < 3; i++) {
        shapes[i] = (SceneShape){
            .pose = {{1.12 * (i - 1), 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, .scale = 1.0, .density = 1.0};
        snprintf(shapes[i].mesh, sizeof shapes[i].mesh, "%s",
                 i == 1 ? "builtin:nut:segments=30" : "builtin:box:x=0.5,y=0.1,z=0.4");
    }
    return SetSceneShapes(data, platform, shapes, 3);
}

static bool addLoad(SceneData *data) {
    for (int32_t i = 0; i < LOADS; i++) {
        cdPose pose = {{i == 0 ? -1.25 : 1.25, start + 0.1 + 0.25 + 1e-4, 0.0}, {1.0, 0.0, 0.0, 0.0}};
        SceneObject *load = AddNumberedObject(data, "load", i + 1, "builtin:box:x=0.25,y=0.25,z=0.25", pose);
        if (load == NULL) return false;
        load->density = data->params[PARAM_DENSITY];
        load->restitution = 0.0;
    }
    return true;
}

// The thread is right-handed: seen from above the screw turns clockwise to raise the nut.
static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {2.4, 2.6, 4.4}, .target = {0.0, 1.25, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 2.5, 0.0) == NULL) return false;
    SceneObject *screw = AddSceneObject(data, "screw", "builtin:bolt:segments=30", SCENE_KINEMATIC);
    if (screw == NULL) return false;
    screw->pose.p.y = start + 2.0 * pitch;
    screw->angularVelocity = (cdVec3){0.0, -data->params[PARAM_SPEED], 0.0};
    screw->friction = 0.05;
    screw->restitution = 0.0;
    return addPlatform(data) && addLoad(data) &&
           AddStoryTime(data, 0.3, "The screw turns in place; the nut cannot turn") &&
           AddStoryTime(data, 2.5, "It rises by one pitch in each turn, with its load");
}

// The nut is loose by the clearance of its thread.
static bool lift(SceneRun *run, char *message, size_t messageSize) {
    const double rate = run->data->params[PARAM_SPEED] / (2.0 * pi) * pitch;
    for (int32_t i = 1; i <= 2; i++) {
        if (!AdvanceSceneRun(run, i, message, messageSize)) return false;
        double rise = GetRunState(run, PLATFORM).pose.p.y - start;
        double load = GetRunState(run, FIRST_LOAD).pose.p.y - run->data->objects[FIRST_LOAD].pose.p.y;
        if (!ExpectNear("rise of the nut", rise, rate * run->time, 0.02, message, messageSize) ||
            !ExpectNear("rise of the load", load, rise, 0.02, message, messageSize))
            return false;
    }
    return ExpectNear("time for which bodies were blocked", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, lift, message, messageSize);
}
const Scene sceneScrewJack = {
    .group = "dynamics",
    .name = "screw jack",
    .about =
        "A screw turns in place. The nut on it cannot turn, so it rises by one pitch in each turn and lifts a "
        "load, however heavy.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
