// Drags an object of a scene in small steps, as the window does, with the slide response.
#ifndef APP_SCENE_HAND_H
#define APP_SCENE_HAND_H

#include "collision/slide.h"
#include "scenes/scene.h"

typedef struct SceneHand {
    const SceneData *data;
    const cdMesh *const *meshes;
    int32_t object;
    cdPose target;                   // target pose of the drag
    cdPose pose;                     // resolved pose of the object
    int32_t stepCount, contactCount; // all steps, and those with a contact
} SceneHand;

// Takes the first driven object at its pose. The meshes have their features.
SceneHand OpenSceneHand(const SceneData *data, const cdMesh *const *meshes);

// Drags the object to `target` in `stepCount` equal steps. Fails if it overlaps anything after a step, by the
// exact test, or a step cannot be resolved.
bool LeadSceneObject(SceneHand *hand, cdPose target, int32_t stepCount, char *message, size_t messageSize);

// Keeps the target unchanged for some steps: the object's pose must not change, bit for bit.
bool HoldSceneObject(SceneHand *hand, char *message, size_t messageSize);

// Drags it from its pose in the scene through the targets of the story, with `stepCount` steps each.
bool LeadThroughStory(SceneHand *hand, int32_t stepCount, char *message, size_t messageSize);

// True if the object is within `distance` of a position, else false with a message.
bool ExpectSceneObject(const SceneHand *hand, cdVec3 position, double distance, const char *when,
                       char *message, size_t messageSize);

#endif
