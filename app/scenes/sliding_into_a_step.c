// Sliding into a step: a block slides on a floor until it meets a protrusion [BV92 figure 4].
//
// On the floor one area is sufficient; eight more regions are on its border. The protrusion's foot, a reflex
// edge, adds a line with the normals of both faces there: the block's front does not touch, since the
// protrusion leans away from it.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6, half = 0.35, height = 0.22;

// Places the block's front at x, its bottom on the floor.
static cdPose placeBlock(double x) {
    return (cdPose){{x - half, height + gap, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t block) {
    const cdPose start = placeBlock(-0.9), beyond = placeBlock(3.2);
    return AddStoryStep(data, block, SCENE_CONTINUOUS, start, placeBlock(-0.4), CD_FREE,
                        "Along the floor: free, one area in contact") &&
           AddStoryStep(data, block, SCENE_DISCRETE, start, beyond, CD_FREE,
                        "Discrete: passes through the protrusion, undetected") &&
           AddStoryStep(data, block, SCENE_CONTINUOUS, start, beyond, CD_CONTACT,
                        "Continuous: it stops at the foot, with a line beside the area") &&
           AddStorySlide(data, block, placeBlock(0.5), CD_CONTACT, "Pushed farther, with slide: it climbs");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {-1.6, 1.8, 3.2}, .target = {-0.4, -0.1, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "floor with a step", "builtin:step", SCENE_FIXED) == NULL) return false;
    SceneObject *block = AddSceneObject(data, "block", "builtin:box:x=0.35,y=0.22,z=0.45", SCENE_DRIVEN);
    if (block == NULL) return false;
    block->pose = placeBlock(-0.9);
    return addStory(data, 1);
}

// The line's normals: the floor's, and that of the rising side, from its run and height.
static bool checkLine(const SceneContact *contact, char *message, size_t messageSize) {
    const cdContactRegion *line = GetSceneRegion(contact, 1, 0);
    const cdVec3 rising = cdNormalize((cdVec3){-1.0, 1.0, 0.0});
    if (line->normalCount == 2 && HasNormal(line, (cdVec3){0.0, 1.0, 0.0}) && HasNormal(line, rising))
        return true;
    snprintf(message, messageSize, "the line at the foot does not have the normals of both faces");
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const ContactExpectation before = {"on the floor", 9, {0, 0, 1}},
                                    at = {"at the foot", -1, {0, 1, 1}};
    SceneContact contact;
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    bool good = OpenSceneContact(&contact, data, meshes, 1, 0, message, messageSize);
    if (good) {
        FindSceneContact(&contact, data->objects[1].pose, false);
        good = ExpectSceneContact(&contact, &before, message, messageSize);
    }
    if (good) {
        FindSceneContact(&contact, placeBlock(-gap), true);
        good = ExpectSceneContact(&contact, &at, message, messageSize) &&
               checkLine(&contact, message, messageSize);
    }
    CloseSceneContact(&contact);
    return good;
}

const Scene sceneSlidingIntoAStep = {
    .group = "contact",
    .name = "sliding into a step",
    .about =
        "Push the block along the floor: one area with one normal supports it. At the foot of the "
        "protrusion it stops with an additional line that has the normals of floor and rising side. With "
        "slide it then climbs.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
