// Two boxes in motion through other libraries, behind one C interface.
//
// Input: two boxes made beforehand, the poses between which A moves; B stands at the identity. Output: hit or
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
    double time; // fraction of the step, 1 when there is no hit
} BoxAnswer;

typedef struct BoxPeer {
    const char *name;
    void *(*makeBox)(cdVec3 half); // NULL: no memory
    void (*freeBox)(void *box);
    BoxAnswer (*find)(const void *a, const void *b, const cdPose *start, const cdPose *target);
    bool turns;      // else it knows translations only
    bool sameMotion; // in between as collision/motion.h has it; translations always are
    bool continuous; // looks at all times; else at samples
} BoxPeer;

// The ways into one library. @lifetime static
const BoxPeer *GetFclBoxPeers(int32_t *count);
const BoxPeer *GetBulletBoxPeers(int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
