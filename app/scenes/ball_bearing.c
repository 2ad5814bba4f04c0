// Ball bearing: a motor turns the inner ring, which carries a weight, on balls in a fixed outer ring.
//
// An angular contact bearing: the weight presses every ball. A ball of radius b with its centre at R from the
// axis touches three surfaces: the floor and the wall of the outer ring, and the cone of the inner ring, at
// 45 degrees to both. If it slips nowhere it turns about the line through its two points on the outer ring,
// which is at c = b sqrt(1/2) from its centre and at c + b from its point on the inner ring, at R - c from
// the axis. Its centre, and so the cage, then turn at (R - c) / R c / (c + b) of the speed of the inner ring.
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { OUTER, INNER, WEIGHT, CAGE, BALL };
enum { PARAM_SPEED, PARAM_BALLS, PARAM_FRICTION };
enum { SEGMENTS = 128 };

static const double pi = 3.14159265358979323846, pitch = 0.6, ball = 0.12, height = 0.5, finger = 0.02;
static const double lift = 0.001; // at the start, of the balls above the outer race and of the inner race

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 3.0, .lower = -20.0, .upper = 20.0, .restarts = true},
    {.label = "balls", .initial = 7.0, .lower = 3.0, .upper = 11.0, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "friction", .initial = 0.5, .lower = 0.0, .upper = 1.0, .restarts = true}};

// Returns c: the distance of a ball's point on the inner ring from the plane, and from the circle, of the
// centres.
static double getReach(void) {
    return ball * sqrt(0.5);
}

// Returns the speed of the cage over that of the inner ring, if no ball slips.
static double getCageRatio(void) {
    double reach = getReach();
    return (pitch - reach) / pitch * reach / (reach + ball);
}

static bool addOuterRing(SceneData *data) {
    double wall = (pitch + ball + lift) / cdCos(pi / SEGMENTS), rim = wall + 0.12;
    const SceneShape shapes[] = {
        MakePartShape(PutAt(0.0, -0.5 * (ball + 0.03), 0.0),
                      "ring:outer=%.9g,inner=%.9g,height=%.9g,segments=%d", rim, wall, ball + 0.07, SEGMENTS),
        MakePartShape(PutAt(0.0, -ball - 0.05, 0.0), "ring:outer=%.9g,inner=%.9g,height=0.1,segments=%d", rim,
                      pitch - ball, SEGMENTS)};
    return AddMachinePart(data, "outer ring", SCENE_FIXED, shapes, 2, PutAt(0.0, height, 0.0)) != NULL;
}

// The cone has slope 1: from the points of contact, the radius grows as the height does.
static bool addInnerRing(SceneData *data) {
    double inner = pitch - getReach(), half = 0.07;
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh,
             "builtin:taper-ring:top-outer=%.9g,outer=%.9g,top-inner=%.9g,inner=%.9g,height=%.9g,segments=%d",
             inner + half, inner - half, inner - 0.15, inner - 0.15, 2.0 * half, SEGMENTS);
    SceneObject *turned = AddSceneObject(data, "inner ring", mesh, SCENE_DYNAMIC);
    if (turned == NULL) return false;
    turned->pose.p.y = height + getReach() + 3.0 * lift;
    turned->angularVelocity.y = data->params[PARAM_SPEED];
    return true;
}

// The weight slides on the axis of the bearing; a motor on it turns the inner ring.
static bool addWeight(SceneData *data) {
    SceneObject *weight =
        AddSceneObject(data, "weight", "builtin:peg:half=0.25,length=0.3,sides=24", SCENE_DYNAMIC);
    if (weight == NULL) return false;
    weight->pose.p.y = height + 0.4;
    cdVec3 up = {0.0, 1.0, 0.0}, place = weight->pose.p;
    SceneJoint *motor = AddSceneJoint(data, CD_JOINT_HINGE, INNER, WEIGHT, place, up);
    if (motor == NULL) return false;
    motor->def.motor.speed = data->params[PARAM_SPEED];
    motor->def.motor.maxForce = 50.0;
    return AddSceneJoint(data, CD_JOINT_SLIDER, WEIGHT, -1, place, up) != NULL;
}

// A ring above the balls, with a finger between each two.
static bool addCage(SceneData *data, int32_t balls) {
    SceneShape shapes[13] = {MakePartShape(PutAt(0.0, ball + 0.03, 0.0),
                                           "ring:outer=%.9g,inner=%.9g,height=0.04,segments=48", pitch + 0.1,
                                           pitch + 0.03)};
    for (int32_t i = 0; i < balls; i++) {
        cdQuat turn = TurnAbout(0.0, 1.0, 0.0, 2.0 * pi * (i + 0.5) / balls);
        cdPose pose = {cdRotate(turn, (cdVec3){pitch + 0.04, 0.5 * ball + 0.02, 0.0}), turn};
        shapes[i + 1] = MakePartShape(pose, "box:x=0.03,y=%.9g,z=%.9g", 0.5 * ball + 0.01, finger);
    }
    SceneObject *cage =
        AddMachinePart(data, "cage", SCENE_DYNAMIC, shapes, balls + 1, PutAt(0.0, height + lift, 0.0));
    if (cage == NULL) return false;
    cage->angularVelocity.y = data->params[PARAM_SPEED] * getCageRatio();
    return AddSceneJoint(data, CD_JOINT_HINGE, CAGE, -1, cage->pose.p, (cdVec3){0.0, 1.0, 0.0}) != NULL;
}

static bool addBalls(SceneData *data, int32_t balls) {
    char mesh[SCENE_TEXT_SIZE];
    double speed = data->params[PARAM_SPEED] * getCageRatio();
    snprintf(mesh, sizeof mesh, "builtin:icosphere:radius=%.9g,level=4", ball);
    for (int32_t i = 0; i < balls; i++) {
        cdQuat turn = TurnAbout(0.0, 1.0, 0.0, 2.0 * pi * i / balls);
        cdPose pose = {cdRotate(turn, (cdVec3){pitch, 0.0, 0.0}), turn};
        pose.p.y = height + lift;
        SceneObject *object = AddNumberedObject(data, "ball", i + 1, mesh, pose);
        if (object == NULL) return false;
        double spin = -speed * pitch / getReach();
        object->velocity = cdRotate(turn, (cdVec3){0.0, 0.0, -speed * pitch});
        object->angularVelocity = cdRotate(turn, (cdVec3){spin * sqrt(0.5), spin * sqrt(0.5), 0.0});
    }
    return true;
}

static bool create(SceneData *data) {
    int32_t balls = (int32_t)data->params[PARAM_BALLS];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.4, 1.35, 1.95}, .target = {0.0, 0.5, 0.0}, .fov = 0.7};
    if (!addOuterRing(data) || !addInnerRing(data) || !addWeight(data) || !addCage(data, balls) ||
        !addBalls(data, balls))
        return false;
    for (int32_t i = 0; i < data->objectCount; i++) {
        data->objects[i].restitution = 0.0;
        data->objects[i].friction = i == CAGE ? 0.0 : data->params[PARAM_FRICTION];
    }
    return AddSceneFloor(data, 2.0, 0.0) != NULL &&
           AddStoryTime(data, 0.5, "A motor turns the inner ring, which carries a weight") &&
           AddStoryTime(data, 2.0, "The balls roll on both rings, almost without slip") &&
           AddStoryTime(data, 5.0, "They take the cage along at less than half the speed of the ring");
}

// --- Check

// Returns the turn about the y axis since the start, radians, in (-pi, pi].
static double getTurn(const SceneRun *run, int32_t object) {
    cdQuat start = run->data->objects[object].pose.q, now = GetRunState(run, object).pose.q;
    cdVec3 arm = cdRotate(cdMulQuat(now, cdConjugate(start)), (cdVec3){1.0, 0.0, 0.0});
    return cdAtan2(-arm.z, arm.x);
}

// Returns the angle about the axis by which the centre of a ball has moved since the start.
static double getCourse(const SceneRun *run, int32_t object) {
    cdVec3 a = run->data->objects[object].pose.p, b = GetRunState(run, object).pose.p;
    return cdAtan2(a.z * b.x - a.x * b.z, a.x * b.x + a.z * b.z);
}

// A ball is at most by the clearance of its place in the cage before or behind it.
static bool checkCage(const SceneRun *run, double *course, char *message, size_t messageSize) {
    int32_t balls = (int32_t)run->data->params[PARAM_BALLS];
    double play = pi / balls - cdAsin((ball + finger) / pitch), cage = getTurn(run, CAGE);
    *course = 0.0;
    for (int32_t i = 0; i < balls; i++) {
        double turn = getCourse(run, BALL + i);
        *course += turn / balls;
        if (!ExpectNear("turn of a ball before the cage", turn - cage, 0.0, 1.2 * play, message, messageSize))
            return false;
    }
    return true;
}

// The sides of rings and balls leave a slip of less than 3 %, in steps in which a ball turns over less than
// two of its sides: 1 % of 32 speeds and numbers of balls, at most 1.5 %. In steps of 1/60 s it is 2 %, and
// up to 5 %. The ring makes less than half a turn.
static bool turnRing(SceneRun *run, char *message, size_t messageSize) {
    run->dt = 1.0 / 240.0;
    double course = 0.0, time = fmin(0.6, 2.5 / fabs(run->data->params[PARAM_SPEED]));
    for (int32_t k = 1; run->time + 1e-6 < time; k++) {
        if (!AdvanceSceneRun(run, fmin(k / 60.0, time), message, messageSize) ||
            !checkCage(run, &course, message, messageSize))
            return false;
    }
    double turn = run->data->params[PARAM_SPEED] * time, ring = getTurn(run, INNER),
           expected = ring * getCageRatio();
    return ExpectNear("turn of the inner ring", ring, turn, 0.02 * fabs(turn), message, messageSize) &&
           ExpectNear("turn of the balls about the axis", course, expected, 0.03 * fabs(expected), message,
                      messageSize) &&
           ExpectNear("lost time", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turnRing, message, messageSize);
}

const Scene sceneBallBearing = {
    .group = "dynamics",
    .name = "ball bearing",
    .about = "A motor turns the inner ring of a bearing, which carries a weight. The balls roll between the "
             "rings with a slip of a few percent, and take the cage along at the speed of their centres.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
