// Newton's cradle: one ball comes in, one ball leaves.
//
// Five pendulums on hinges, with gaps between them, no friction and no loss. Each collision is between two
// equal bodies, which exchange their velocities. So the last ball rises to the height from which the first
// one came, and the others stay where they are.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { BALLS = 5, BAR = 0, FIRST = 1, LAST = FIRST + BALLS - 1 };

static const double radius = 0.2, length = 1.2, gap = 2e-3, pivot = 1.6;
// Radians between lifted balls: closer, their edges would meet before their faces, because they are tilted.
static const double spread = 0.07;
enum { PARAM_LIFT, PARAM_LIFTED, PARAM_BOUNCE };

static const SceneParam params[] = {
    {.label = "lift", .unit = "rad", .initial = 0.7, .lower = 0.0, .upper = 1.1, .restarts = true},
    {.label = "balls lifted",
     .initial = 1.0,
     .lower = 1,
     .upper = BALLS - 1,
     .restarts = true,
     .kind = SCENE_WHOLE},
    {.label = "restitution", .initial = 1.0, .lower = 0.0, .upper = 1.0, .restarts = true}};

static double getPlace(int32_t ball) {
    return (2.0 * radius + gap) * (ball - 0.5 * (BALLS - 1));
}

static bool addBall(SceneData *data, int32_t ball) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:pendulum:radius=%g,length=%g,bands=3,sides=6", radius, length);
    int32_t before =
        (int32_t)data->params[PARAM_LIFTED] - 1 - ball; // number of lifted balls between it and the row
    double angle = before >= 0 ? data->params[PARAM_LIFT] + spread * before : 0.0;
    cdPose pose = {{getPlace(ball), pivot, 0.0}, TurnAbout(0.0, 0.0, 1.0, -angle)};
    SceneObject *object = AddNumberedObject(data, "ball", ball + 1, mesh, pose);
    if (object == NULL) return false;
    object->restitution = data->params[PARAM_BOUNCE];
    object->friction = 0.0;
    return AddSceneJoint(data, CD_JOINT_HINGE, FIRST + ball, -1, pose.p, (cdVec3){0.0, 0.0, 1.0}) != NULL;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->ground = false; // the balls would touch it
    data->camera = (SceneCamera){.eye = {0.9, 1.3, 4.2}, .target = {0.0, 0.85, 0.0}, .fov = 0.7};
    SceneObject *bar = AddSceneObject(data, "bar", "builtin:box:x=1.2,y=0.03,z=0.05", SCENE_FIXED);
    if (bar == NULL) return false;
    bar->pose.p.y = pivot + 0.07;
    for (int32_t i = 0; i < BALLS; i++) {
        if (!addBall(data, i)) return false;
    }
    return AddStoryTime(data, 0.3, "The first ball swings down") &&
           AddStoryTime(data, 1.1, "The last ball rises as high; the others stay") &&
           AddStoryTime(data, 2.2, "It swings back");
}

// Returns a ball's angle to the right.
static double getAngle(const SceneRun *run, int32_t object) {
    cdVec3 axis = GetRunAxis(run, object);
    return cdAtan2(-axis.x, axis.y);
}

// Runs one swing to the right, until the last ball comes back down.
static bool swing(SceneRun *run, char *message, size_t messageSize) {
    const double lift = run->data->params[PARAM_LIFT];
    double last = 0.0, between = 0.0;
    while (run->time < 1.4) {
        if (!AdvanceSceneRun(run, run->time + run->dt, message, messageSize)) return false;
        last = fmax(last, getAngle(run, LAST));
        for (int32_t i = FIRST + 1; i < LAST; i++)
            between = fmax(between, fabs(getAngle(run, i)));
    }
    // Each inner ball stops where it hit the next: one gap farther than the ball before.
    double drift = BALLS * gap / length;
    return ExpectBetween("impacts", run->impactCount, BALLS - 1, 4 * BALLS, message, messageSize) &&
           ExpectBetween("greatest angle of the last ball", last, 0.97 * lift, 1.0 * lift + 1e-3, message,
                         messageSize) &&
           ExpectBetween("greatest angle of an inner ball", between, 0.0, 2.0 * drift, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, swing, message, messageSize);
}

const Scene sceneNewtonsCradle = {
    .group = "dynamics",
    .name = "newton's cradle",
    .about =
        "Five equal balls on hinges; one is lifted and swings down. The last one rises to the same height "
        "and the others stay, because each collision exchanges two velocities. Lift two, and two rise on "
        "the other side.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
