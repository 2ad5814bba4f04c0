// Gear teeth: one gear is turned until its teeth meet those of the other.
//
// The tip of a tooth touches the flank of the other gear's tooth along a line: an edge on a face, whose
// normal is the flank's.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"

static const double pitch = 6.283185307179586 / 12.0; // between teeth, radians
static const double distance = 1.84;                  // between the axes

// Turned about its axis from where a tooth is in the middle of the other's gap.
static cdPose placeGear(double turn) {
    return (cdPose){{distance, 0.0, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, turn - 0.25 * pitch)};
}

// Where the teeth have met, found by turning until first contact.
static const double met = 0.05;

static bool addStory(SceneData *data, int32_t gear) {
    const cdPose between = placeGear(0.0), on = placeGear(pitch);
    return AddStoryStep(data, gear, SCENE_CONTINUOUS, between, placeGear(0.02), CD_FREE,
                        "A little turn between the teeth: free") &&
           AddStoryStep(data, gear, SCENE_DISCRETE, between, on, CD_FREE,
                        "Discrete: on by a whole tooth, unseen") &&
           AddStoryStep(data, gear, SCENE_CONTINUOUS, between, on, CD_CONTACT,
                        "Continuous: the teeth meet along a line") &&
           AddStoryStep(data, gear, SCENE_CONTINUOUS, between, placeGear(-pitch), CD_CONTACT,
                        "Continuous: and on the other side");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.3, 2.6, 1.5}, .target = {0.92, 0.0, 0.0}, .fov = 0.7};
    SceneObject *fixed = AddSceneObject(data, "gear", "builtin:gear", SCENE_FIXED);
    if (fixed == NULL) return false;
    fixed->pose.q = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 0.25 * pitch);
    SceneObject *gear = AddSceneObject(data, "turning gear", "builtin:gear:height=0.2", SCENE_DRIVEN);
    if (gear == NULL) return false;
    gear->pose = placeGear(met);
    return addStory(data, 1);
}

const Scene sceneGearTeeth = {
    .group = "contact",
    .name = "gear teeth",
    .about = "Turn the gear (Ctrl and the left button): its teeth meet the other's along lines, an edge on a "
             "flank each, with the flank's normal.",
    .create = create,
    .showsRegions = true,
    .check = CheckSceneStory,
};
