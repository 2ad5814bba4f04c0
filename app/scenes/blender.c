// Blender: a rotor with two arms turns at the bottom of a drum and stirs 25 bodies.
//
// The drum is an upright ring on the floor, which nothing leaves. The rotor is a kinematic body: it pushes
// those before it and turns at its own speed. Its arms have slanting sides that lift the bodies over them:
// upright ones would press them into a rigid ring, and stop. The bodies come to turn about the drum's axis as
// the rotor does.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { FLOOR, DRUM, ROTOR, FIRST_BODY, BODIES = 25, PER_LAYER = 7 };
enum { PARAM_SPEED };

static const double inner = 0.7, height = 0.45, arm = 0.45, pi = 3.14159265358979323846;

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 4.0, .lower = -12.0, .upper = 12.0, .restarts = true}};

static bool addDrum(SceneData *data) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:ring:outer=%g,inner=%g,height=%g,segments=16", inner + 0.06, inner,
             height);
    SceneObject *drum = AddSceneObject(data, "drum", mesh, SCENE_FIXED);
    if (drum == NULL) return false;
    drum->pose.p.y = 0.5 * height;
    drum->transparent = true;
    drum->friction = 0.1;
    SceneObject *rotor = AddSceneObject(data, "rotor", "", SCENE_KINEMATIC);
    if (rotor == NULL) return false;
    rotor->pose.p.y = 0.042;
    rotor->angularVelocity = (cdVec3){0.0, data->params[PARAM_SPEED], 0.0};
    rotor->friction = 0.1;
    rotor->restitution = 0.0;
    SceneShape shapes[2] = {{.pose = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, .scale = 1.0, .density = 1.0}};
    shapes[1] = shapes[0];
    snprintf(shapes[0].mesh, sizeof shapes[0].mesh,
             "builtin:voussoir:width=0.14,height=0.08,depth=%g,left=-0.8,right=-0.8", 2.0 * arm);
    snprintf(shapes[1].mesh, sizeof shapes[1].mesh, "builtin:peg:half=0.08,length=0.08,sides=12");
    return SetSceneShapes(data, rotor, shapes, 2);
}

// Four kinds of bodies, in layers of one in the middle and six around it, turned at random.
static bool addBody(SceneData *data, int32_t i) {
    static const char *const meshes[4] = {
        "builtin:box:x=0.06,y=0.06,z=0.06", "builtin:icosphere:radius=0.075,level=0",
        "builtin:peg:half=0.055,length=0.14,sides=6", "builtin:box:x=0.09,y=0.05,z=0.04"};
    int32_t place = i % PER_LAYER, layer = i / PER_LAYER;
    double angle = 2.0 * pi * (place + 0.5 * layer) / (PER_LAYER - 1),
           from = place == PER_LAYER - 1 ? 0.0 : 0.38;
    cdPose pose = {{from * cdCos(angle), 0.25 + 0.17 * layer, from * cdSin(angle)},
                   TurnAbout(GetScatter(i, 0) - 0.5, GetScatter(i, 1) - 0.5, 0.3, 6.0 * GetScatter(i, 2))};
    SceneObject *body = AddNumberedObject(data, "body", i + 1, meshes[i % 4], pose);
    if (body == NULL) return false;
    body->friction = 0.1;
    body->restitution = 0.0;
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.9, 1.6, 1.35}, .target = {0.0, 0.15, 0.0}, .fov = 0.7};
    SceneObject *floor = AddSceneFloor(data, 1.2, -0.001);
    if (floor == NULL) return false;
    floor->friction = 0.1;
    if (!addDrum(data)) return false;
    for (int32_t i = 0; i < BODIES; i++)
        if (!addBody(data, i)) return false;
    return AddStoryTime(data, 0.5, "25 bodies fall onto a rotor in a drum") &&
           AddStoryTime(data, 3.0, "The rotor stirs them, and none of them ever overlap");
}

// Returns the angular momentum of the bodies about the drum's axis, y; -INFINITY if one has left the drum.
static double getSwirl(const SceneRun *run) {
    double swirl = 0.0;
    for (int32_t i = 0; i < BODIES; i++) {
        cdBodyState body = GetRunState(run, FIRST_BODY + i);
        bool within = hypot(body.centroid.x, body.centroid.z) < inner && body.centroid.y > 0.0;
        if (!within) return -INFINITY;
        swirl += body.mass * cdCross(body.centroid, body.velocity).y;
    }
    return swirl;
}

// The rotor turns by its speed times the time, less a tenth of a second at most: it waits for a moment where
// a body falls between it and the floor. The swirl comes and goes as the bodies hit each other, so its mean
// counts: 0.003 to 0.007 in 80 starts, 0 if the rotor stirs nothing.
static bool stir(SceneRun *run, char *message, size_t messageSize) {
    enum { INSTANTS = 5 };
    const double speed = run->data->params[PARAM_SPEED];
    double swirl = 0.0;
    for (int32_t i = 1; i <= INSTANTS; i++) {
        if (!AdvanceSceneRun(run, 0.25 * i, message, messageSize)) return false;
        swirl += getSwirl(run) / INSTANTS;
        cdVec3 along = cdRotate(GetRunState(run, ROTOR).pose.q, (cdVec3){1.0, 0.0, 0.0});
        double lag = remainder(speed * run->time - cdAtan2(-along.z, along.x), 2.0 * pi);
        if (!ExpectBetween("lag of the rotor", lag, -1e-9, 0.1 * speed, message, messageSize)) return false;
    }
    if (!ExpectBetween("mean swirl of the bodies", swirl, 0.001, INFINITY, message, messageSize))
        return false;
    return ExpectNear("time for which bodies were blocked", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, stir, message, messageSize);
}

const Scene sceneBlender = {
    .group = "dynamics",
    .name = "blender",
    .about = "A rotor stirs 25 bodies of four kinds in a drum. It pushes them, they push each other, and "
             "nothing overlaps or leaves the drum.",
    .create = create,
    .params = params,
    .paramCount = 1,
    .check = check,
};
