// Drags an object of a scene in small steps.
//
// Input: a scene, and the target of the drag. (1) Interpolates the dragged pose. (2) Slides the object
// towards it, as the window does. (3) Tests for overlap exactly after each step.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>
#include <string.h>

SceneHand OpenSceneHand(const SceneData *data, const cdMesh *const *meshes) {
    int32_t object = FindDrivenObject(data);
    cdPose pose = data->objects[object].pose;
    return (SceneHand){.data = data, .meshes = meshes, .object = object, .target = pose, .pose = pose};
}

// (2), (3)
static bool resolve(SceneHand *hand, char *message, size_t messageSize) {
    SceneStepInput input = {.data = hand->data,
                            .meshes = hand->meshes,
                            .object = hand->object,
                            .start = hand->pose,
                            .target = hand->target,
                            .response = SCENE_SLIDE};
    cdFirstContact result = ResolveSceneStep(&input, NULL);
    hand->pose = result.resolvedPose;
    hand->stepCount++;
    hand->contactCount += result.state == CD_CONTACT;
    input.start = input.target = hand->pose;
    input.mode = SCENE_DISCRETE;
    bool good = result.state == CD_FREE || result.state == CD_CONTACT;
    if (good && ResolveSceneStep(&input, NULL).state == CD_FREE) return true;
    snprintf(message, messageSize, "step %d of the drag: %s", (int)hand->stepCount,
             good ? "the resolved pose overlaps" : "neither free nor in contact");
    return false;
}

// (1)
static cdPose interpolate(cdPose from, cdPose to, double t) {
    double sign =
        from.q.w * to.q.w + from.q.x * to.q.x + from.q.y * to.q.y + from.q.z * to.q.z < 0.0 ? -t : t;
    double s = 1.0 - t;
    cdQuat q = {s * from.q.w + sign * to.q.w, s * from.q.x + sign * to.q.x, s * from.q.y + sign * to.q.y,
                s * from.q.z + sign * to.q.z};
    return (cdPose){cdAdd(cdScale(s, from.p), cdScale(t, to.p)), cdNormalizeQuat(q)};
}

bool LeadSceneObject(SceneHand *hand, cdPose target, int32_t stepCount, char *message, size_t messageSize) {
    cdPose from = hand->target;
    for (int32_t i = 1; i <= stepCount; i++) {
        hand->target = i < stepCount ? interpolate(from, target, (double)i / stepCount) : target;
        if (!resolve(hand, message, messageSize)) return false;
    }
    return true;
}

bool HoldSceneObject(SceneHand *hand, char *message, size_t messageSize) {
    cdPose before = hand->pose;
    for (int32_t i = 0; i < 3; i++) {
        if (!resolve(hand, message, messageSize)) return false;
        if (memcmp(&hand->pose, &before, sizeof before) == 0) continue;
        snprintf(message, messageSize, "held by a still pointer, it moved by %.3g",
                 cdLength(cdSub(hand->pose.p, before.p)));
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

bool ExpectSceneObject(const SceneHand *hand, cdVec3 position, double distance, const char *when,
                       char *message, size_t messageSize) {
    cdVec3 p = hand->pose.p;
    if (cdLength(cdSub(p, position)) <= distance) return true;
    snprintf(message, messageSize, "%s: at %.6f %.6f %.6f, expected %.6f %.6f %.6f", when, p.x, p.y, p.z,
             position.x, position.y, position.z);
    return false;
}
