// A hand that leads an object of a scene in small steps, as in the window, with slide as the response.
#ifndef APP_SCENE_HAND_H
#define APP_SCENE_HAND_H

#include "collision/slide.h"
#include "scenes/scene.h"

typedef struct SceneHand {
    const SceneData *data;
    const cdMesh *const *meshes;
    int32_t object;
    cdPose meant;                 // where the hand is: the intended pose
    cdPose rest;                  // where the object is
    int32_t stepCount, heldCount; // steps in all, and those that met something
} SceneHand;

// Takes the first driven object at its pose. The meshes have their surfaces.
SceneHand OpenSceneHand(const SceneData *data, const cdMesh *const *meshes);

// Moves the hand to `target` in so many equal steps. Fails when the object overlaps anything after one of
// them, by the exact test, or cannot be resolved.
bool LeadSceneObject(SceneHand *hand, cdPose target, int32_t stepCount, char *message, size_t messageSize);

// Holds the hand where it is: the object must stay as it is, bit for bit.
bool HoldSceneObject(SceneHand *hand, char *message, size_t messageSize);

// Leads it from its pose in the scene through the targets of the story's steps, so many steps each.
bool LeadThroughStory(SceneHand *hand, int32_t stepCount, char *message, size_t messageSize);

// Whether the object is within `distance` of a place, and if not says where it is.
bool ExpectSceneObject(const SceneHand *hand, cdVec3 place, double distance, const char *when, char *message,
                       size_t messageSize);

#endif
