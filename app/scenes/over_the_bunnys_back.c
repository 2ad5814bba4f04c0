// Over the bunny's back: dragged straight through the bunny, a teapot slides up over its back and down on the
// other side.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"

static cdPose placeTeapot(double x, double y, double z) {
    return (cdPose){{x, y, z}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 1.2)};
}

static bool addStory(SceneData *data, int32_t teapot) {
    return AddStorySlide(data, teapot, placeTeapot(0.4, 0.1, 0.05), CD_CONTACT,
                         "Dragged against the back: it slides up") &&
           AddStorySlide(data, teapot, placeTeapot(0.05, 0.15, 0.0), CD_CONTACT,
                         "Over the back, to the ears") &&
           AddStorySlide(data, teapot, placeTeapot(0.15, -0.15, 0.65), CD_CONTACT, "Down at the side");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    // A view from the side, so that a drag in the view plane meets the bunny and does not pass it.
    data->camera = (SceneCamera){.eye = {0.35, 0.9, 3.2}, .target = {0.3, 0.1, 0.0}, .fov = 0.7};
    SceneObject *bunny = AddSceneObject(data, "bunny", "builtin:bunny", SCENE_FIXED);
    if (bunny == NULL) return false;
    bunny->normalize = true;
    SceneObject *teapot = AddSceneObject(data, "teapot", "builtin:teapot", SCENE_DRIVEN);
    if (teapot == NULL) return false;
    teapot->normalize = true;
    teapot->scale = 0.4;
    teapot->pose = placeTeapot(1.35, 0.45, 0.05);
    return addStory(data, 1);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneHand hand = OpenSceneHand(data, meshes);
    return CheckSceneStory(data, meshes, message, messageSize) &&
           LeadThroughStory(&hand, 20, message, messageSize) && HoldSceneObject(&hand, message, messageSize);
}

const Scene sceneOverTheBunnysBack = {
    .group = "slide",
    .name = "over the bunny's back",
    .about =
        "Drag the teapot through the bunny: it slides up over the back and down on the other side, turns "
        "with the surface, and never overlaps.",
    .create = create,
    .check = check,
};
