// Gears: three wheels on hinges; a motor turns the first.
//
// Only their teeth couple them, with play. Over time each turns at the ratio of the numbers of teeth,
// opposite to its driver, because no tooth can pass another.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { GEARS = 3 };

static const double pi = 3.14159265358979323846;
static const int32_t teeth[GEARS] = {12, 18, 12};
static const double module = 0.92 / 12.0, depth = 0.08; // pitch radius per tooth; depth of a tooth
enum { PARAM_SPEED, PARAM_TORQUE };

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 2.0, .lower = -20.0, .upper = 20.0, .restarts = true},
    {.label = "torque", .unit = "N m", .initial = 20.0, .lower = 0.0, .upper = 1000.0, .restarts = true}};

// A tooth of the first gear points to +x, into a gap of the second, which has a gap on either side.
static double getPhase(int32_t gear) {
    double toothPitch = 2.0 * pi / teeth[gear];
    return gear == 0 ? -0.25 * toothPitch : gear == 1 ? pi - 0.75 * toothPitch : pi - 0.25 * toothPitch;
}

static bool addGear(SceneData *data, int32_t gear, double x) {
    char mesh[SCENE_TEXT_SIZE];
    double pitchRadius = module * teeth[gear];
    snprintf(mesh, sizeof mesh, "builtin:gear:teeth=%d,radius=%.9g,root=%.9g,bore=0.2,height=0.25",
             (int)teeth[gear], pitchRadius + depth, pitchRadius - depth - 0.04);
    cdQuat standing = TurnAbout(1.0, 0.0, 0.0, 0.5 * pi); // the gear's axis along z
    cdPose pose = {{x, 1.6, 0.0}, cdMulQuat(TurnAbout(0.0, 0.0, 1.0, getPhase(gear)), standing)};
    SceneObject *object = AddNumberedObject(data, "gear", gear + 1, mesh, pose);
    if (object == NULL) return false;
    object->friction = 0.1;
    SceneJoint *joint = AddSceneJoint(data, CD_JOINT_HINGE, gear, -1, pose.p, (cdVec3){0.0, 0.0, 1.0});
    if (joint == NULL) return false;
    if (gear > 0) return true;
    joint->def.motor.speed = data->params[PARAM_SPEED];
    joint->def.motor.maxForce = data->params[PARAM_TORQUE];
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    double x = -module * (teeth[0] + teeth[1]);
    for (int32_t i = 0; i < GEARS; i++) {
        if (i > 0) x += module * (teeth[i - 1] + teeth[i]);
        if (!addGear(data, i, x)) return false;
    }
    if (AddSceneFloor(data, 4.5, 0.0) == NULL) return false;
    data->camera = (SceneCamera){.eye = {2.4, 3.2, 6.2}, .target = {0.1, 1.4, 0.0}, .fov = 0.7};
    return AddStoryTime(data, 0.5, "A motor turns the first gear") &&
           AddStoryTime(data, 2.0, "Its teeth drive the second gear the other way") &&
           AddStoryTime(data, 4.0, "The third turns like the first");
}

// Returns a gear's rotation about z since the last call, at most half a turn.
static double getTurn(const SceneRun *run, int32_t gear, double *heading) {
    cdVec3 arm = cdRotate(GetRunState(run, gear).pose.q, (cdVec3){1.0, 0.0, 0.0});
    double now = cdAtan2(arm.y, arm.x), turn = now - *heading;
    *heading = now;
    return turn > pi ? turn - 2.0 * pi : turn < -pi ? turn + 2.0 * pi : turn;
}

static bool turnAll(SceneRun *run, char *message, size_t messageSize) {
    const double speed = run->data->params[PARAM_SPEED];
    double heading[GEARS], turns[GEARS] = {0.0};
    for (int32_t i = 0; i < GEARS; i++)
        getTurn(run, i, &heading[i]);
    for (int32_t k = 1; k <= 12; k++) {
        if (!AdvanceSceneRun(run, 0.25 * k, message, messageSize)) return false;
        for (int32_t i = 0; i < GEARS; i++)
            turns[i] += getTurn(run, i, &heading[i]);
    }
    // The play of a tooth is at most half a pitch of the driven wheel.
    double play[GEARS] = {0.0, pi / teeth[1], 2.0 * pi / teeth[2]};
    return ExpectBetween("turn of the first gear", turns[0], 2.5 * speed, 3.0 * speed + 1e-6, message,
                         messageSize) &&
           ExpectNear("turn of the second gear", turns[1], -turns[0] * teeth[0] / teeth[1], play[1], message,
                      messageSize) &&
           ExpectNear("turn of the third gear", turns[2], turns[0] * teeth[0] / teeth[2], play[2], message,
                      messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turnAll, message, messageSize);
}

const Scene sceneGears = {
    .group = "dynamics",
    .name = "gears",
    .about = "A motor turns the first of three gears on hinges. Only their teeth touch: the second turns the "
             "other way, slower by the ratio of teeth, and the third turns like the first.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
