// Linked rings: a chain of rings, each through the next, hangs from a bar and swings.
//
// The chain has no joints: the rings stay linked because none can pass through another. All contacts are
// between non-convex surfaces.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include <stdio.h>

static const double major = 0.25, minor = 0.05, barHalf = 0.045, barHeight = 3.0;
static const double barLong = 0.6, space = 1e-3; // space between a post and its neighbours
static const double pitch = 0.37; // between neighbours at the start, less than 2 (major - minor): loose
enum { PARAM_COUNT, PARAM_SWING, PARAM_ROUGHNESS };

static const SceneParam params[] = {
    {.label = "rings", .initial = 7.0, .lower = 2, .upper = 12, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "swing", .unit = "rad", .initial = 0.9, .lower = -1.5, .upper = 1.5, .restarts = true},
    {.label = "friction", .initial = 0.2, .lower = 0.0, .upper = 1.0, .restarts = true}};

enum { BAR = 0, FIRST = 4 }; // between them the floor, below the chain's reach, and the posts

// The chain hangs straight, turned by `swing` about the bar; every other ring is turned about the chain.
static cdPose placeRing(const SceneData *data, int32_t index) {
    cdQuat aside = TurnAbout(0.0, 0.0, 1.0, data->params[PARAM_SWING]);
    double down = 0.5 * (major - minor + barHalf) + pitch * index;
    cdQuat facing = index % 2 == 0 ? TurnAbout(1.0, 0.0, 0.0, 0.5 * 3.14159265358979323846)
                                   : TurnAbout(0.0, 0.0, 1.0, 0.5 * 3.14159265358979323846);
    cdVec3 position = cdAdd((cdVec3){0.0, barHeight, 0.0}, cdRotate(aside, (cdVec3){0.0, -down, 0.0}));
    return (cdPose){position, cdMulQuat(aside, facing)};
}

// Posts from the ends of the bar to the floor keep a drag from taking the chain off the bar.
static bool addPosts(SceneData *data, double floor) {
    double half = 0.5 * (barHeight + barHalf - floor - space);
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%.9g,y=%.9g,z=%.9g", barHalf, half, barHalf);
    for (int32_t side = -1; side <= 1; side += 2) {
        SceneObject *post = AddSceneObject(data, side < 0 ? "back post" : "front post", mesh, SCENE_FIXED);
        if (post == NULL) return false;
        post->pose.p = (cdVec3){0.0, floor + space + half, side * (barLong + space + barHalf)};
    }
    return true;
}

static bool create(SceneData *data) {
    const double count = data->params[PARAM_COUNT];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {2.8, 2.4, 4.6}, .target = {0.3, 1.75, 0.0}, .fov = 0.7};
    SceneObject *bar = AddSceneObject(data, "bar", "builtin:box:x=0.045,y=0.045,z=0.6", SCENE_FIXED);
    if (bar == NULL) return false;
    bar->pose.p.y = barHeight;
    double floor = barHeight - 0.5 - 2.0 * (major - minor) * count;
    if (AddSceneFloor(data, 2.0, floor) == NULL || !addPosts(data, floor)) return false;
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:torus:major=%g,minor=%g,segments=16", major, minor);
    for (int32_t i = 0; i < (int32_t)count; i++) {
        SceneObject *ring = AddNumberedObject(data, "ring", i + 1, mesh, placeRing(data, i));
        if (ring == NULL) return false;
        ring->friction = data->params[PARAM_ROUGHNESS];
        ring->restitution = 0.2;
    }
    return AddStoryTime(data, 0.3, "Released from the side: the rings fall into their links") &&
           AddStoryTime(data, 0.8, "The chain is taut and swings about the bar") &&
           AddStoryTime(data, 2.0, "It swings back") && AddStoryTime(data, 4.0, "No link opens");
}

// True if two circles are linked: the plane of the first meets the other circle in two points, and exactly
// one of them is within the first.
static bool areLinked(const SceneRun *run, int32_t a, int32_t b) {
    cdVec3 axisA = GetRunAxis(run, a), axisB = GetRunAxis(run, b);
    cdVec3 between = cdSub(GetRunState(run, b).centroid, GetRunState(run, a).centroid);
    cdVec3 along = cdNormalize(cdCross(axisB, axisA)); // in both planes
    cdVec3 up = cdCross(along, axisB);
    double height = -cdDot(between, axisA) / cdDot(up, axisA);
    double width = sqrt(fmax(0.0, major * major - height * height));
    int32_t within = 0;
    for (int32_t side = -1; side <= 1; side += 2) {
        cdVec3 point = cdMulAdd(cdMulAdd(between, height, up), side * width, along);
        within += fabs(height) < major && cdLength(point) < major;
    }
    return within == 1;
}

static bool expectLinks(const SceneRun *run, char *message, size_t messageSize) {
    for (int32_t i = FIRST + 1; i < run->data->objectCount; i++) {
        if (areLinked(run, i - 1, i)) continue;
        snprintf(message, messageSize, "\"%s\" is not through \"%s\" at %.6g s", run->data->objects[i].name,
                 run->data->objects[i - 1].name, run->time);
        return false;
    }
    return true;
}

static bool swingAll(SceneRun *run, char *message, size_t messageSize) {
    if (!expectLinks(run, message, messageSize)) return false;
    for (int32_t i = 1; i <= 16; i++) {
        if (!AdvanceSceneRun(run, 0.125 * i, message, messageSize) || !expectLinks(run, message, messageSize))
            return false;
    }
    cdVec3 first = GetRunState(run, FIRST).centroid, bar = run->data->objects[BAR].pose.p;
    // The ring is around the bar: its centre is within its inner radius of the bar's edge.
    first.z = bar.z;
    return ExpectBetween("distance of the first ring from the bar", cdLength(cdSub(first, bar)), 0.0,
                         major - minor + barHalf, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, swingAll, message, messageSize);
}

const Scene sceneLinkedRings = {
    .group = "dynamics",
    .name = "linked rings",
    .about =
        "Seven rings, each through the next, hang from a frame and swing. They have no joints, only contacts, "
        "and the chain never opens. Pull the last ring with the mouse, as hard as you like.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
