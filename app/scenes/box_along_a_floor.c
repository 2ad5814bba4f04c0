// Box along a floor: pushed down and sideways it slides with the pointer, and never catches on an edge of the
// floor's 1152 triangles.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"

static const double height = 0.25;

static cdPose placeBox(double x, double y, double z, double turn) {
    return (cdPose){{x, y, z}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn)};
}

static bool addStory(SceneData *data, int32_t box) {
    return AddStorySlide(data, box, placeBox(-0.6, -0.3, 0.2, 0.4), CD_CONTACT,
                         "Pushed into the floor: it stops there and slides sideways") &&
           AddStorySlide(data, box, placeBox(0.9, -0.6, -0.7, 0.4), CD_CONTACT,
                         "Along the floor, over hundreds of its edges") &&
           AddStorySlide(data, box, placeBox(0.7, -0.4, 0.8, 2.0), CD_CONTACT, "Turned while it slides") &&
           AddStorySlide(data, box, placeBox(-0.2, 0.7, 0.3, 2.0), CD_FREE, "Lifted off: nothing blocks it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.5, 2.1, 3.9}, .target = {0.0, 0.0, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "floor", "builtin:floor:size=3,n=24", SCENE_FIXED) == NULL) return false;
    SceneObject *base =
        AddSceneObject(data, "base", "builtin:plate:width=3,depth=3,thickness=0.1", SCENE_FIXED);
    if (base == NULL) return false;
    base->pose.p.y = -0.06;
    SceneObject *box = AddSceneObject(data, "box", "builtin:box:x=0.4,y=0.25,z=0.3", SCENE_DRIVEN);
    if (box == NULL) return false;
    box->pose = placeBox(-0.9, 0.7, 0.4, 0.4);
    return addStory(data, data->objectCount - 1);
}

static bool leadBox(SceneHand *hand, char *message, size_t messageSize) {
    return LeadSceneObject(hand, placeBox(-0.6, -0.3, 0.2, 0.4), 20, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){-0.6, height, 0.2}, 1e-4, "pushed down", message, messageSize) &&
           LeadSceneObject(hand, placeBox(0.9, -0.6, -0.7, 0.4), 20, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){0.9, height, -0.7}, 1e-4, "along the floor", message,
                             messageSize) &&
           LeadSceneObject(hand, placeBox(0.7, -0.4, 0.8, 2.0), 20, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){0.7, height, 0.8}, 1e-4, "turned", message, messageSize) &&
           HoldSceneObject(hand, message, messageSize) &&
           LeadSceneObject(hand, placeBox(-0.2, 0.7, 0.3, 2.0), 20, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){-0.2, 0.7, 0.3}, 0.0, "lifted", message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneHand hand = OpenSceneHand(data, meshes);
    return CheckSceneStory(data, meshes, message, messageSize) && leadBox(&hand, message, messageSize);
}

const Scene sceneBoxAlongAFloor = {
    .group = "slide",
    .name = "box along a floor",
    .about =
        "Push the box into the floor and drag it. It follows the pointer along the floor, over all edges of "
        "the floor's triangles, at any speed, and lifts off freely.",
    .create = create,
    .check = check,
};
