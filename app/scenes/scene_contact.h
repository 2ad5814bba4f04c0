// The contact of two objects of a scene, for its headless check: regions, normals, and whether they persist.
#ifndef APP_SCENE_CONTACT_H
#define APP_SCENE_CONTACT_H

#include "collision/regions.h"
#include "scenes/scene.h"

typedef struct SceneContact {
    const SceneData *data;
    const cdMesh *const *meshes; // of all objects, with their surfaces
    int32_t moving, fixed;       // objects
    cdContactRegions now, before;
    cdWorkspace *workspace;
} SceneContact;

// false: no memory, with a message; to be closed in either case.
bool OpenSceneContact(SceneContact *contact, const SceneData *data, const cdMesh *const *meshes,
                      int32_t moving, int32_t fixed, char *message, size_t messageSize);
void CloseSceneContact(SceneContact *contact);

// Fills `now`, the whole intersection set, for the moving object at `pose` and the fixed one where the scene
// has it. `remembers`: what `now` was before are the regions of the step before, else there is none.
void FindSceneContact(SceneContact *contact, cdPose pose, bool remembers);

// What a contact must be. Numbers of regions; -1: any.
typedef struct ContactExpectation {
    const char *when;
    int32_t all;           // in the whole intersection set
    int32_t sufficient[3]; // of 0, 1, 2 dimensions that are needed
} ContactExpectation;

// That `now` touches, is complete, has these numbers, and that each region that is needed has normals, no
// more than 3 less its dimensions, and none of the others has any. false with a message.
bool ExpectSceneContact(const SceneContact *contact, const ContactExpectation *expected, char *message,
                        size_t messageSize);

// The n-th region needed of so many dimensions; NULL: there are fewer.
const cdContactRegion *GetSceneRegion(const SceneContact *contact, int32_t dimension, int32_t n);

// Whether one of the region's normals is this one, to a millionth.
bool HasNormal(const cdContactRegion *region, cdVec3 normal);

// What a scene asks of its contact beside numbers. false with a message.
typedef bool ContactCheck(const SceneContact *contact, char *message, size_t messageSize);

// One call of the four above: the contact of the first driven object with `fixed` at its pose in the scene.
// `check`: asked last; NULL: nothing more.
bool CheckSceneContact(const SceneData *data, const cdMesh *const *meshes, int32_t fixed,
                       const ContactExpectation *expected, ContactCheck *check, char *message,
                       size_t messageSize);

#endif
