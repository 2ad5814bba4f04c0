// Turntable: boxes of four friction coefficients on a disk that turns.
//
// A box that turns with the disk at the angular speed w and the distance r from its axis needs the friction
// m w^2 r, and has at most m u g: it stays within r = u g / w^2 and slips off beyond. Of each coefficient one
// box lies within that radius and one beyond. The disk has the coefficient 1, so a box with u^2 gives a pair
// with u (the geometric mean). The boxes start with the disk's velocity.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { TABLE = 1, FIRST_BOX, COEFFICIENTS = 4, BOX_COUNT = 2 * COEFFICIENTS };
enum { PARAM_SPEED, PARAM_SHARE };

static const double radius = 1.2, half = 0.036, thickness = 0.025, gap = 0.4, pi = 3.14159265358979323846;
static const double frictions[COEFFICIENTS] = {0.2, 0.4, 0.6, 0.8};

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 3.0, .lower = 2.8, .upper = 3.8, .restarts = true},
    {.label = "distance from the limit", .initial = 0.08, .lower = 0.01, .upper = 0.1, .restarts = true}};

// Returns the radius at which box `i` starts: boxes of even numbers within the limit, the others beyond.
static double getStart(const SceneData *data, int32_t i) {
    double speed = data->params[PARAM_SPEED], share = data->params[PARAM_SHARE];
    return frictions[i / 2] * -data->gravity.y / (speed * speed) * (i % 2 == 0 ? 1.0 - share : 1.0 + share);
}

// A box that slips falls behind, at a larger radius than those that it passes.
static bool addBox(SceneData *data, int32_t i) {
    static const char *const names[2] = {"inner", "outer"};
    char mesh[SCENE_TEXT_SIZE], name[SCENE_NAME_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%g,y=%g,z=%g", half, 0.6 * half, half);
    snprintf(name, sizeof name, "%s 0.%d", names[i % 2], (int)(10.0 * frictions[i / 2] + 0.5));
    SceneObject *box = AddSceneObject(data, name, mesh, SCENE_DYNAMIC);
    if (box == NULL) return false;
    double angle = 2.0 * pi * (i / 2) / COEFFICIENTS + (i % 2) * 0.25 * pi, from = getStart(data, i);
    cdVec3 place = {from * cdCos(angle), gap + thickness + 0.6 * half + 8e-6, -from * cdSin(angle)};
    box->pose = (cdPose){place, TurnAbout(0.0, 1.0, 0.0, angle)};
    box->angularVelocity = (cdVec3){0.0, data->params[PARAM_SPEED], 0.0};
    box->velocity = cdCross(box->angularVelocity, (cdVec3){place.x, 0.0, place.z});
    box->friction = frictions[i / 2] * frictions[i / 2];
    box->restitution = 0.0;
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.2, 1.9, 1.9}, .target = {0.0, 0.3, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 3.0, 0.0) == NULL) return false;
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:peg:half=%g,length=%g,sides=48", radius, 2.0 * thickness);
    SceneObject *table = AddSceneObject(data, "table", mesh, SCENE_KINEMATIC);
    if (table == NULL) return false;
    table->pose.p.y = gap;
    table->angularVelocity = (cdVec3){0.0, data->params[PARAM_SPEED], 0.0};
    table->friction = 1.0;
    table->restitution = 0.0;
    for (int32_t i = 0; i < BOX_COUNT; i++)
        if (!addBox(data, i)) return false;
    return AddStoryTime(data, 0.2, "Two boxes of each coefficient turn with the table") &&
           AddStoryTime(data, 1.0, "The box beyond u g / w^2 begins to slip") &&
           AddStoryTime(data, 3.0, "Those within it stay where they are");
}

// Returns a box's distance from the axis.
static double getDistance(const SceneRun *run, int32_t i) {
    cdVec3 place = GetRunState(run, FIRST_BOX + i).centroid;
    return sqrt(place.x * place.x + place.z * place.z);
}

static bool turn(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 3.0, message, messageSize)) return false;
    for (int32_t i = 0; i < BOX_COUNT; i++) {
        double start = getStart(run->data, i), way = getDistance(run, i) - start;
        double slip = run->data->params[PARAM_SHARE] * start;
        bool stays = i % 2 == 0;
        if (!ExpectBetween(run->data->objects[FIRST_BOX + i].name, way, stays ? -0.005 : slip,
                           stays ? 0.005 : INFINITY, message, messageSize))
            return false;
    }
    return true;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turn, message, messageSize);
}

const Scene sceneTurntable = {
    .group = "dynamics",
    .name = "turntable",
    .about =
        "Eight boxes of four friction coefficients u turn with a table. Of each coefficient, the box within "
        "u g / w^2 of the axis stays, and the one beyond slips off.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
