// Block dropped on two fingers: two sharp edges carry a block that falls tilted.
//
// It touches one tip, turns over it to the other, and settles on both: two contact lines, two points each,
// between an edge of the fingers and the block's bottom.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double halfHeight = 0.15;
enum { PARAM_TILT, PARAM_ASIDE, PARAM_BOUNCE };

static const SceneParam params[] = {
    {.label = "tilt", .unit = "rad", .initial = 0.25, .lower = -0.6, .upper = 0.6, .restarts = true},
    {.label = "offset", .unit = "m", .initial = 0.08, .lower = -0.9, .upper = 0.9, .restarts = true},
    {.label = "restitution", .initial = 0.3, .lower = 0.0, .upper = 1.0, .restarts = true}};

enum { BLOCK = 2 };

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.2, 1.2, 3.6}, .target = {0.0, 0.1, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 2.0, -0.66) == NULL) return false;
    if (AddSceneObject(data, "fingers", "builtin:fingers", SCENE_FIXED) == NULL) return false;
    SceneObject *block = AddSceneObject(data, "block", "builtin:box:x=0.9,y=0.15,z=0.25", SCENE_DYNAMIC);
    if (block == NULL) return false;
    block->pose =
        (cdPose){{data->params[PARAM_ASIDE], 0.7, 0.0}, TurnAbout(0.0, 0.0, 1.0, data->params[PARAM_TILT])};
    block->restitution = data->params[PARAM_BOUNCE];
    return AddStoryTime(data, 0.25, "Dropped with a tilt") &&
           AddStoryTime(data, 0.5, "It hits one tip first and turns") &&
           AddStoryTime(data, 4.0, "It rests on both: two lines with the normal of its bottom face");
}

static bool settle(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 4.0, message, messageSize)) return false;
    cdBodyState state = GetRunState(run, BLOCK);
    double upright = GetRunAxis(run, BLOCK).y, gap = state.centroid.y - halfHeight;
    // The gaps of both lines, at a distance of 1.2, lie in (0, 4 margins].
    return ExpectBetween("impacts", run->impactCount, 2.0, 200.0, message, messageSize) &&
           ExpectBetween("gap of the block", gap, 0.0, 4.0 * run->margin, message, messageSize) &&
           ExpectNear("tilt of the block", sqrt(fmax(0.0, 1.0 - upright * upright)), 0.0,
                      4.0 * run->margin / 1.2, message, messageSize) &&
           ExpectBetween("position of the block", state.centroid.x, -0.3, 0.3, message, messageSize) &&
           ExpectBetween("rests", state.asleep, 1.0, 1.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, settle, message, messageSize);
}

const Scene sceneDroppedOnTwoFingers = {
    .group = "dynamics",
    .name = "block dropped on two fingers",
    .about =
        "A tilted block falls on two sharp tips. It hits one, turns to the other, rocks back and forth and "
        "falls asleep on both.",
    .create = create,
    .params = params,
    .paramCount = sizeof params / sizeof params[0],
    .check = check,
};
