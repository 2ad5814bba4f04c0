// Dominoes: the first leans too far, and the last one falls.
//
// They stand on an arc, so each hits the next with an edge. Each is hit, tips over its edge, and comes down
// on the back of the next.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

static const double halfThick = 0.035, halfHigh = 0.25, gap = 1e-3, radius = 2.0, lean = 0.25;
enum { PARAM_COUNT, PARAM_SPACING };

static const SceneParam params[] = {
    {.label = "dominoes", .initial = 20.0, .lower = 2, .upper = 36, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "spacing", .unit = "m", .initial = 0.22, .lower = 0.14, .upper = 0.3, .restarts = true}};

// Places them along the arc, the middle one nearest to the viewer. The first stands on its lower edge.
static cdPose placeDomino(const SceneData *data, int32_t index) {
    double turn = data->params[PARAM_SPACING] / radius * (index - 0.5 * (data->params[PARAM_COUNT] - 1.0)),
           tilt = index == 0 ? lean : 0.0;
    cdQuat along = TurnAbout(0.0, 1.0, 0.0, turn);
    cdVec3 upright = {0.0, gap + halfHigh * cdCos(tilt) + halfThick * cdSin(tilt), 0.0};
    cdVec3 position = {radius * cdSin(turn), 0.0, radius * cdCos(turn)};
    return (cdPose){cdAdd(position, upright), cdMulQuat(along, TurnAbout(0.0, 0.0, 1.0, -tilt))};
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.7, 1.7, 5.3}, .target = {0.0, 0.1, 1.3}, .fov = 0.7};
    if (AddSceneFloor(data, 3.2, 0.0) == NULL) return false;
    for (int32_t i = 0; i < (int32_t)data->params[PARAM_COUNT]; i++) {
        SceneObject *domino = AddNumberedObject(data, "domino", i + 1, "builtin:box:x=0.035,y=0.25,z=0.12",
                                                placeDomino(data, i));
        if (domino == NULL) return false;
        domino->friction = 0.4;
        domino->restitution = 0.1;
    }
    return AddStoryTime(data, 0.4, "The first leans too far") &&
           AddStoryTime(data, 1.2, "Each knocks over the next") &&
           AddStoryTime(data, 2.2, "The wave runs along the arc") &&
           AddStoryTime(data, 5.0, "The last one has fallen");
}

static bool fall(SceneRun *run, char *message, size_t messageSize) {
    int32_t last = run->data->objectCount - 1;
    if (!AdvanceSceneRun(run, 0.4, message, messageSize) ||
        !ExpectNear("the last domino before it is hit", GetRunAxis(run, last).y, 1.0, 1e-4, message,
                    messageSize) ||
        !AdvanceSceneRun(run, 5.0, message, messageSize)) {
        return false;
    }
    for (int32_t i = 1; i <= last; i++) {
        if (!ExpectBetween(run->data->objects[i].name, GetRunAxis(run, i).y, -0.1, 0.8, message, messageSize))
            return false;
    }
    return true;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, fall, message, messageSize);
}

const Scene sceneDominoes = {
    .group = "dynamics",
    .name = "dominoes",
    .about =
        "Twenty dominoes stand on an arc. The first one leans too far and knocks over the next, and so on "
        "to the last. None stays upright, and no two ever overlap.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
