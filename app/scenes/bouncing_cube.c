// Bouncing cube: dropped flat, it rebounds to e^2 of its height, again and again, and then falls asleep.
//
// The closed form: the fall from h takes sqrt(2 h / g); the impact reverses the speed, times the restitution
// e, at all four corners at once, so the cube does not rotate.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double half = 0.25, drop = 1.0; // half side of the cube, height of its bottom
enum { PARAM_BOUNCE };

static const SceneParam params[] = {
    {.label = "restitution", .initial = 0.7, .lower = 0.0, .upper = 1.0, .restarts = true}};

enum { CUBE = 1 };

static bool create(SceneData *data) {
    const double bounce = data->params[PARAM_BOUNCE];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.4, 1.2, 3.2}, .target = {0.0, 0.55, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 1.2, 0.0) == NULL) return false;
    SceneObject *cube = AddSceneObject(data, "cube", "builtin:box:x=0.25,y=0.25,z=0.25", SCENE_DYNAMIC);
    if (cube == NULL) return false;
    cube->pose = (cdPose){{0.0, drop + half, 0.0}, TurnAbout(0.0, 1.0, 0.0, 0.35)};
    cube->restitution = bounce;
    double fall = sqrt(2.0 * drop / -data->gravity.y);
    return AddStoryTime(data, fall, "It falls for sqrt(2 h / g) and lands on its whole bottom") &&
           AddStoryTime(data, fall * (1.0 + bounce) + 1e-3, "It rebounds to e^2 of the height") &&
           AddStoryTime(data, fall * (1.0 + 2.0 * bounce + bounce * bounce) + 2e-3, "Then to e^4") &&
           AddStoryTime(data, 4.0, "The bounces end, and it rests on four corners");
}

// Finds the time and speed of the first impact in the world's events. Returns false if none comes in time.
static bool findImpact(SceneRun *run, cdContactEvent *impact, char *message, size_t messageSize) {
    while (run->time < 1.0) {
        if (!AdvanceSceneRun(run, run->time + run->dt, message, messageSize)) return false;
        int32_t count = 0;
        const cdContactEvent *events = cdGetContactEvents(run->sceneWorld.world, &count);
        for (int32_t i = 0; i < count; i++) {
            *impact = events[i];
            if (impact->kind == CD_EVENT_IMPACT) return true;
        }
    }
    return ExpectBetween("impacts of the cube", 0.0, 1.0, 1.0, message, messageSize);
}

static bool followBounce(SceneRun *run, char *message, size_t messageSize) {
    const double bounce = run->data->params[PARAM_BOUNCE];
    double g = -run->data->gravity.y, fall = sqrt(2.0 * drop / g), speed = g * fall;
    cdContactEvent impact = {0};
    if (!findImpact(run, &impact, message, messageSize)) return false;
    // The stop keeps a gap of at most 4 margins, which the cube has not yet fallen.
    double early = 4.0 * run->margin;
    if (!ExpectNear("time of the impact", impact.time, fall, early / speed, message, messageSize) ||
        !ExpectNear("speed of the impact", impact.speed, speed, g * early / speed, message, messageSize)) {
        return false;
    }
    cdBodyState state = GetRunState(run, CUBE);
    double apex = state.centroid.y - half + 0.5 * state.velocity.y * state.velocity.y / g;
    double expected = bounce * bounce * drop;
    return ExpectNear("height of the rebound", apex, expected, 2.0 * early, message, messageSize) &&
           ExpectNear("rotation after it", cdLength(state.angularVelocity), 0.0, 1e-6, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneRun run;
    bool good = OpenSceneRun(&run, data, meshes, message, messageSize) &&
                followBounce(&run, message, messageSize) && AdvanceSceneRun(&run, 6.0, message, messageSize);
    if (good) {
        cdBodyState state = GetRunState(&run, CUBE);
        good = ExpectBetween("gap of the resting contact", state.centroid.y - half, 1e-3 * run.margin,
                             4.0 * run.margin, message, messageSize) &&
               ExpectBetween("rests", state.asleep, 1.0, 1.0, message, messageSize);
    }
    CloseSceneRun(&run);
    return good;
}

const Scene sceneBouncingCube = {
    .group = "dynamics",
    .name = "bouncing cube",
    .about =
        "A cube falls flat on the floor. It rebounds to the square of the restitution times its height, "
        "without rotation, then to the fourth power, and so on. It falls asleep when a bounce would last no "
        "longer than two steps.",
    .create = create,
    .params = params,
    .paramCount = 1,
    .check = check,
};
