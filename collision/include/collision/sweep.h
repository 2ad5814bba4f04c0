// Sweep and prune: which of many boxes overlap, kept from one update to the next.
//
// Input: an axis-aligned box for each body. Output: the pairs of bodies whose boxes overlap, in increasing
// order of bodyA, then bodyB: it depends on the boxes alone, not on how the bodies came there. Boxes that
// only touch overlap. [CW96 section 1, its reference 1: I-COLLIDE]
//
// An update sorts the ends of the boxes on the three axes by insertion, which is quick when the bodies have
// moved little: O(n + exchanges + pairs) for n bodies. When they have moved so much that this would take
// longer than sorting from nothing, it sorts from nothing. An update allocates only for more pairs than there
// have ever been, beyond 16 a body.
#ifndef COLLISION_SWEEP_H
#define COLLISION_SWEEP_H

#include "collision/base.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// The boxes of many bodies, sorted. @lifetime from cdCreateSweep to cdDestroySweep
typedef struct cdSweep cdSweep;

// Two bodies whose boxes overlap.
typedef struct cdSweepPair {
    int32_t bodyA, bodyB; // bodyA < bodyB
} cdSweepPair;

// The pairs that overlap, and what the update did.
typedef struct cdSweepUpdate {
    const cdSweepPair *pairs;       // pairs[pairCount], in order. @lifetime until the next update
    int32_t pairCount;              // that overlap
    int32_t pairsBegun, pairsEnded; // since the update before
    int64_t exchanges;              // of neighbouring ends, on all axes
    bool sortedAnew;                // gave up on inserting
    bool outOfMemory;               // some pairs are missing; the next update tries again
} cdSweepUpdate;

enum { CD_SWEEP_BODY_MAX = 1 << 24 };

// A sweep for the bodies 0 to bodyCapacity - 1, none of them there yet.
// @errors NULL: no memory
CD_API cdSweep *cdCreateSweep(int32_t bodyCapacity);
// Frees a sweep; nothing for NULL.
CD_API void cdDestroySweep(cdSweep *sweep);

// Puts a body's box where it is from the next update on; adds the body when it is not there. A `box` of NULL
// takes the body out.
// @errors false: a NaN, or a lower end above the upper one; the body stays as it was
CD_API bool cdSetSweepBox(cdSweep *sweep, int32_t body, const cdBox3 *box);

// Finds the pairs of the boxes as set.
CD_API cdSweepUpdate cdUpdateSweep(cdSweep *sweep);

#ifdef __cplusplus
}
#endif
#endif
