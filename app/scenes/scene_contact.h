// Contact of two objects of a scene, for its check: regions, normals and their persistence.
#ifndef APP_SCENE_CONTACT_H
#define APP_SCENE_CONTACT_H

#include "collision/regions.h"
#include "scenes/scene.h"

typedef struct SceneContact {
    const SceneData *data;
    const cdMesh *const *meshes; // of all objects, with their features
    int32_t moving, fixed;       // objects
    cdContactRegions now, before;
    cdWorkspace *workspace;
} SceneContact;

// Opens a contact, to be closed in any case. @errors false with a message: no memory
bool OpenSceneContact(SceneContact *contact, const SceneData *data, const cdMesh *const *meshes,
                      int32_t moving, int32_t fixed, char *message, size_t messageSize);
void CloseSceneContact(SceneContact *contact);

// Computes `now`, the whole intersection set, for the moving object at `pose` and the fixed one at its pose
// in the scene. With `remembers` the previous `now` is used as the step before.
void FindSceneContact(SceneContact *contact, cdPose pose, bool remembers);

// Expected numbers of regions; -1: any.
typedef struct ContactExpectation {
    const char *when;
    int32_t all;           // in the whole intersection set
    int32_t sufficient[3]; // in the sufficient subset, of dimension 0, 1, 2
} ContactExpectation;

// Checks that `now` touches, is complete and has these numbers, that each region of the sufficient subset has
// at least 1 and at most 3 minus its dimension normals, and that the others have none. @errors false with a
// message
bool ExpectSceneContact(const SceneContact *contact, const ContactExpectation *expected, char *message,
                        size_t messageSize);

// Returns the n-th region of this dimension in the sufficient subset, or NULL.
const cdContactRegion *GetSceneRegion(const SceneContact *contact, int32_t dimension, int32_t n);

// True if one of the region's normals equals this one within 1e-6.
bool HasNormal(const cdContactRegion *region, cdVec3 normal);

// Additional check of a scene's contact. @errors false with a message
typedef bool ContactCheck(const SceneContact *contact, char *message, size_t messageSize);

// Opens, finds, checks and closes the contact of the first driven object with `fixed` at its pose in the
// scene. `check` runs last and may be NULL.
bool CheckSceneContact(const SceneData *data, const cdMesh *const *meshes, int32_t fixed,
                       const ContactExpectation *expected, ContactCheck *check, char *message,
                       size_t messageSize);

#endif
