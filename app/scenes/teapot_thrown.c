// Teapot thrown: an open surface of several thousand triangles, thrown at a floor at any speed.
//
// The mass is that of its hull, since the surface encloses no volume. It never tunnels: the floor is a plate
// two centimetres thick, which the teapot would cross in a hundredth of a step at the greatest speed.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { PARAM_SPEED, PARAM_HEADING, PARAM_STEEPNESS, PARAM_SPIN, PARAM_BOUNCE };

static const SceneParam params[] = {
    {.label = "speed", .unit = "m/s", .initial = 5.0, .lower = 0.0, .upper = 100.0, .restarts = true},
    {.label = "heading", .unit = "rad", .initial = 0.35, .lower = -3.2, .upper = 3.2, .restarts = true},
    {.label = "steepness",
     .unit = "rad down",
     .initial = 1.0,
     .lower = -1.5,
     .upper = 1.57,
     .restarts = true},
    {.label = "spin", .unit = "rad/s", .initial = 6.0, .lower = -100.0, .upper = 100.0, .restarts = true},
    {.label = "restitution", .initial = 0.4, .lower = 0.0, .upper = 1.0, .restarts = true}};

enum { FLOOR = 0, TEAPOT = 1 };

static bool create(SceneData *data) {
    const double speed = data->params[PARAM_SPEED], heading = data->params[PARAM_HEADING],
                 steepness = data->params[PARAM_STEEPNESS];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {-0.2, 2.1, 5.7}, .target = {-0.5, 0.6, 0.6}, .fov = 0.7};
    SceneObject *floor =
        AddSceneObject(data, "floor", "builtin:plate:width=10,depth=10,thickness=0.02", SCENE_FIXED);
    if (floor == NULL) return false;
    floor->pose.p.y = -0.01;
    SceneObject *teapot = AddSceneObject(data, "teapot", "builtin:teapot:segments=10", SCENE_DYNAMIC);
    if (teapot == NULL) return false;
    teapot->normalize = true;
    teapot->scale = 0.6;
    teapot->pose = (cdPose){{-3.0, 1.6, 1.0}, TurnAbout(0.3, 1.0, 0.2, 0.7)};
    double level = speed * cdCos(steepness);
    teapot->velocity = (cdVec3){level * cdCos(heading), -speed * cdSin(steepness), -level * cdSin(heading)};
    teapot->angularVelocity = cdScale(data->params[PARAM_SPIN], cdNormalize((cdVec3){0.5, 0.3, -1.0}));
    teapot->restitution = data->params[PARAM_BOUNCE];
    teapot->friction = 0.4;
    return AddStoryTime(data, 0.15, "Thrown: it flies and turns freely") &&
           AddStoryTime(data, 0.6, "It bounces off the thin plate, spout, handle or rim first") &&
           AddStoryTime(data, 1.5, "Each bounce is lower than the one before") &&
           AddStoryTime(data, 7.0, "It rolls to a stop, without overlap");
}

// The scene's throw ends on the plate, and faster throws in other directions do not pass through it.
static bool followThrow(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 4.0, message, messageSize)) return false;
    cdBodyState state = GetRunState(run, TEAPOT);
    return ExpectBetween("impacts", run->impactCount, 2.0, 1000.0, message, messageSize) &&
           ExpectBetween("height of the teapot", state.centroid.y, 0.02, 0.6, message, messageSize);
}

static bool throwHard(SceneRun *run, char *message, size_t messageSize) {
    for (int32_t i = 0; i < 4; i++) {
        cdSetBodyPose(run->sceneWorld.world, run->sceneWorld.bodies[TEAPOT], run->data->objects[TEAPOT].pose);
        cdVec3 velocity = {20.0 * GetScatter(i, 0) - 10.0, -90.0, 20.0 * GetScatter(i, 1) - 10.0};
        cdVec3 angular = {60.0 * GetScatter(i, 2) - 30.0, 60.0 * GetScatter(i, 3) - 30.0, 20.0};
        cdSetBodyVelocity(run->sceneWorld.world, run->sceneWorld.bodies[TEAPOT], velocity, angular);
        run->lowestEnergy = INFINITY; // thrown again
        if (!AdvanceSceneRun(run, run->time + 4.0 * run->dt, message, messageSize)) return false;
        double height = GetRunState(run, TEAPOT).centroid.y;
        if (!ExpectBetween("height after a hard throw", height, 0.02, 10.0, message, messageSize))
            return false;
    }
    return true;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, followThrow, message, messageSize) &&
           CheckWithRun(data, meshes, throwHard, message, messageSize);
}

const Scene sceneTeapotThrown = {
    .group = "dynamics",
    .name = "teapot thrown",
    .about =
        "A teapot of 6320 triangles, an open surface, is thrown at a thin plate. It bounces, rolls and "
        "stops. At no speed does it overlap the plate or pass through it. Grab it with the mouse and throw "
        "it yourself.",
    .create = create,
    .params = params,
    .paramCount = sizeof params / sizeof params[0],
    .check = check,
};
