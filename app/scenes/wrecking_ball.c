// Wrecking ball: a heavy ball on a chain of rings swings into a wall of bricks.
//
// The chain has no joints: contacts between non-convex rings carry the ball. The wall is many small bodies
// that a much heavier one hits, with friction between all.
#include "scenes/generators/brick_wall.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double height = 3.3, radius = 0.4;
enum { PARAM_COLUMNS, PARAM_ROWS, PARAM_HEAVINESS };
enum { LINKS = 6 };

static const SceneParam params[] = {
    {.label = "bricks in a row",
     .initial = 6.0,
     .lower = 1,
     .upper = 16,
     .restarts = true,
     .kind = SCENE_WHOLE},
    {.label = "rows", .initial = 8.0, .lower = 1, .upper = 16, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "density of the ball",
     .unit = "kg/m^3",
     .initial = 5.0,
     .lower = 0.5,
     .upper = 20.0,
     .restarts = true}};

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {4.2, 2.3, 4.6}, .target = {0.0, 1.2, 0.6}, .fov = 0.8};
    SceneObject *floor = AddSceneFloor(data, 4.0, 0.0);
    if (floor == NULL) return false;
    BrickWall wall = {.columns = (int32_t)data->params[PARAM_COLUMNS],
                      .rows = (int32_t)data->params[PARAM_ROWS],
                      .half = {0.25, 0.125, 0.125},
                      .friction = 0.5};
    WreckingBall ball = {.links = LINKS,
                         .pivot = {0.0, height + radius, 0.6},
                         .radius = radius,
                         .lift = 1.0,
                         .density = data->params[PARAM_HEAVINESS]};
    return AddBrickWall(data, &wall) && AddWreckingBall(data, &ball) &&
           AddStoryTime(data, 0.5, "The ball swings down on its chain") &&
           AddStoryTime(data, 0.9, "It hits the wall") &&
           AddStoryTime(data, 1.6, "Bricks fly, and none overlaps another") &&
           AddStoryTime(data, 5.0, "The chain still holds the ball");
}

// The ball breaks the wall and stays on its chain.
static bool swing(SceneRun *run, char *message, size_t messageSize) {
    int32_t last = run->data->objectCount - 1, lowest = 1;
    if (!AdvanceSceneRun(run, 1.3, message, messageSize)) return false;
    double moved = 0.0;
    for (int32_t i = lowest; run->data->objects[i].body == SCENE_DYNAMIC; i++)
        moved = fmax(moved, cdLength(cdSub(GetRunState(run, i).pose.p, run->data->objects[i].pose.p)));
    WreckingBall ball = {.links = LINKS, .radius = radius};
    cdVec3 arm = cdSub(GetRunState(run, last).pose.p, (cdVec3){0.0, height + radius, 0.6});
    return ExpectBetween("travel of a brick", moved, 0.3, 20.0, message, messageSize) &&
           ExpectBetween("distance of the ball from the bar", cdLength(arm), 0.8 * GetWreckingReach(&ball),
                         1.2 * GetWreckingReach(&ball), message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, swing, message, messageSize);
}

const Scene sceneWreckingBall = {
    .group = "dynamics",
    .name = "wrecking ball",
    .about =
        "A heavy ball on a chain of six rings swings into a wall of bricks. The chain has no joints, only "
        "contacts, and the bricks have no mortar, only friction. No two bodies overlap after any step.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
