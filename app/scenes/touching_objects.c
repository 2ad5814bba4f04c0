// Touching objects: a key over the edge of a table touches it with a face, an edge and a tip [BV92 figure 3].
//
// The intersection has 16 regions. Three have the other 13 on their borders: the blade on the table (2D), an
// edge of the key along the table's edge (1D), and a tip on that edge (0D).
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"

static const double gap = 2e-6;

static cdPose placeKey(double x, double y) {
    return (cdPose){{x, y, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t key) {
    const cdPose lifted = placeKey(0.0, 0.45);
    return AddStoryStep(data, key, SCENE_CONTINUOUS, lifted, placeKey(0.0, -0.4), CD_CONTACT,
                        "Lowered over the edge: face, edge and tip touch at once") &&
           AddStoryStep(data, key, SCENE_DISCRETE, lifted, placeKey(0.0, -1.2), CD_FREE,
                        "Discrete: passes through the table, undetected") &&
           AddStoryStep(data, key, SCENE_CONTINUOUS, lifted, placeKey(0.0, -1.2), CD_CONTACT,
                        "Continuous: the table stops it") &&
           AddStoryStep(data, key, SCENE_CONTINUOUS, placeKey(0.0, gap), placeKey(0.3, gap), CD_FREE,
                        "Dragged along the table: line and point disappear, the area shrinks");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.5, 2.6, 2.9}, .target = {-0.15, -0.1, 0.0}, .fov = 0.7};
    SceneObject *table = AddSceneObject(data, "table", "builtin:box:x=0.7,y=0.15,z=1.3", SCENE_FIXED);
    if (table == NULL) return false;
    table->pose.p = (cdVec3){-0.7, -0.15, 0.0};
    SceneObject *key = AddSceneObject(data, "key", "builtin:key", SCENE_DRIVEN);
    if (key == NULL) return false;
    key->pose = placeKey(0.0, gap);
    return addStory(data, 1);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const ContactExpectation expected = {"at the start", 16, {1, 1, 1}};
    return CheckSceneStory(data, meshes, message, messageSize) &&
           CheckSceneContact(data, meshes, 0, &expected, NULL, message, messageSize);
}

const Scene sceneTouchingObjects = {
    .group = "contact",
    .name = "touching objects",
    .about =
        "A key lies over the edge of a table. Sixteen pairs of features touch, but three regions are "
        "sufficient to keep them separated: the blade on the table, an edge along the table's edge, and the "
        "tip on it.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
