// Into the corner: a box pushed towards the corner of a room meets the floor, slides to one wall, along it to
// the other, and stays in the corner.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"

static cdPose placeBox(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t box) {
    return AddStorySlide(data, box, placeBox(0.7, -0.1, 0.8), CD_CONTACT,
                         "Down to the floor, then along it") &&
           AddStorySlide(data, box, placeBox(-0.3, -0.4, 0.7), CD_CONTACT, "To a wall, then along it") &&
           AddStorySlide(data, box, placeBox(-0.5, -0.5, -0.5), CD_CONTACT,
                         "Into the corner, where it stays") &&
           AddStorySlide(data, box, placeBox(0.8, 0.7, 0.9), CD_FREE, "Out again, freely");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {3.4, 2.7, 3.0}, .target = {0.6, 0.5, 0.6}, .fov = 0.7};
    if (AddSceneObject(data, "room", "builtin:corner", SCENE_FIXED) == NULL) return false;
    SceneObject *box = AddSceneObject(data, "box", "builtin:box:x=0.3,y=0.2,z=0.25", SCENE_DRIVEN);
    if (box == NULL) return false;
    box->pose = placeBox(1.0, 0.8, 1.0);
    return addStory(data, 1);
}

static bool leadBox(SceneHand *hand, int32_t stepCount, char *message, size_t messageSize) {
    const cdVec3 corner = {0.3, 0.2, 0.25};
    return LeadSceneObject(hand, placeBox(0.7, -0.1, 0.8), stepCount, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){0.7, 0.2, 0.8}, 1e-4, "on the floor", message, messageSize) &&
           LeadSceneObject(hand, placeBox(-0.3, -0.4, 0.7), stepCount, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){0.3, 0.2, 0.7}, 1e-4, "at the wall", message, messageSize) &&
           LeadSceneObject(hand, placeBox(-0.5, -0.5, -0.5), stepCount, message, messageSize) &&
           ExpectSceneObject(hand, corner, 1e-4, "in the corner", message, messageSize) &&
           HoldSceneObject(hand, message, messageSize) &&
           LeadSceneObject(hand, placeBox(1.0, 0.8, 1.0), 1, message, messageSize) &&
           ExpectSceneObject(hand, (cdVec3){1.0, 0.8, 1.0}, 0.0, "out again", message, messageSize);
}

// It must end at the same position in small steps and in one step for each part of the path.
static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneHand hand = OpenSceneHand(data, meshes);
    return CheckSceneStory(data, meshes, message, messageSize) && leadBox(&hand, 25, message, messageSize) &&
           leadBox(&hand, 1, message, messageSize);
}

const Scene sceneIntoTheCorner = {
    .group = "slide",
    .name = "into the corner",
    .about =
        "Drag the box into the corner; turn the wheel to push it away from you. It slides along the floor "
        "and the walls until all three block it. There it stays, however hard you push, and comes out "
        "freely.",
    .create = create,
    .check = check,
};
