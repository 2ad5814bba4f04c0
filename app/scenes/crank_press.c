// Crank press: a motor on a hinge, a rod and a slider; and a ball on a rope that opens a door with limits.
//
// (1) With r the crank's radius, l the rod's length and a the crank's angle, the ram's pin is below the
// crank's axis by sqrt(l^2 - r^2 cos(a)^2) - r sin(a). The rod is a distance joint: it has no body. (2) The
// ball starts closer to its anchor than the rope is long, so it falls freely; the taut rope then leads it
// into the door, which opens up to its limit.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

enum { CRANK, RAM, DOOR, BALL, ANVIL, POST };
enum { PARAM_SPEED, PARAM_TORQUE };

static const double radius = 0.3, rodLength = 0.9, opening = 1.2, ropeLength = 1.7;
static const cdVec3 axle = {-1.2, 2.2, 0.0}, anchor = {1.25, 2.6, 0.0}, ballStart = {1.25, 2.2, 1.4},
                    hinge = {0.57, 0.9, 0.0}, up = {0.0, 1.0, 0.0}, back = {0.0, 0.0, 1.0};

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 4.0, .lower = -20.0, .upper = 20.0, .restarts = true},
    {.label = "torque", .unit = "N m", .initial = 50.0, .lower = 0.0, .upper = 1000.0, .restarts = true}};

// --- (1)

// Returns the ram's depth below the crank's axis at an angle of the crank.
static double getDepth(double angle) {
    double across = radius * cdCos(angle);
    return sqrt(rodLength * rodLength - across * across) - radius * cdSin(angle);
}

static bool addPress(SceneData *data) {
    SceneObject *crank = AddSceneObject(data, "crank", "builtin:box:x=0.36,y=0.06,z=0.06", SCENE_DYNAMIC);
    if (crank == NULL) return false;
    crank->pose.p = axle;
    SceneObject *ram = AddSceneObject(data, "ram", "builtin:box:x=0.25,y=0.15,z=0.2", SCENE_DYNAMIC);
    if (ram == NULL) return false;
    cdVec3 pin = {axle.x + radius, axle.y, 0.0}, foot = {axle.x, axle.y - getDepth(0.0), 0.0};
    ram->pose.p = foot;
    SceneJoint *motor = AddSceneJoint(data, CD_JOINT_HINGE, CRANK, -1, axle, back);
    if (motor == NULL) return false;
    motor->def.motor.speed = data->params[PARAM_SPEED];
    motor->def.motor.maxForce = data->params[PARAM_TORQUE];
    SceneJoint *rod = AddSceneJoint(data, CD_JOINT_DISTANCE, CRANK, RAM, pin, up);
    if (rod == NULL) return false;
    rod->def.pointB = foot;
    SceneJoint *slider = AddSceneJoint(data, CD_JOINT_SLIDER, RAM, -1, foot, up);
    if (slider == NULL) return false;
    slider->def.limited = true;
    slider->def.lower = -0.4;
    slider->def.upper = 0.3;
    return true;
}

// --- (2)

static bool addDoor(SceneData *data) {
    SceneObject *door = AddSceneObject(data, "door", "builtin:box:x=0.4,y=0.75,z=0.03", SCENE_DYNAMIC);
    if (door == NULL) return false;
    door->pose.p = cdMakeVec3(hinge.x + 0.42, hinge.y, 0.0);
    door->restitution = 0.2;
    SceneObject *ball = AddSceneObject(data, "ball", "builtin:icosphere:radius=0.15,level=2", SCENE_DYNAMIC);
    if (ball == NULL) return false;
    ball->pose.p = ballStart;
    ball->density = 4.0;
    SceneJoint *swing = AddSceneJoint(data, CD_JOINT_HINGE, DOOR, POST, hinge, up);
    if (swing == NULL) return false;
    swing->def.limited = true;
    swing->def.lower = -opening;
    swing->def.upper = opening;
    SceneJoint *rope = AddSceneJoint(data, CD_JOINT_DISTANCE, BALL, -1, ballStart, up);
    if (rope == NULL) return false;
    rope->def.pointB = anchor;
    rope->def.limited = true;
    rope->def.upper = ropeLength;
    return true;
}

static bool addFixed(SceneData *data) {
    SceneObject *anvil = AddSceneObject(data, "anvil", "builtin:box:x=0.4,y=0.4,z=0.3", SCENE_FIXED);
    if (anvil == NULL) return false;
    anvil->pose.p = cdMakeVec3(axle.x, 0.4, 0.0);
    SceneObject *post = AddSceneObject(data, "post", "builtin:box:x=0.06,y=0.9,z=0.06", SCENE_FIXED);
    if (post == NULL) return false;
    post->pose.p = cdMakeVec3(hinge.x - 0.1, 0.9, 0.0); // the door turns past it
    return AddSceneFloor(data, 4.5, 0.0) != NULL;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {2.6, 2.6, 5.4}, .target = {0.0, 1.2, 0.0}, .fov = 0.7};
    return addPress(data) && addDoor(data) && addFixed(data) &&
           AddStoryTime(data, 0.4, "A motor turns the crank, and the ball falls until its rope is taut") &&
           AddStoryTime(data, 1.0, "The rod moves the ram, which slides on its axis") &&
           AddStoryTime(data, 3.0, "The ball has opened the door as far as its limit");
}

// --- Check

// The crank is off by at most its and the rod's errors, a margin each, at its radius.
static bool checkPress(const SceneRun *run, char *message, size_t messageSize) {
    cdVec3 arm = cdRotate(GetRunState(run, CRANK).pose.q, cdMakeVec3(1.0, 0.0, 0.0));
    double depth = axle.y - GetRunState(run, RAM).centroid.y;
    return ExpectNear("depth of the ram", depth, getDepth(cdAtan2(arm.y, arm.x)), 8.0 * run->margin, message,
                      messageSize);
}

static bool runPress(SceneRun *run, char *message, size_t messageSize) {
    double widest = 0.0, deepest = 0.0, slack = run->margin;
    for (int32_t k = 1; k <= 180; k++) {
        if (!AdvanceSceneRun(run, k / 60.0, message, messageSize) || !checkPress(run, message, messageSize))
            return false;
        cdVec3 along = cdRotate(GetRunState(run, DOOR).pose.q, cdMakeVec3(1.0, 0.0, 0.0));
        widest = fmax(widest, fabs(cdAtan2(-along.z, along.x)));
        deepest = fmax(deepest, axle.y - GetRunState(run, RAM).centroid.y);
        double rope = cdLength(cdSub(GetRunState(run, BALL).pose.p, anchor));
        if (!ExpectBetween("length of the rope", rope, 0.5, ropeLength + slack, message, messageSize))
            return false;
    }
    return ExpectNear("largest opening of the door", widest, opening, slack / 0.4, message, messageSize) &&
           ExpectNear("largest depth of the ram", deepest, rodLength + radius, 0.01, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, runPress, message, messageSize);
}

const Scene sceneCrankPress = {
    .group = "dynamics",
    .name = "crank press",
    .about =
        "A motor turns a crank; a rod moves the ram of a press, which slides on an axis. Beside it a ball "
        "on a slack rope falls until the rope is taut, and swings into a door that opens to its limit.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
