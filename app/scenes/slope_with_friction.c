// Slope: a rough block stays on it, a smooth one slides down.
//
// By Coulomb's law a block stays if its coefficient is above tan(angle); without friction it accelerates at
// g sin(angle), independent of the normal forces.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

static const double length = 4.0, half = 0.15, gap = 3e-4, upTo = 1.3; // upTo: position of the blocks along x
enum { PARAM_ANGLE, PARAM_ROUGHNESS };

static const SceneParam params[] = {
    {.label = "angle", .unit = "rad", .initial = 0.45, .lower = 0.05, .upper = 1.0, .restarts = true},
    {.label = "friction of the rough block", .initial = 0.8, .lower = 0.0, .upper = 2.0, .restarts = true}};

enum { ROUGH = 2, SMOOTH = 3, HALFWAY = 4 };

// Places a block on the slope, which has its foot at x = -length / 2.
static cdPose placeBlock(const SceneData *data, double z) {
    const double angle = data->params[PARAM_ANGLE];
    cdVec3 normal = {-cdSin(angle), cdCos(angle), 0.0};
    cdVec3 foot = {upTo, (upTo + 0.5 * length) * cdTan(angle), z};
    return (cdPose){cdMulAdd(foot, half + gap, normal), TurnAbout(0.0, 0.0, 1.0, angle)};
}

static bool addBlock(SceneData *data, const char *name, double z, double friction) {
    SceneObject *block = AddSceneObject(data, name, "builtin:box:x=0.2,y=0.15,z=0.2", SCENE_DYNAMIC);
    if (block == NULL) return false;
    block->pose = placeBlock(data, z);
    block->friction = friction;
    return true;
}

static bool create(SceneData *data) {
    const double angle = data->params[PARAM_ANGLE], roughness = data->params[PARAM_ROUGHNESS];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {-3.6, 3.6, 6.2}, .target = {-1.0, 0.5, 0.0}, .fov = 0.7};
    SceneObject *floor = AddSceneFloor(data, 5.0, -1e-3);
    if (floor == NULL) return false;
    floor->friction = 4.0;
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:slope:length=%.9g,height=%.9g,depth=2.4", length,
             length * cdTan(angle));
    SceneObject *slope = AddSceneObject(data, "slope", mesh, SCENE_FIXED);
    if (slope == NULL) return false;
    slope->friction = 1.0; // a pair uses the geometric mean, so the blocks' coefficients are squares
    return addBlock(data, "rough block", -0.7, roughness * roughness) &&
           addBlock(data, "smooth block", 0.0, 0.0) &&
           addBlock(data, "block between", 0.7, 0.25 * cdTan(angle) * cdTan(angle)) &&
           AddStoryTime(data, 0.5, "The smooth block accelerates at g sin(angle), the rough one stays") &&
           AddStoryTime(data, 1.0, "With half of tan(angle) a block accelerates half as much") &&
           AddStoryTime(data, 1.6, "On the floor nothing slows the smooth one") &&
           AddStoryTime(data, 2.6, "It is off the floor; the middle one stops");
}

// Returns a block's distance down the slope since the start.
static double getTravel(const SceneRun *run, int32_t object) {
    const double angle = run->data->params[PARAM_ANGLE];
    cdVec3 down = {-cdCos(angle), -cdSin(angle), 0.0};
    return cdDot(down, cdSub(GetRunState(run, object).centroid, run->data->objects[object].pose.p));
}

static bool slide(SceneRun *run, char *message, size_t messageSize) {
    const double angle = run->data->params[PARAM_ANGLE];
    const double time = 0.9, g = -run->data->gravity.y;
    if (!AdvanceSceneRun(run, 0.3, message, messageSize)) return false;
    double settled = getTravel(run, ROUGH);
    if (!AdvanceSceneRun(run, time, message, messageSize)) return false;
    double travel = 0.5 * g * cdSin(angle) * time * time;
    // Without friction only gravity acts along the slope, from the start. With half of tan(angle) the sliding
    // starts when the block has landed, after a fall of less than `late` seconds.
    double late = sqrt(2.0 * gap / (g * cdCos(angle)));
    return ExpectNear("travel of the smooth block", getTravel(run, SMOOTH), travel, 1e-4 * travel, message,
                      messageSize) &&
           ExpectNear("travel of the middle block", getTravel(run, HALFWAY), 0.5 * travel, g * late * time,
                      message, messageSize) &&
           AdvanceSceneRun(run, 3.0, message, messageSize) &&
           ExpectNear("travel of the rough block after it settled", getTravel(run, ROUGH) - settled, 0.0,
                      run->margin, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, slide, message, messageSize);
}

const Scene sceneSlope = {
    .group = "dynamics",
    .name = "slope",
    .about =
        "Three blocks on a slope. One with more friction than the tangent of its angle stays. One without "
        "friction accelerates at g sin(angle), and one between the two at half of that.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
