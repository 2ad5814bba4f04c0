// A hand that leads an object of a scene in small steps.
//
// In: a scene, and where the hand goes. (1) The hand's pose is interpolated. (2) Each step is the window's:
// from where the object is to where the hand is, sliding. (3) After each the exact test says whether it
// overlaps.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>
#include <string.h>

SceneHand OpenSceneHand(const SceneData *data, const cdMesh *const *meshes) {
    int32_t object = FindDrivenObject(data);
    cdPose pose = data->objects[object].pose;
    return (SceneHand){.data = data, .meshes = meshes, .object = object, .meant = pose, .rest = pose};
}

// (2), (3)
static bool resolve(SceneHand *hand, char *message, size_t messageSize) {
    SceneStepInput input = {.data = hand->data,
                            .meshes = hand->meshes,
                            .object = hand->object,
                            .start = hand->rest,
                            .target = hand->meant,
                            .response = SCENE_SLIDE};
    cdFirstContact result = ResolveSceneStep(&input, NULL);
    hand->rest = result.resolvedPose;
    hand->stepCount++;
    hand->heldCount += result.state == CD_CONTACT;
    input.start = input.target = hand->rest;
    input.mode = SCENE_DISCRETE;
    bool good = result.state == CD_FREE || result.state == CD_CONTACT;
    if (good && ResolveSceneStep(&input, NULL).state == CD_FREE) return true;
    snprintf(message, messageSize, "step %d of the hand: %s", (int)hand->stepCount,
             good ? "overlaps where it was left" : "neither free nor held");
    return false;
}

// (1)
static cdPose interpolate(cdPose from, cdPose to, double t) {
    double sign =
        from.q.w * to.q.w + from.q.x * to.q.x + from.q.y * to.q.y + from.q.z * to.q.z < 0.0 ? -t : t;
    double rest = 1.0 - t;
    cdQuat q = {rest * from.q.w + sign * to.q.w, rest * from.q.x + sign * to.q.x,
                rest * from.q.y + sign * to.q.y, rest * from.q.z + sign * to.q.z};
    return (cdPose){cdAdd(cdScale(rest, from.p), cdScale(t, to.p)), cdNormalizeQuat(q)};
}

bool LeadSceneObject(SceneHand *hand, cdPose target, int32_t stepCount, char *message, size_t messageSize) {
    cdPose from = hand->meant;
    for (int32_t i = 1; i <= stepCount; i++) {
        hand->meant = i < stepCount ? interpolate(from, target, (double)i / stepCount) : target;
        if (!resolve(hand, message, messageSize)) return false;
    }
    return true;
}

bool HoldSceneObject(SceneHand *hand, char *message, size_t messageSize) {
    cdPose before = hand->rest;
    for (int32_t i = 0; i < 3; i++) {
        if (!resolve(hand, message, messageSize)) return false;
        if (memcmp(&hand->rest, &before, sizeof before) == 0) continue;
        snprintf(message, messageSize, "held still, it moved by %.3g",
                 cdLength(cdSub(hand->rest.p, before.p)));
        return false;
    }
    return true;
}

bool LeadThroughStory(SceneHand *hand, int32_t stepCount, char *message, size_t messageSize) {
    for (int32_t i = 0; i < hand->data->storyCount; i++) {
        const SceneStoryStep *step = &hand->data->story[i];
        if (step->response != SCENE_SLIDE || step->object != hand->object) continue;
        if (!LeadSceneObject(hand, step->target, stepCount, message, messageSize)) return false;
    }
    return true;
}

bool ExpectSceneObject(const SceneHand *hand, cdVec3 place, double distance, const char *when, char *message,
                       size_t messageSize) {
    cdVec3 p = hand->rest.p;
    if (cdLength(cdSub(p, place)) <= distance) return true;
    snprintf(message, messageSize, "%s: at %.6f %.6f %.6f, expected %.6f %.6f %.6f", when, p.x, p.y, p.z,
             place.x, place.y, place.z);
    return false;
}
