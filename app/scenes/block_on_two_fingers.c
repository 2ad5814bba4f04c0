// Block on two fingers: why normals stay from one step to the next [BV92 figure 8].
//
// The block slides over the tips of two fingers: two lines on its bottom face, both with the face's normal.
// It goes right until its left bottom edge is on the left tip, waits, and goes back. Edge along edge the
// geometry does not say the normal: the one between both neighbourhoods leans to the right, against the way
// back, and would throw the block off to the right. The line was there the step before as an edge on a face,
// so that face's normal stays, and nothing holds the block back.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6, height = 0.2;
static const double turning = 0.2; // where the block's left edge is on the left tip: 0.8 - 1.2 / 2
static const double reach = 0.35;  // how far it goes back from there
static const double rest = 1.0;    // seconds that it waits on the tip
enum { PARAM_SPEED };

static const SceneParam params[] = {
    {.label = "speed", .unit = "length/s", .initial = 0.4, .lower = 0.05, .upper = 5.0}};

static cdPose placeBlock(double x) {
    return (cdPose){{x, height + gap, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t block) {
    const cdPose above = (cdPose){{turning, 0.9, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    const cdPose below = (cdPose){{turning, -2.4, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    const double way = reach / data->params[PARAM_SPEED];
    return AddStoryTime(data, 0.5 * way, "Over both tips: two lines with the normal of the bottom") &&
           AddStoryTime(data, way + 0.5 * rest, "Its edge on the left tip: the normal stays") &&
           AddStoryStep(data, block, SCENE_CONTINUOUS, above, placeBlock(turning), CD_FREE,
                        "Let down there, with no step before: the new normal leans to the right") &&
           AddStoryStep(data, block, SCENE_DISCRETE, above, below, CD_FREE,
                        "Discrete: down through the fingers, unseen") &&
           AddStoryStep(data, block, SCENE_CONTINUOUS, above, below, CD_CONTACT,
                        "Continuous: the tips carry it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.0, 1.3, 3.6}, .target = {-0.2, 0.0, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "fingers", "builtin:fingers:height=0.4,lean=-1", SCENE_FIXED) == NULL)
        return false;
    SceneObject *block = AddSceneObject(data, "block", "builtin:box:x=0.8,y=0.2,z=0.3", SCENE_DRIVEN);
    if (block == NULL) return false;
    block->pose = placeBlock(turning - reach);
    return addStory(data, 1);
}

// To and fro, with a rest where edge is on edge.
static void step(SceneStep *step) {
    const double speed = step->data->params[PARAM_SPEED];
    double way = reach / speed, time = fmod(step->time, 2.0 * way + rest);
    double back = time < way ? reach - speed * time : time < way + rest ? 0.0 : speed * (time - way - rest);
    step->intended[1] = placeBlock(turning - back);
}

// How much of a velocity to the left the normals of the lines take away.
static double getBackwardPart(const SceneContact *contact) {
    double most = 0.0;
    for (int32_t n = 0; GetSceneRegion(contact, 1, n) != NULL; n++) {
        const cdContactRegion *line = GetSceneRegion(contact, 1, n);
        for (int32_t i = 0; i < line->normalCount; i++)
            most = fmax(most, line->normals[i].x);
    }
    return most;
}

static bool checkNormals(SceneContact *contact, char *message, size_t messageSize) {
    const ContactExpectation expected = {"on both tips", -1, {0, 2, 0}};
    FindSceneContact(contact, placeBlock(turning - 0.01), false);
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    if (getBackwardPart(contact) > 1e-9) {
        snprintf(message, messageSize, "a normal on the bottom face is not the face's");
        return false;
    }
    FindSceneContact(contact, placeBlock(turning), true);
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    double kept = getBackwardPart(contact);
    FindSceneContact(contact, placeBlock(turning), false);
    double alone = getBackwardPart(contact);
    if (kept < 1e-9 && alone > 0.5) return true;
    snprintf(message, messageSize,
             "edge on edge: the normal takes %.3g with the step before, expected 0, and %.3g without", kept,
             alone);
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneContact contact;
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    bool good = OpenSceneContact(&contact, data, meshes, 1, 0, message, messageSize) &&
                checkNormals(&contact, message, messageSize);
    CloseSceneContact(&contact);
    return good;
}

const Scene sceneBlockOnTwoFingers = {
    .group = "contact",
    .name = "block on two fingers",
    .about = "A block slides over the tips of two fingers and waits where its left edge is on the left tip. "
             "The normals there are solid: they stay from the step before. A new one, hollow, would lean to "
             "the right and throw the block off on its way back.",
    .create = create,
    .step = step,
    .params = params,
    .paramCount = 1,
    .showsRegions = true,
    .check = check,
};
