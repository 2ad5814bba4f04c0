// Peg in a hole: a square peg is put by hand into a hole with one hundredth of its half width to spare.
//
// The hand is never exact. Put down beside the hole the peg rests on its rim; pushed towards the hole it
// slides, drops in, and goes down to the bottom; within, it moves no more than the clearance.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double clearance = 0.003;            // on each side, of a half width of 0.3
static const double onTop = 0.6, atBottom = -0.1; // heights of the peg's middle: 1.2 / 2, and 0.7 below that

static cdPose placePeg(double x, double y, double z, double tilt) {
    return (cdPose){{x, y, z}, cdMakeQuat(cdNormalize((cdVec3){1.0, 0.5, -0.6}), tilt)};
}

static bool addStory(SceneData *data, int32_t peg) {
    return AddStorySlide(data, peg, placePeg(0.08, 0.4, 0.06, 0.0), CD_CONTACT,
                         "Put down beside the hole: it rests on the rim") &&
           AddStorySlide(data, peg, placePeg(0.0, 0.3, 0.0, 0.0), CD_CONTACT,
                         "Pushed towards the hole: it slides, and drops in") &&
           AddStorySlide(data, peg, placePeg(0.02, -0.6, -0.03, 0.0), CD_CONTACT,
                         "Pushed down by an inexact hand: to the bottom") &&
           AddStorySlide(data, peg, placePeg(0.5, 0.3, 0.2, 0.0), CD_CONTACT,
                         "Pulled aside: the hole leads it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {1.8, 2.3, 3.6}, .target = {0.0, 0.3, 0.0}, .fov = 0.7};
    SceneObject *socket = AddSceneObject(data, "socket", "builtin:socket", SCENE_FIXED);
    if (socket == NULL) return false;
    socket->transparent = true;
    SceneObject *peg = AddSceneObject(data, "peg", "builtin:peg", SCENE_DRIVEN);
    if (peg == NULL) return false;
    peg->pose = placePeg(0.3, 1.0, 0.2, 0.1);
    return addStory(data, 1);
}

// How far it leans and is beside the axis: at the mouth and at its lower end no more than the clearance, on
// each of two axes, as deep as it is in. A hundredth more for the gaps that are kept.
static bool checkInHole(const SceneHand *hand, const char *when, char *message, size_t messageSize) {
    cdPose pose = hand->rest;
    double deep = onTop - pose.p.y, steepest = 2.0 * clearance / deep;
    double lean = cdLength(cdSub(cdRotate(pose.q, (cdVec3){0.0, 1.0, 0.0}), (cdVec3){0.0, 1.0, 0.0}));
    double aside = fmax(fabs(pose.p.x), fabs(pose.p.z));
    double leanMost = 1.01 * sqrt(2.0) * steepest;
    double asideMost = 1.01 * (clearance + fmax(pose.p.y, 0.0) * steepest);
    if (deep > 0.3 && aside < asideMost && lean < leanMost) return true;
    snprintf(message, messageSize, "%s: %.5f deep, %.5f beside the axis, leaning %.5f; at most %.5f and %.5f",
             when, deep, aside, lean, asideMost, leanMost);
    return false;
}

static bool leadPeg(SceneHand *hand, char *message, size_t messageSize) {
    if (!LeadSceneObject(hand, placePeg(0.08, 0.4, 0.06, 0.0), 30, message, messageSize)) return false;
    if (!ExpectSceneObject(hand, (cdVec3){0.08, onTop, 0.06}, 1e-4, "on the rim", message, messageSize))
        return false;
    if (!LeadSceneObject(hand, placePeg(0.0, 0.2, 0.0, 0.0), 30, message, messageSize)) return false;
    if (!checkInHole(hand, "towards the hole", message, messageSize)) return false;
    if (!LeadSceneObject(hand, placePeg(0.02, -0.6, -0.03, 0.0), 30, message, messageSize)) return false;
    if (!checkInHole(hand, "pushed down", message, messageSize)) return false;
    if (fabs(hand->rest.p.y - atBottom) > 1e-4) {
        snprintf(message, messageSize, "pushed down: at height %.6f, expected %.6f", hand->rest.p.y,
                 atBottom);
        return false;
    }
    return HoldSceneObject(hand, message, messageSize) &&
           LeadSceneObject(hand, placePeg(0.5, 0.1, 0.2, 0.0), 30, message, messageSize) &&
           checkInHole(hand, "pulled aside", message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneHand hand;
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    bool good =
        OpenSceneHand(&hand, data, meshes, message, messageSize) && leadPeg(&hand, message, messageSize);
    CloseSceneHand(&hand);
    return good;
}

const Scene scenePegInAHole = {
    .group = "slide",
    .name = "peg in a hole",
    .about =
        "Put the peg into the hole by hand; a hundredth of its half width is to spare on each side. Push "
        "it down beside the hole and drag it over: it drops in, slides to the bottom, and the hole leads "
        "it out again.",
    .create = create,
    .check = check,
};
