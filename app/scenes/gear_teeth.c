// Gear teeth: one gear turns until its teeth meet those of the other.
//
// The tip of a tooth touches the flank of the other gear's tooth along a line: an edge on a face, with the
// flank's normal.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double pitch = 6.283185307179586 / 12.0; // between teeth, radians
static const double distance = 1.84;                  // between the axes

// Turns it about its axis, from the pose with a tooth in the middle of the other's gap.
static cdPose placeGear(double turn) {
    return (cdPose){{distance, 0.0, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn - 0.25 * pitch)};
}

// Turn from the middle to first contact, less some millionths.
static const double met = 0.066162;

static bool addStory(SceneData *data, int32_t gear) {
    const cdPose between = placeGear(0.0), on = placeGear(pitch);
    return AddStoryStep(data, gear, SCENE_CONTINUOUS, between, placeGear(0.02), CD_FREE,
                        "A small turn between the teeth: free") &&
           AddStoryStep(data, gear, SCENE_DISCRETE, between, on, CD_FREE,
                        "Discrete: skips a whole tooth, undetected") &&
           AddStoryStep(data, gear, SCENE_CONTINUOUS, between, on, CD_CONTACT,
                        "Continuous: the teeth meet along a line") &&
           AddStoryStep(data, gear, SCENE_CONTINUOUS, between, placeGear(-pitch), CD_CONTACT,
                        "Continuous: they meet on the other side too");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {0.92, 3.4, 2.9}, .target = {0.92, 0.0, 0.1}, .fov = 0.7};
    SceneObject *fixed = AddSceneObject(data, "gear", "builtin:gear", SCENE_FIXED);
    if (fixed == NULL) return false;
    fixed->pose.q = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 0.25 * pitch);
    SceneObject *gear = AddSceneObject(data, "turning gear", "builtin:gear:height=0.2", SCENE_DRIVEN);
    if (gear == NULL) return false;
    gear->pose = placeGear(met);
    return addStory(data, 1);
}

// Checks that a tooth's tip touches a flank along its whole edge.
static bool checkLine(const SceneContact *contact, char *message, size_t messageSize) {
    const cdContactRegion *line = GetSceneRegion(contact, 1, 0);
    bool onFlank = line->locationA.kind + line->locationB.kind == CD_ON_EDGE + CD_ON_FACE;
    if (onFlank && fabs(line->measure - 0.2) < 1e-6 && line->normalCount == 1) return true;
    snprintf(message, messageSize, "a line of length %.6g with %d normals, expected the edge of a tip, 0.2",
             line->measure, (int)line->normalCount);
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const ContactExpectation expected = {"where the teeth meet", -1, {0, 1, 0}};
    return CheckSceneStory(data, meshes, message, messageSize) &&
           CheckSceneContact(data, meshes, 0, &expected, checkLine, message, messageSize);
}

const Scene sceneGearTeeth = {
    .group = "contact",
    .name = "gear teeth",
    .about =
        "Turn the gear about its axis (R, Y, then the mouse): the teeth meet along lines, an edge on a flank "
        "each, with the flank's normal. Tilt it (Ctrl and the left button): the teeth meet at points.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
