// Exploded view of a scene: each part stands on its path out of the others, away from all of them.
//
// Input: a scene taken apart (disassembly.h). Output: for each part its path from its place in the assembly
// to its place in the exploded view. The last part removed gets its place first. A place is the first pose on
// the part's path, prolonged straight where it ends, at which its bounding box is apart from those of the
// parts placed before, along their whole paths. So the parts go back one by one, in reverse order, past those
// that still wait. That motion is certified as a whole, each part among all others where they are then.
#ifndef APP_EXPLOSION_H
#define APP_EXPLOSION_H

#include "scenes/disassembly.h"

typedef struct ExplodedPart {
    int32_t object;
    cdPathNode *nodes; // nodes[nodeCount]: from the assembly to the exploded view
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

#endif
