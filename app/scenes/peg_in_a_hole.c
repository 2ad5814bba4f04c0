// Peg in a hole: a drag puts a square peg into a hole with a clearance of a hundredth of its half width.
//
// A drag is never exact. Beside the hole the peg meets the chamfer around the opening, which guides it in;
// pushed down it reaches the bottom; pulled sideways it moves no more than the clearance.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double clearance = 0.003;               // on each side, of a half width of 0.3
static const double atThroat = 0.5, atBottom = -0.1; // heights of the peg's centre: 1.2 / 2 - 0.1, - 0.7

static cdPose placePeg(double x, double y, double z, double tilt) {
    return (cdPose){{x, y, z}, cdMakeQuat(cdNormalize((cdVec3){1.0, 0.5, -0.6}), tilt)};
}

static bool addStory(SceneData *data, int32_t peg) {
    return AddStorySlide(data, peg, placePeg(0.05, 0.72, -0.03, 0.04), CD_FREE,
                         "Above the hole, off its axis and tilted") &&
           AddStorySlide(data, peg, placePeg(0.05, 0.35, -0.03, 0.04), CD_CONTACT,
                         "Pushed down: the chamfer guides it") &&
           AddStorySlide(data, peg, placePeg(0.02, 0.0, -0.01, 0.0), CD_CONTACT,
                         "Pushed farther: it enters the hole") &&
           AddStorySlide(data, peg, placePeg(0.02, -0.6, -0.01, 0.0), CD_CONTACT, "Down to the bottom") &&
           AddStorySlide(data, peg, placePeg(0.5, 0.1, 0.2, 0.0), CD_CONTACT,
                         "Pulled up and sideways: the hole stops it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    // The path from the peg to the hole lies in the view plane, in which a drag moves.
    data->camera = (SceneCamera){.eye = {-2.4, 1.0, 3.7}, .target = {0.0, 0.3, 0.0}, .fov = 0.7};
    SceneObject *socket = AddSceneObject(data, "socket", "builtin:socket:chamfer=0.1", SCENE_FIXED);
    if (socket == NULL) return false;
    socket->transparent = true;
    SceneObject *peg = AddSceneObject(data, "peg", "builtin:peg", SCENE_DRIVEN);
    if (peg == NULL) return false;
    peg->pose = placePeg(0.3, 1.0, 0.2, 0.1);
    return addStory(data, 1);
}

// Checks tilt and offset from the axis: below the chamfer and at the peg's lower end at most the clearance,
// on each of two axes, plus a hundredth for the gaps kept.
static bool checkInHole(const SceneHand *hand, const char *when, char *message, size_t messageSize) {
    cdPose pose = hand->pose;
    double deep = atThroat - pose.p.y, steepest = 2.0 * clearance / deep;
    double lean = cdLength(cdSub(cdRotate(pose.q, (cdVec3){0.0, 1.0, 0.0}), (cdVec3){0.0, 1.0, 0.0}));
    double aside = fmax(fabs(pose.p.x), fabs(pose.p.z));
    double leanMost = 1.01 * sqrt(2.0) * steepest;
    double asideMost = 1.01 * (clearance + fmax(pose.p.y - atThroat + 0.6, 0.0) * steepest);
    if (deep > 0.1 && aside < asideMost && lean < leanMost) return true;
    snprintf(message, messageSize,
             "%s: %.5f deep, %.5f off the axis, tilted by %.5f; expected at most %.5f and %.5f", when, deep,
             aside, lean, asideMost, leanMost);
    return false;
}

static bool leadPeg(SceneHand *hand, int32_t stepCount, char *message, size_t messageSize) {
    for (int32_t i = 0; i < hand->data->storyCount; i++) {
        const SceneStoryStep *step = &hand->data->story[i];
        if (!LeadSceneObject(hand, step->target, stepCount, message, messageSize)) return false;
        if (i >= 3 && !checkInHole(hand, step->caption, message, messageSize)) return false;
        if (i != 3) continue;
        if (!HoldSceneObject(hand, message, messageSize)) return false;
        if (fabs(hand->pose.p.y - atBottom) < 1e-4) continue;
        snprintf(message, messageSize, "at the bottom: height %.6f, expected %.6f", hand->pose.p.y, atBottom);
        return false;
    }
    return true;
}

// Checks three speeds of the drag.
static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const int32_t steps[] = {4, 20, 90};
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    bool good = true;
    for (int32_t i = 0; good && i < 3; i++) {
        SceneHand hand = OpenSceneHand(data, meshes);
        good = leadPeg(&hand, steps[i], message, messageSize);
    }
    return good;
}

const Scene scenePegInAHole = {
    .group = "slide",
    .name = "peg in a hole",
    .about =
        "Drag the peg into the hole; the clearance on each side is a hundredth of its half width. Push it down "
        "beside the hole: the chamfer guides it in, and it slides to the bottom. Pull it sideways: it moves no "
        "more than the clearance.",
    .create = create,
    .check = check,
};
