// Many obstacles: drag a torus knot among 96 fixed shapes; the broad phase selects those within reach.
#include "scenes/scene_resolve.h"
#include <stdio.h>

enum { COLUMNS = 6, ROWS = 4, LAYERS = 4, MESH_COUNT = 8 };

static const char *const meshes[MESH_COUNT] = {
    "builtin:icosphere:level=3", "builtin:gear",      "builtin:torus",
    "builtin:l-shape",           "builtin:ring",      "builtin:box:y=0.5,z=0.7",
    "builtin:teapot:segments=4", "builtin:torus-knot"};

static const double spacing = 1.7;

// Scattered positions, the same in every run, from golden-ratio sequences.
static double getScatter(int32_t index, double step) {
    double value = (index + 1) * step;
    return value - floor(value);
}

static cdPose placeObstacle(int32_t index) {
    int32_t column = index % COLUMNS, row = index / COLUMNS % ROWS, layer = index / (COLUMNS * ROWS);
    cdVec3 jitter = {getScatter(index, 0.6180339887) - 0.5, getScatter(index, 0.7548776662) - 0.5,
                     getScatter(index, 0.5698402910) - 0.5};
    cdVec3 grid = {spacing * (column - 0.5 * (COLUMNS - 1)), spacing * (row - 0.5 * (ROWS - 1)),
                   spacing * (layer - 0.5 * (LAYERS - 1))};
    cdVec3 axis = cdNormalize(cdAdd(jitter, (cdVec3){0.1, 0.2, 0.3}));
    return (cdPose){cdMulAdd(grid, 0.35, jitter), cdMakeQuat(axis, 6.28 * getScatter(index, 0.8191725134))};
}

static cdPose placeKnot(double x, double y, double z, double turn) {
    return (cdPose){{x, y, z}, cdMakeQuat(cdNormalize((cdVec3){1.0, 1.0, 0.0}), turn)};
}

static bool addStory(SceneData *data, int32_t knot) {
    const cdPose left = placeKnot(-6.5, 0.8, 0.7, 0.0), right = placeKnot(6.5, 0.7, 0.9, 1.2);
    const cdPose front = placeKnot(-3.0, 1.5, 5.5, 0.4), past = placeKnot(2.0, 1.6, 4.6, 1.0);
    const cdPose into = placeKnot(-2.5, 0.8, -5.5, 1.4);
    return AddStoryStep(data, knot, SCENE_CONTINUOUS, front, past, CD_FREE, "Past the field: free") &&
           AddStoryStep(data, knot, SCENE_DISCRETE, left, right, CD_FREE,
                        "Discrete: passes through the whole field in one step, undetected") &&
           AddStoryStep(data, knot, SCENE_CONTINUOUS, left, right, CD_CONTACT,
                        "Continuous: the first obstacle stops it") &&
           AddStoryStep(data, knot, SCENE_CONTINUOUS, front, into, CD_CONTACT,
                        "Continuous: from the front, another obstacle stops it");
}

static bool create(SceneData *data) {
    data->camera = (SceneCamera){.eye = {-6.5, 3.4, 9.5}, .target = {-0.6, 0.1, 0.0}, .fov = 0.7};
    for (int32_t i = 0; i < COLUMNS * ROWS * LAYERS; i++) {
        char name[SCENE_NAME_SIZE];
        snprintf(name, sizeof name, "obstacle %d", (int)i + 1);
        SceneObject *obstacle = AddSceneObject(data, name, meshes[i % MESH_COUNT], SCENE_FIXED);
        if (obstacle == NULL) return false;
        obstacle->normalize = true;
        obstacle->scale = 0.55;
        obstacle->pose = placeObstacle(i);
    }
    SceneObject *knot =
        AddSceneObject(data, "knot", "builtin:torus-knot:segments=256,tube=0.1", SCENE_DRIVEN);
    if (knot == NULL) return false;
    knot->normalize = true;
    knot->scale = 0.8;
    knot->pose = placeKnot(-6.5, 0.8, 0.7, 0.0);
    return addStory(data, data->objectCount - 1);
}

const Scene sceneManyObstacles = {
    .group = "many",
    .name = "many obstacles",
    .about =
        "Drag the torus knot through a field of 96 fixed shapes. The first obstacle on its path stops it, "
        "and the others cost almost nothing.",
    .create = create,
    .check = CheckSceneStory,
};
