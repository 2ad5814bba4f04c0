// Thin plates at high speed: a plate 0.002 thick flies back and forth and hits fixed plates as thin.
//
// A step moves it by hundreds of its thicknesses, at 60 steps a second; only a test of the path detects a
// hit.
#include "scenes/scene_resolve.h"

enum { PARAM_SPEED, PARAM_REACH };

static const SceneParam params[] = {
    {.label = "speed", .unit = "length/s", .initial = 60.0, .lower = 1.0, .upper = 500.0},
    {.label = "reach", .unit = "length", .initial = 3.0, .lower = 0.5, .upper = 6.0}};

static cdPose placePlate(double x, double turn) {
    return (cdPose){{x, 0.0, 0.0},
                    cdMulQuat(cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 1.5707963267948966),
                              cdMakeQuat(cdNormalize((cdVec3){1.0, 0.2, 0.3}), turn))};
}

static bool addStory(SceneData *data, int32_t plate) {
    const cdPose between = placePlate(0.0, 0.0), near = placePlate(0.6, 0.05), far = placePlate(1.8, 0.4);
    return AddStoryStep(data, plate, SCENE_CONTINUOUS, between, near, CD_FREE, "Between the plates: free") &&
           AddStoryStep(data, plate, SCENE_DISCRETE, between, far, CD_FREE,
                        "Discrete: passes through a plate in one step, undetected") &&
           AddStoryStep(data, plate, SCENE_CONTINUOUS, between, far, CD_CONTACT,
                        "Continuous: it stops at the plate's surface");
}

static bool create(SceneData *data) {
    data->camera = (SceneCamera){.eye = {1.6, 1.8, 5.0}, .target = {0.0, 0.0, 0.0}, .fov = 0.7};
    static const double positions[] = {-2.2, -1.4, 1.4, 2.2};
    static const char *const names[] = {"plate 1", "plate 2", "plate 3", "plate 4"};
    for (int32_t i = 0; i < 4; i++) {
        SceneObject *fixed = AddSceneObject(data, names[i], "builtin:plate:thickness=0.002", SCENE_FIXED);
        if (fixed == NULL) return false;
        fixed->pose = placePlate(positions[i], 0.15 * (i - 1.5));
    }
    SceneObject *flying = AddSceneObject(data, "flying plate",
                                         "builtin:plate:width=0.8,depth=0.8,thickness=0.002", SCENE_DRIVEN);
    if (flying == NULL) return false;
    flying->pose = placePlate(0.0, 0.0);
    return addStory(data, data->objectCount - 1);
}

// Sets the plate's pose without obstacles: a triangle wave in x, tumbling slowly.
static void step(SceneStep *step) {
    const double reach = step->data->params[PARAM_REACH];
    double along = fmod(step->data->params[PARAM_SPEED] * step->time + reach, 4.0 * reach) - reach;
    double x = along <= reach ? along : 2.0 * reach - along;
    step->intended[step->data->objectCount - 1] = placePlate(x, 0.05 * step->time);
}

// Draws the path back and forth.
static void draw(const SceneData *data, const cdDebugDraw *draw) {
    const double reach = data->params[PARAM_REACH];
    draw->segment((cdVec3){-reach, 0.0, 0.0}, (cdVec3){reach, 0.0, 0.0},
                  (cdDrawStyle){.role = CD_ROLE_INTENDED}, draw->context);
    draw->point((cdVec3){-reach, 0.0, 0.0}, (cdDrawStyle){.role = CD_ROLE_INTENDED}, draw->context);
    draw->point((cdVec3){reach, 0.0, 0.0}, (cdDrawStyle){.role = CD_ROLE_INTENDED}, draw->context);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const SceneRunInput run = {data, meshes, step, data->objectCount - 1, 120, 1.0 / 60.0};
    return CheckSceneStory(data, meshes, message, messageSize) && CheckSceneRun(&run, message, messageSize);
}

const Scene sceneThinPlates = {
    .group = "fast",
    .name = "thin plates",
    .about = "A plate 0.002 thick flies at 60 lengths a second between others. With the continuous method it "
             "never leaves its cell; with the discrete method it passes through the others.",
    .create = create,
    .step = step,
    .draw = draw,
    .params = params,
    .paramCount = 2,
    .check = check,
};
