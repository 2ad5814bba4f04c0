// Euler's disk: it rolls on its rim around its own centre, ever faster as it comes to lie flat.
//
// With the radius r, the height h, the moments of inertia C about the axis and A across it, per mass, and the
// lean a of the disk from flat, the contact runs around a centre that stays in place at the rate W, where
// W^2 (A sin(a) cos(a) - C sin(a)^2 h / (2 r)) = g (r cos(a) - h sin(a) / 2). For a thin disk that is
// Moffatt's W^2 sin(a) = 4 g / r (Nature 404, 2000). The rim is a polygon: each corner that comes down takes
// energy, so the disk sinks and W grows until it lies.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

static const double apothem = 0.3, height = 0.05, pi = 3.14159265358979323846;
static const int sides = 64;

enum { FLOOR, DISK };
enum { PARAM_LEAN };

static const SceneParam params[] = {
    {.label = "lean", .unit = "rad", .initial = 0.35, .lower = 0.1, .upper = 1.0, .restarts = true}};

// Returns the contact's rate of a disk that leans by `lean`, radians / s, as above.
static double getRate(double gravity, double lean) {
    double r = apothem / cdCos(pi / sides), c = r * r * (2.0 + cdCos(2.0 * pi / sides)) / 6.0;
    double across = 0.5 * c + height * height / 12.0, s = cdSin(lean);
    double inertia = across * s * cdCos(lean) - c * s * s * height / (2.0 * r);
    return sqrt(gravity * (r * cdCos(lean) - 0.5 * height * s) / inertia);
}

// The lowest corner touches the floor. The spin is parallel to the line from the centre to it, and has the
// component -W sin(a) along the disk's line of slope.
static bool addDisk(SceneData *data) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:peg:half=%g,length=%g,sides=%d", apothem, height, sides);
    SceneObject *disk = AddSceneObject(data, "disk", mesh, SCENE_DYNAMIC);
    if (disk == NULL) return false;
    double lean = data->params[PARAM_LEAN], r = apothem / cdCos(pi / sides);
    cdQuat turn = cdMulQuat(TurnAbout(0.0, 0.0, 1.0, -lean), TurnAbout(0.0, 1.0, 0.0, pi / sides));
    cdVec3 contact = cdRotate(TurnAbout(0.0, 0.0, 1.0, -lean), (cdVec3){r, -0.5 * height, 0.0});
    disk->pose = (cdPose){{0.0, 1e-4 - contact.y, 0.0}, turn};
    disk->angularVelocity = cdScale(-getRate(-data->gravity.y, lean) * cdSin(lean) / r, contact);
    disk->friction = 1.0;
    disk->restitution = 0.0;
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.75, 0.65, 1.0}, .target = {0.0, 0.08, 0.0}, .fov = 0.7};
    SceneObject *floor = AddSceneFloor(data, 1.0, 0.0);
    if (floor == NULL) return false;
    floor->friction = 1.0;
    floor->restitution = 0.0;
    return addDisk(data) && AddStoryTime(data, 0.5, "The disk rolls on its rim around its own centre") &&
           AddStoryTime(data, 2.5, "It sinks, and its contact runs around faster") &&
           AddStoryTime(data, 4.0, "It lies flat");
}

// --- Check

// Means of a time: the rate at which the contact runs around, that of the closed form, and the lean.
typedef struct DiskRates {
    double measured, expected, lean;
} DiskRates;

// Advances in steps of a 60th of a second; in one the contact runs around by less than half a turn.
static bool measureRates(SceneRun *run, double time, DiskRates *rates, char *message, size_t messageSize) {
    cdVec3 axis = GetRunAxis(run, DISK);
    double begin = run->time, around = 0.0, heading = cdAtan2(-axis.z, axis.x);
    int32_t count = (int32_t)ceil(60.0 * time);
    *rates = (DiskRates){0};
    for (int32_t i = 1; i <= count; i++) {
        if (!AdvanceSceneRun(run, begin + time * i / count, message, messageSize)) return false;
        axis = GetRunAxis(run, DISK);
        double now = cdAtan2(-axis.z, axis.x), lean = cdAcos(fmin(axis.y, 1.0));
        around += remainder(now - heading, 2.0 * pi);
        heading = now;
        rates->lean += lean / count;
        rates->expected += getRate(-run->data->gravity.y, lean) / count;
    }
    rates->measured = around / time;
    return true;
}

// While it sinks the contact runs faster and faster, near the rate of a round disk whose centre stays in
// place: it is slower by some percent since the disk has corners and its centre comes to move in a circle.
static bool spinDown(SceneRun *run, char *message, size_t messageSize) {
    DiskRates before = {.lean = run->data->params[PARAM_LEAN]}, now;
    for (int32_t i = 0; i < 5; i++, before = now) {
        if (!measureRates(run, 0.4, &now, message, messageSize) ||
            !ExpectBetween("rate of the contact over the closed form", now.measured / now.expected, 0.9, 1.0,
                           message, messageSize) ||
            !ExpectBetween("growth of the rate", now.measured - before.measured, 0.0, 40.0, message,
                           messageSize) ||
            !ExpectBetween("lean", now.lean, 0.05, before.lean, message, messageSize))
            return false;
    }
    return AdvanceSceneRun(run, 5.0, message, messageSize) &&
           ExpectNear("axis of the disk at the end", GetRunAxis(run, DISK).y, 1.0, 1e-6, message,
                      messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, spinDown, message, messageSize);
}

const Scene sceneEulerDisk = {
    .group = "dynamics",
    .name = "Euler's disk",
    .about =
        "A disk rolls on its rim around its own centre. The flatter it lies, the faster the contact runs "
        "around, as W^2 sin(a) = 4 g / r for a thin disk. Its rim has corners, which take its energy.",
    .create = create,
    .params = params,
    .paramCount = 1,
    .check = check,
};
