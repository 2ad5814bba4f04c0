// Net of rings: linked rings, held at four corners, catch a ball.
//
// The net has no joints: rings stay linked because none can pass through another.
#include "scenes/generators/ring_net.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double height = 1.6, radius = 0.5;
enum { PARAM_COUNT, PARAM_ROUGHNESS, PARAM_HEAVINESS };
enum { SEGMENTS = 12 };

static const SceneParam params[] = {
    {.label = "rings in a row",
     .initial = 5.0,
     .lower = 2,
     .upper = 12,
     .restarts = true,
     .kind = SCENE_WHOLE},
    {.label = "friction", .initial = 0.2, .lower = 0.0, .upper = 1.0, .restarts = true},
    {.label = "density of the ball",
     .unit = "kg/m^3",
     .initial = 0.5,
     .lower = 0.1,
     .upper = 10.0,
     .restarts = true}};

static bool create(SceneData *data) {
    const int32_t side = (int32_t)data->params[PARAM_COUNT];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {2.4, 3.4, 4.4}, .target = {0.0, 1.1, 0.0}, .fov = 0.7};
    RingNet net = {.columns = side,
                   .rows = side,
                   .segments = SEGMENTS,
                   .height = height,
                   .friction = data->params[PARAM_ROUGHNESS]};
    if (AddSceneFloor(data, 2.5, -0.6) == NULL || !AddRingNet(data, &net)) return false;
    char mesh[SCENE_TEXT_SIZE] = "builtin:icosphere:radius=0.5,level=3";
    SceneObject *ball = AddSceneObject(data, "ball", mesh, SCENE_DYNAMIC);
    if (ball == NULL) return false;
    ball->pose.p.y = height + 2.0 * radius;
    ball->density = data->params[PARAM_HEAVINESS];
    ball->friction = data->params[PARAM_ROUGHNESS];
    return AddStoryTime(data, 0.3, "The net falls into its links, the ball after it") &&
           AddStoryTime(data, 0.8, "The net catches the ball") &&
           AddStoryTime(data, 2.2, "The ball rolls out at a side, and no link opens");
}

// The ball is above the floor, which it would have hit after 0.74 s without the net. Later it rolls down
// along the net, and differences of rounding decide where it is.
static bool fall(SceneRun *run, char *message, size_t messageSize) {
    int32_t ball = run->data->objectCount - 1;
    if (!AdvanceSceneRun(run, 0.8, message, messageSize)) return false;
    return ExpectBetween("height of the ball", GetRunState(run, ball).pose.p.y, 0.0, height, message,
                         messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, fall, message, messageSize);
}

const Scene sceneNetOfRings = {
    .group = "dynamics",
    .name = "net of rings",
    .about =
        "Linked rings form a net that hangs from its four corners and catches a ball. They have no joints, "
        "only contacts between meshes that are not convex, and no link opens.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
