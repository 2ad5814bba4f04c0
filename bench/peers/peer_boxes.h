// Two boxes in motion through other libraries, behind one C interface.
//
// Input: two prepared boxes, and the poses between which A moves; B is fixed at the identity. Output: hit or
// not, and the time.
#ifndef PEER_BOXES_H
#define PEER_BOXES_H

#include "collision/vecmath.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BoxAnswer {
    bool hit;
    bool failed; // no answer: the library gave up
    double time; // fraction of the step, 1 without a hit
} BoxAnswer;

typedef struct BoxPeer {
    const char *name;
    void *(*makeBox)(cdVec3 half); // NULL: no memory
    void (*freeBox)(void *box);
    BoxAnswer (*find)(const void *a, const void *b, const cdPose *start, const cdPose *target);
    bool turns;      // else it supports translations only
    bool sameMotion; // in-between motion of collision/motion.h; true for all translations
    bool continuous; // tests all times; else samples
} BoxPeer;

// The entry points of one library. @lifetime static
const BoxPeer *GetFclBoxPeers(int32_t *count);
const BoxPeer *GetBulletBoxPeers(int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
