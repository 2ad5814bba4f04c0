// Face on face: a box on a floor of 1152 triangles touches it in one area with four corners and one normal.
//
// The floor is one plane, so its inner edges never appear in the contact, wherever the box is.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6, height = 0.25;

static cdPose placeBox(double x, double y, double z, double turn) {
    return (cdPose){{x, y + height + gap, z}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn)};
}

static bool addStory(SceneData *data, int32_t box) {
    const cdPose start = data->objects[box].pose, above = placeBox(0.0, 0.4, 0.0, 0.5);
    return AddStoryStep(data, box, SCENE_CONTINUOUS, start, placeBox(0.8, 0.0, 0.3, 1.4), CD_FREE,
                        "Along the floor, over hundreds of its edges: free") &&
           AddStoryStep(data, box, SCENE_DISCRETE, above, placeBox(0.0, -1.4, 0.0, 0.5), CD_FREE,
                        "Discrete: passes through the floor, undetected") &&
           AddStoryStep(data, box, SCENE_CONTINUOUS, above, placeBox(0.0, -1.4, 0.0, 0.5), CD_CONTACT,
                        "Continuous: one area with four corners and one normal");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.7, 2.0, 3.5}, .target = {0.0, -0.1, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "floor", "builtin:floor:size=3,n=24", SCENE_FIXED) == NULL) return false;
    SceneObject *base =
        AddSceneObject(data, "base", "builtin:plate:width=3,depth=3,thickness=0.1", SCENE_FIXED);
    if (base == NULL) return false;
    base->pose.p.y = -0.06;
    SceneObject *box = AddSceneObject(data, "box", "builtin:box:x=0.5,y=0.25,z=0.35", SCENE_DRIVEN);
    if (box == NULL) return false;
    box->pose = placeBox(-0.2, 0.0, 0.1, 0.4);
    return addStory(data, data->objectCount - 1);
}

static bool checkArea(const SceneContact *contact, char *message, size_t messageSize) {
    static const ContactExpectation expected = {"on the floor", 9, {0, 0, 1}};
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    const cdContactRegion *area = GetSceneRegion(contact, 2, 0);
    if (area->pointCount == 4 && fabs(area->measure - 0.7) < 1e-6 && HasNormal(area, (cdVec3){0.0, 1.0, 0.0}))
        return true;
    snprintf(message, messageSize, "an area of %.6g with %d corners, expected 0.7 with 4", area->measure,
             (int)area->pointCount);
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneContact contact;
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    bool good = OpenSceneContact(&contact, data, meshes, 2, 0, message, messageSize);
    for (int32_t i = 0; good && i < 12; i++) {
        FindSceneContact(&contact, placeBox(0.06 * i - 0.3, 0.0, 0.03 * i, 0.13 * i), false);
        good = checkArea(&contact, message, messageSize);
    }
    CloseSceneContact(&contact);
    return good;
}

const Scene sceneFaceOnFace = {
    .group = "contact",
    .name = "face on face",
    .about =
        "A box on a floor of 1152 triangles has one contact area with four corners and one normal, wherever "
        "it is. Show the wireframe (W): no edge of the floor appears in the contact.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
