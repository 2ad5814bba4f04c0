// Block on two fingers: why normals stay from one step to the next [BV92 figure 8].
//
// The block slides to the right over the tips of two fingers: two lines on its bottom face, both with the
// face's normal. When its left bottom edge comes to the left tip, the pair is an edge along an edge, whose
// normal the geometry does not say: taken from both neighbourhoods alone it leans back against the motion and
// would stop the block. The line was there the step before as edge on face, so its normal stays. The block
// waits on that edge, goes back, and comes again.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6, height = 0.2;
static const double turning = 0.2; // where the block's left edge is on the left tip: 0.8 - 1.2 / 2
static const double reach = 0.5;   // how far it goes back from there
static double speed = 0.4;         // lengths per second

static const SceneParam params[] = {
    {.label = "speed", .unit = "length/s", .value = &speed, .lower = 0.05, .upper = 5.0}};

static cdPose placeBlock(double x) {
    return (cdPose){{x, height + gap, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t block) {
    const cdPose above = (cdPose){{0.0, 0.9, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    const cdPose below = (cdPose){{0.0, -2.4, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    return AddStoryStep(data, block, SCENE_CONTINUOUS, placeBlock(turning - reach), placeBlock(turning),
                        CD_FREE,
                        "Over both tips, until its edge is on the left one: nothing holds it back") &&
           AddStoryStep(data, block, SCENE_DISCRETE, above, below, CD_FREE,
                        "Discrete: down through the fingers, unseen") &&
           AddStoryStep(data, block, SCENE_CONTINUOUS, above, below, CD_CONTACT,
                        "Continuous: the tips carry it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {-1.2, 1.1, 3.3}, .target = {0.3, -0.1, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "fingers", "builtin:fingers:height=0.4,lean=1", SCENE_FIXED) == NULL)
        return false;
    SceneObject *block = AddSceneObject(data, "block", "builtin:box:x=0.8,y=0.2,z=0.3", SCENE_DRIVEN);
    if (block == NULL) return false;
    block->pose = placeBlock(turning - reach);
    block->transparent = true;
    return addStory(data, 1);
}

// To and fro, with a rest of a second where edge is on edge.
static void step(SceneStep *step) {
    double way = reach / speed, time = fmod(step->time, 2.0 * way + 1.0);
    double back = time < way ? reach - speed * time : time < way + 1.0 ? 0.0 : speed * (time - way - 1.0);
    step->intended[1] = placeBlock(turning - back);
}

// The block's velocity along the normals of lines with its left bottom edge: what an impact would take from
// it is below zero.
static double getBackwardPart(const SceneContact *contact) {
    double least = 0.0;
    for (int32_t n = 0; GetSceneRegion(contact, 1, n) != NULL; n++) {
        const cdContactRegion *line = GetSceneRegion(contact, 1, n);
        for (int32_t i = 0; i < line->normalCount; i++)
            least = fmin(least, line->normals[i].x);
    }
    return least;
}

static bool checkNormals(SceneContact *contact, char *message, size_t messageSize) {
    const ContactExpectation expected = {"on both tips", -1, {0, 2, 0}};
    FindSceneContact(contact, placeBlock(turning - 0.01), false);
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    if (getBackwardPart(contact) < -1e-9) {
        snprintf(message, messageSize, "a normal on the bottom face is not the face's");
        return false;
    }
    FindSceneContact(contact, placeBlock(turning), true);
    if (!ExpectSceneContact(contact, &expected, message, messageSize)) return false;
    double kept = getBackwardPart(contact);
    FindSceneContact(contact, placeBlock(turning), false);
    double alone = getBackwardPart(contact);
    if (kept > -1e-9 && alone < -0.05) return true;
    snprintf(message, messageSize,
             "edge on edge: backward part of the normal %.3g with the step before (0), %.3g without (below)",
             kept, alone);
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
             "The normals there are solid: they stay from the step before. New ones, hollow, would lean back "
             "and stop the block.",
    .create = create,
    .step = step,
    .params = params,
    .paramCount = 1,
    .showsRegions = true,
    .check = check,
};
