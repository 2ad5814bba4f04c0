// Exploded view of a scene: each part stands on its path out of the others, away from all of them.
//
// Input: a scene taken apart (disassembly.h). Output: for each part or group its path from its place in the
// assembly to its place in the exploded view. The last one removed gets its place first. A place is the first
// pose on the path, prolonged straight where it ends, at which the bounding box is apart from those of all
// placed before, along their whole paths. A group takes its whole path, and stops where the boxes of its
// parts, spread from there along their own paths, are apart too. So the parts go back one by one, in reverse
// order, past those that still wait; those of a group go to its place first, then it moves as one. Each
// motion is certified as a whole, among all others where they are then.
#ifndef APP_EXPLOSION_H
#define APP_EXPLOSION_H

#include "scenes/disassembly.h"

// A part, or a group that moves as one.
typedef struct ExplodedPart {
    const int32_t *objects; // objects[objectCount], of the disassembly, which must outlive the view
    int32_t objectCount;
    cdPathNode *nodes; // nodes[nodeCount]: of objects[0], from the assembly or its group's place to its place
    int32_t nodeCount;
} ExplodedPart;

// Zeroed: empty.
typedef struct Explosion {
    ExplodedPart *parts; // parts[partCount]: those that were taken out, in the order of removal
    int32_t partCount;
} Explosion;

// `meshes`: as for CreateSceneWorld.
// @errors false with a message: no memory, or a motion that is not certified as free; nothing to destroy
bool CreateExplosion(const SceneData *data, const cdMesh *const *meshes, const Disassembly *disassembly,
                     Explosion *explosion, char *message, size_t messageSize);
void DestroyExplosion(Explosion *explosion);

// Returns the pose of an object while the first `away` parts are at their places in the view.
cdPose GetExplodedPose(const SceneData *data, const Explosion *explosion, int32_t object, int32_t away);

#endif
