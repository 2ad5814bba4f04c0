// Arch of stones: wedge stones without mortar stand as a catenary.
//
// The line of thrust runs through the middles of the joints, so contact forces and little friction carry the
// arch. A stone that creeps, or contact forces that are not solved, bring it down.
#include "scenes/generators/stone_arch.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double span = 3.2, rise = 1.7, thickness = 0.4, depth = 0.6;
enum { PARAM_STONES, PARAM_ROUGHNESS };
enum { FIRST = 2 }; // after the springers

static const SceneParam params[] = {
    {.label = "stones", .initial = 17.0, .lower = 2, .upper = 101, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "friction", .initial = 0.5, .lower = 0.0, .upper = 1.0, .restarts = true}};

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.9, 2.3, 5.2}, .target = {0.0, 0.95, 0.0}, .fov = 0.7};
    StoneArch arch = {.stones = (int32_t)data->params[PARAM_STONES],
                      .span = span,
                      .rise = rise,
                      .thickness = thickness,
                      .depth = depth,
                      .friction = data->params[PARAM_ROUGHNESS]};
    return AddStoneArch(data, &arch) && AddSceneFloor(data, 2.6, 0.0) != NULL &&
           AddStoryTime(data, 0.5, "The stones settle onto each other") &&
           AddStoryTime(data, 10.0, "Contact forces alone carry the arch") &&
           AddStoryTime(data, 60.0, "After a minute it still stands");
}

// The stones settle by a few gaps each, then stand.
static bool stand(SceneRun *run, char *message, size_t messageSize) {
    int32_t crown = FIRST + (int32_t)run->data->params[PARAM_STONES] / 2;
    double start = run->data->objects[crown].pose.p.y;
    if (!AdvanceSceneRun(run, 1.0, message, messageSize)) return false;
    double settled = GetRunState(run, crown).pose.p.y, sag = 20.0 * run->margin;
    return ExpectNear("height of the crown after it settled", settled, start, sag, message, messageSize) &&
           AdvanceSceneRun(run, 10.0, message, messageSize) &&
           ExpectNear("height of the crown after ten seconds", GetRunState(run, crown).pose.p.y, settled,
                      run->margin, message, messageSize) &&
           ExpectNear("time lost", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, stand, message, messageSize);
}

const Scene sceneArchOfStones = {
    .group = "dynamics",
    .name = "arch of stones",
    .about =
        "Seventeen wedge stones without mortar stand as an arch between two fixed blocks. Its shape is a "
        "catenary, so every stone presses straight onto the next. Pull one out with the mouse.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
