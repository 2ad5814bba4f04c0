// An L in an L: the outer corner of one fits the inner corner of the other. Two areas block it, and the edge
// in the reflex edge between them needs no region of its own.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"

static const double gap = 2e-6;
static const double inner = -0.45; // the large L's inner corner: 0.3 - 1.5 / 2
static const double half = 0.35;   // half size of the small L

// Places the small L's outer corner relative to the large L's inner one.
static cdPose placeL(double x, double y, double z) {
    double at = inner + half + gap;
    return (cdPose){{at + x, at + y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t moving) {
    const cdPose away = placeL(0.35, 0.35, 0.0), beyond = placeL(-1.4, -1.4, 0.0);
    return AddStoryStep(data, moving, SCENE_CONTINUOUS, away, placeL(0.0, 0.0, 0.0), CD_FREE,
                        "Corner into corner: two areas") &&
           AddStoryStep(data, moving, SCENE_CONTINUOUS, data->objects[moving].pose, placeL(0.0, 0.0, 0.4),
                        CD_FREE, "Along the corner: both areas shrink") &&
           AddStoryStep(data, moving, SCENE_DISCRETE, away, beyond, CD_FREE,
                        "Discrete: passes through it, undetected") &&
           AddStoryStep(data, moving, SCENE_CONTINUOUS, away, beyond, CD_CONTACT,
                        "Continuous: the corner stops it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.7, 1.4, 2.9}, .target = {-0.05, -0.05, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "large L", "builtin:l-shape:size=1.5,thickness=0.3,depth=0.9", SCENE_FIXED) ==
        NULL)
        return false;
    SceneObject *moving =
        AddSceneObject(data, "small L", "builtin:l-shape:size=0.7,thickness=0.25,depth=0.5", SCENE_DRIVEN);
    if (moving == NULL) return false;
    moving->pose = placeL(0.0, 0.0, 0.0);
    return addStory(data, 1);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const ContactExpectation expected = {"corner in corner", -1, {0, 0, 2}};
    return CheckSceneStory(data, meshes, message, messageSize) &&
           CheckSceneContact(data, meshes, 0, &expected, NULL, message, messageSize);
}

const Scene sceneLInAnL = {
    .group = "contact",
    .name = "L in an L",
    .about =
        "The outer corner of a small L is in the inner corner of a large one: two areas, with a normal each. "
        "Both block the edge that lies in the reflex edge between them, so it needs no normal.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
