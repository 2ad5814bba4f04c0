// House of cards: tents of two leaning cards, held by friction alone.
//
// Each foot pushes outwards with a third of its load or less. Below a coefficient of that, or with a contact
// force on the wrong side of a thin edge, the house collapses.
#include "scenes/generators/card_house.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double length = 0.8, width = 0.55, thickness = 0.02;
enum { PARAM_LEVELS, PARAM_ROUGHNESS, PARAM_LEAN };

static const SceneParam params[] = {
    {.label = "levels", .initial = 3.0, .lower = 1, .upper = 5, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "friction", .initial = 0.5, .lower = 0.0, .upper = 1.0, .restarts = true},
    {.label = "lean", .unit = "rad", .initial = 0.3, .lower = 0.1, .upper = 0.6, .restarts = true}};

static bool create(SceneData *data) {
    const double levels = data->params[PARAM_LEVELS];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.55 * levels, 0.3 + 0.4 * levels, 0.6 + 1.25 * levels},
                                 .target = {0.0, 0.37 * levels, 0.0},
                                 .fov = 0.7};
    CardHouse house = {.levels = (int32_t)levels,
                       .length = length,
                       .width = width,
                       .thickness = thickness,
                       .lean = data->params[PARAM_LEAN],
                       .friction = data->params[PARAM_ROUGHNESS]};
    SceneObject *floor = AddSceneFloor(data, 0.6 + 0.5 * levels, 0.0);
    if (floor == NULL) return false;
    floor->friction = data->params[PARAM_ROUGHNESS];
    return AddCardHouse(data, &house) && AddStoryTime(data, 0.5, "The cards settle against each other") &&
           AddStoryTime(data, 10.0, "Friction alone holds the house") &&
           AddStoryTime(data, 60.0, "After a minute it still stands");
}

// No card moves by more than its thickness.
static bool stand(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 10.0, message, messageSize)) return false;
    for (int32_t i = 1; i < run->data->objectCount; i++) {
        double moved = cdLength(cdSub(GetRunState(run, i).pose.p, run->data->objects[i].pose.p));
        if (!ExpectBetween("travel of a card", moved, 0.0, thickness, message, messageSize)) return false;
    }
    return ExpectNear("time lost", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, stand, message, messageSize);
}

const Scene sceneHouseOfCards = {
    .group = "dynamics",
    .name = "house of cards",
    .about =
        "Three levels of cards lean against each other and stand, held by contact forces and friction alone. "
        "With less friction, or leaning more, the house collapses. Flick a card with the mouse.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};
