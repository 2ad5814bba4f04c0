// Block on two fingers: why normals persist from step to step [BV92 figure 8].
//
// The block slides over the tips of two fingers: two contact lines on its bottom face, both with the face's
// normal. It moves right until its left bottom edge is on the left tip, waits, and moves back. For parallel
// edges the geometry does not determine the normal: the one between both neighbourhoods leans to the right
// and would push the block off to the right. In the step before, the line was an edge on a face, so that
// face's normal persists, and the block can move back.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6, height = 0.2;
static const double turning = 0.2; // position with the block's left edge on the left tip: 0.8 - 1.2 / 2
static const double reach = 0.35;  // distance it moves back from there
static const double pause = 1.0;   // seconds that it waits on the tip
enum { PARAM_SPEED };

static const SceneParam params[] = {
    {.label = "speed", .unit = "length/s", .initial = 0.4, .lower = 0.05, .upper = 5.0}};

static cdPose placeBlock(double x) {
    return (cdPose){{x, height + gap, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t block) {
    const cdPose above = (cdPose){{turning, 0.9, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    const cdPose below = (cdPose){{turning, -2.4, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    const double travel = reach / data->params[PARAM_SPEED];
    return AddStoryTime(data, 0.5 * travel, "On both tips: two lines with the normal of the bottom face") &&
           AddStoryTime(data, travel + 0.5 * pause, "Its edge on the left tip: the normal persists") &&
           AddStoryStep(data, block, SCENE_CONTINUOUS, above, placeBlock(turning), CD_FREE,
                        "Lowered onto the tip, without a step before: the computed normal leans") &&
           AddStoryStep(data, block, SCENE_DISCRETE, above, below, CD_FREE,
                        "Discrete: passes through the fingers, undetected") &&
           AddStoryStep(data, block, SCENE_CONTINUOUS, above, below, CD_CONTACT,
                        "Continuous: the tips stop it");
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

// Moves back and forth, with a pause where edge is on edge.
static void step(SceneStep *step) {
    const double speed = step->data->params[PARAM_SPEED];
    double travel = reach / speed, time = fmod(step->time, 2.0 * travel + pause);
    double back = time < travel           ? reach - speed * time
                  : time < travel + pause ? 0.0
                                          : speed * (time - travel - pause);
    step->intended[1] = placeBlock(turning - back);
}

// Returns the share of a velocity to the left that the normals of the lines block.
static double getBackwardPart(const SceneContact *contact) {
    double largest = 0.0;
    for (int32_t n = 0; GetSceneRegion(contact, 1, n) != NULL; n++) {
        const cdContactRegion *line = GetSceneRegion(contact, 1, n);
        for (int32_t i = 0; i < line->normalCount; i++)
            largest = fmax(largest, line->normals[i].x);
    }
    return largest;
}

static bool checkNormals(SceneContact *contact, char *message, size_t messageSize) {
    const ContactExpectation expected = {"on both tips", -1, {0, 2, 0}};
    FindSceneContact(contact, placeBlock(turning - 0.01), false);
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    if (getBackwardPart(contact) > 1e-9) {
        snprintf(message, messageSize, "a normal on the bottom face differs from the face's");
        return false;
    }
    FindSceneContact(contact, placeBlock(turning), true);
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    double kept = getBackwardPart(contact);
    FindSceneContact(contact, placeBlock(turning), false);
    double alone = getBackwardPart(contact);
    if (kept < 1e-9 && alone > 0.5) return true;
    snprintf(message, messageSize,
             "edge on edge: the normal blocks %.3g with the step before, expected 0, and %.3g without", kept,
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
    .about =
        "A block slides over the tips of two fingers and waits with its left edge on the left tip. "
        "The solid arrows there are normals that persist from the step before. The normal computed without "
        "that step, drawn hollow, leans to the right and would push the block off.",
    .create = create,
    .step = step,
    .params = params,
    .paramCount = 1,
    .showsRegions = true,
    .check = check,
};
