// Spinning blade: a fan blade turns about its centre, between posts. Its origin does not move, but its tips
// do.
#include "scenes/scene_resolve.h"
#include "shapes/elementary.h"
#include <stdlib.h>

enum { PARAM_RATE };

static const SceneParam params[] = {
    {.label = "rate", .unit = "rad/s", .initial = 50.0, .lower = 0.5, .upper = 150.0}};

static cdPose placeBlade(double turn) {
    return (cdPose){{0.0, 0.0, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn)};
}

static bool addStory(SceneData *data, int32_t blade) {
    return AddStoryStep(data, blade, SCENE_CONTINUOUS, placeBlade(0.0), placeBlade(0.3), CD_FREE,
                        "A small turn between the posts: free") &&
           AddStoryStep(data, blade, SCENE_DISCRETE, placeBlade(0.0), placeBlade(1.5), CD_FREE,
                        "Discrete: a quarter turn passes through the posts, undetected") &&
           AddStoryStep(data, blade, SCENE_CONTINUOUS, placeBlade(0.0), placeBlade(1.5), CD_CONTACT,
                        "Continuous: the tip stops at the post") &&
           AddStoryStep(data, blade, SCENE_CONTINUOUS, placeBlade(0.0), placeBlade(-3.0), CD_CONTACT,
                        "Continuous: nearly half a turn backwards stops at the other side");
}

// State of the rotation.
typedef struct Spin {
    double direction; // 1 or -1
    cdQuat intended;  // by the last step
} Spin;

static void restart(const SceneData *data) {
    *(Spin *)data->own = (Spin){1.0, {1.0, 0.0, 0.0, 0.0}};
}

static bool create(SceneData *data) {
    Spin *spin = calloc(1, sizeof *spin);
    if (spin == NULL) return false;
    data->own = spin;
    data->destroyOwn = free;
    restart(data);
    data->camera = (SceneCamera){.eye = {0.7, 1.9, 2.7}, .target = {0.0, 0.0, 0.0}, .fov = 0.7};
    static const double turns[] = {0.8, 2.4, 0.8 + 3.14159, 2.4 + 3.14159};
    static const char *const names[] = {"post 1", "post 2", "post 3", "post 4"};
    for (int32_t i = 0; i < 4; i++) {
        SceneObject *post = AddSceneObject(data, names[i], "builtin:box:x=0.04,y=0.6,z=0.04", SCENE_FIXED);
        if (post == NULL) return false;
        post->pose.p = cdRotate(placeBlade(turns[i]).q, (cdVec3){0.8, 0.0, 0.0});
    }
    SceneObject *blade = AddSceneObject(data, "blade", "builtin:blade", SCENE_DRIVEN);
    if (blade == NULL) return false;
    return addStory(data, data->objectCount - 1);
}

// Turns by rate * dt, and reverses after a stop: a blade stopped by a post has moved less than intended.
static void step(SceneStep *step) {
    const double rate = step->data->params[PARAM_RATE];
    Spin *spin = step->data->own;
    int32_t blade = step->data->objectCount - 1;
    cdQuat now = step->resolved[blade].q;
    cdQuat meant = spin->intended;
    double agreement = fabs(now.w * meant.w + now.x * meant.x + now.y * meant.y + now.z * meant.z);
    bool stopped = step->time > 1.5 * step->dt && agreement < cdCos(0.05 * rate * step->dt);
    if (stopped) spin->direction = -spin->direction;
    cdQuat turn = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, spin->direction * rate * step->dt);
    spin->intended = cdNormalizeQuat(cdMulQuat(turn, now));
    step->intended[blade] = (cdPose){step->data->objects[blade].pose.p, spin->intended};
}

// Draws the circle of the tips.
static void draw(const SceneData *data, const cdDebugDraw *draw) {
    enum { SIDES = 72 };
    cdPose pose = data->objects[data->objectCount - 1].pose;
    cdVec3 from = cdTransformPoint(pose, (cdVec3){1.0, 0.0, 0.0});
    for (int i = 1; i <= SIDES; i++) {
        double angle = 6.283185307179586 * i / SIDES;
        cdVec3 to = cdTransformPoint(pose, (cdVec3){cdCos(angle), 0.0, cdSin(angle)});
        draw->segment(from, to, (cdDrawStyle){.role = CD_ROLE_INTENDED}, draw->context);
        from = to;
    }
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const SceneRunInput run = {data, meshes, step, data->objectCount - 1, 240, 1.0 / 60.0};
    return CheckSceneStory(data, meshes, message, messageSize) && CheckSceneRun(&run, message, messageSize);
}

const Scene sceneSpinningBlade = {
    .group = "fast",
    .name = "spinning blade",
    .about =
        "A fan blade only turns. Its linear velocity is zero, but its tips are fast: it must stop at the posts "
        "at any rate.",
    .create = create,
    .step = step,
    .restart = restart,
    .draw = draw,
    .params = params,
    .paramCount = 1,
    .check = check,
};
