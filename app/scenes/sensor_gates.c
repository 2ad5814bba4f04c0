// Sensor gates: a ball falls through a gate, and a motor turns an arm through a barrier. Both are sensors:
// they block nothing, and report who enters and leaves.
//
// (1) A ball that falls freely has its lowest point at the gate's top after sqrt(2 d / g), with d the
// distance between them, and leaves with its highest point below the gate. (2) The arm turns about its middle
// at the motor's speed. Its side, d from its axis, meets the barrier's lower corner, x beside and h above the
// axle, at the angle acos(d / sqrt(x^2 + h^2)) - atan(x / h); its other end does so half a turn later.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

enum { ARM, BALL, GATE, BARRIER, STAND };
enum { PARAM_SPEED, PARAM_TORQUE, PARAM_RESTITUTION };

static const double armLength = 0.6, armThickness = 0.05, barrierWidth = 0.3, barrierHeight = 0.15,
                    gateHeight = 0.2;
static const cdVec3 axle = {-1.1, 1.2, 0.0}, start = {1.1, 2.8, 0.0}, gate = {1.1, 1.4, 0.0},
                    back = {0.0, 0.0, 1.0};

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 2.0, .lower = -10.0, .upper = 10.0, .restarts = true},
    {.label = "torque", .unit = "N m", .initial = 20.0, .lower = 0.0, .upper = 100.0, .restarts = true},
    {.label = "restitution", .unit = "", .initial = 0.8, .lower = 0.0, .upper = 1.0, .restarts = true}};

static SceneObject *addSensor(SceneData *data, const char *name, const char *mesh, cdVec3 place) {
    SceneObject *sensor = AddSceneObject(data, name, mesh, SCENE_FIXED);
    if (sensor == NULL) return NULL;
    sensor->pose.p = place;
    sensor->traits.sensor = true;
    return sensor;
}

static bool addArm(SceneData *data) {
    SceneObject *arm = AddSceneObject(data, "arm", "builtin:box:x=0.6,y=0.05,z=0.05", SCENE_DYNAMIC);
    if (arm == NULL) return false;
    arm->pose.p = axle;
    arm->angularVelocity.z = data->params[PARAM_SPEED];
    SceneJoint *motor = AddSceneJoint(data, CD_JOINT_HINGE, ARM, -1, axle, back);
    if (motor == NULL) return false;
    motor->def.motor.speed = data->params[PARAM_SPEED];
    motor->def.motor.maxForce = data->params[PARAM_TORQUE];
    return true;
}

static bool addBall(SceneData *data) {
    SceneObject *ball = AddSceneObject(data, "ball", "builtin:icosphere:radius=0.15,level=2", SCENE_DYNAMIC);
    if (ball == NULL) return false;
    ball->pose.p = start;
    ball->restitution = data->params[PARAM_RESTITUTION];
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.5, 2.3, 5.6}, .target = {0.0, 1.25, 0.0}, .fov = 0.7};
    cdVec3 above = {axle.x, axle.y + armLength, 0.0};
    if (!addArm(data) || !addBall(data) ||
        addSensor(data, "gate", "builtin:box:x=0.5,y=0.2,z=0.5", gate) == NULL ||
        addSensor(data, "barrier", "builtin:box:x=0.3,y=0.15,z=0.3", above) == NULL)
        return false;
    SceneObject *stand = AddSceneObject(data, "stand", "builtin:box:x=0.06,y=0.6,z=0.05", SCENE_FIXED);
    if (stand == NULL) return false;
    stand->pose.p = cdMakeVec3(axle.x, 0.6, -0.2);
    return AddSceneFloor(data, 3.0, 0.0) != NULL &&
           AddStoryTime(data, 0.4, "Both sensors are empty; the ball falls, the motor turns the arm") &&
           AddStoryTime(data, 0.55,
                        "The ball is in the gate and the arm in the barrier: nothing blocks them") &&
           AddStoryTime(data, 4.0, "The arm enters the barrier twice in each turn");
}

// --- Check

// When objects first entered and left their sensors; negative: not yet.
typedef struct Passages {
    double enters[2], leaves[2]; // the ball the gate, the arm the barrier
    int32_t armCount;            // times that the arm has entered
} Passages;

static void notePassages(const SceneRun *run, Passages *passages) {
    int32_t count = 0;
    const cdContactEvent *events = cdGetContactEvents(run->sceneWorld.world, &count);
    for (int32_t i = 0; i < count; i++) {
        bool begins = events[i].kind == CD_EVENT_SENSOR_BEGIN;
        if (!begins && events[i].kind != CD_EVENT_SENSOR_END) continue;
        int which = events[i].bodyA == run->sceneWorld.bodies[BARRIER];
        double *first = begins ? &passages->enters[which] : &passages->leaves[which];
        if (*first < 0.0) *first = events[i].time;
        passages->armCount += begins && which == 1;
    }
}

// (1) Within a step the path is a chord of the parabola: at most g dt^2 / 8 off.
static bool checkBall(const SceneRun *run, const Passages *passages, char *message, size_t messageSize) {
    cdBox3 ball = cdGetMeshInfo(run->meshes[BALL]).bounds;
    double gravity = -GetSceneGravity().y, slack = 1e-3;
    double enters = start.y + ball.lower.y - (gate.y + gateHeight);
    double leaves = start.y + ball.upper.y - (gate.y - gateHeight);
    return ExpectNear("time at which the ball enters the gate", passages->enters[0],
                      sqrt(2.0 * enters / gravity), slack, message, messageSize) &&
           ExpectNear("time at which the ball leaves the gate", passages->leaves[0],
                      sqrt(2.0 * leaves / gravity), slack, message, messageSize);
}

// (2)
static bool checkArm(const SceneRun *run, const Passages *passages, char *message, size_t messageSize) {
    const double turn = 6.283185307179586;
    double speed = run->data->params[PARAM_SPEED];
    double above = armLength - barrierHeight;
    double angle = cdAcos(armThickness / sqrt(barrierWidth * barrierWidth + above * above)) -
                   cdAtan2(barrierWidth, above);
    int32_t passing = (int32_t)floor((speed * run->time - angle) / (0.5 * turn)) + 1;
    return ExpectNear("time at which the arm enters the barrier", passages->enters[1], angle / speed, 1e-3,
                      message, messageSize) &&
           ExpectNear("number of times that the arm enters", passages->armCount, passing, 0.0, message,
                      messageSize) &&
           ExpectNear("speed of the arm", GetRunState(run, ARM).angularVelocity.z, speed, 1e-6, message,
                      messageSize);
}

static bool runGates(SceneRun *run, char *message, size_t messageSize) {
    Passages passages = {.enters = {-1.0, -1.0}, .leaves = {-1.0, -1.0}};
    for (int32_t k = 1; k <= 240; k++) {
        if (!AdvanceSceneRun(run, k / 60.0, message, messageSize)) return false;
        notePassages(run, &passages);
    }
    return checkBall(run, &passages, message, messageSize) && checkArm(run, &passages, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, runGates, message, messageSize);
}

const Scene sceneSensorGates = {
    .group = "dynamics",
    .name = "sensor gates",
    .about =
        "Sensors block nothing and report what is in them. A ball falls through a gate, and a motor turns "
        "an arm through a barrier. Change the motor in the panel Joints.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
