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
#ifndef COLLISION_BROAD_PHASE_H
#define COLLISION_BROAD_PHASE_H

#include "collision/base.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// The boxes of many bodies, sorted. @lifetime from cdCreateBroadPhase to cdDestroyBroadPhase
typedef struct cdBroadPhase cdBroadPhase;

// Two bodies whose boxes overlap.
typedef struct cdBroadPhasePair {
    int32_t bodyA, bodyB; // bodyA < bodyB
} cdBroadPhasePair;

// The pairs that overlap, and what the update did.
typedef struct cdBroadPhaseUpdate {
    const cdBroadPhasePair *pairs;  // pairs[pairCount], in order. @lifetime until the next update
    int32_t pairCount;              // that overlap
    int32_t pairsBegun, pairsEnded; // since the update before
    int64_t exchanges;              // of neighbouring ends, on all axes
    bool resorted;                  // gave up on inserting
    bool outOfMemory;               // some pairs are missing; the next update tries again
} cdBroadPhaseUpdate;

enum { CD_BROAD_PHASE_BODY_MAX = 1 << 24 };

// A sweep for the bodies 0 to bodyCapacity - 1, none of them there yet.
// @errors NULL: no memory
CD_API cdBroadPhase *cdCreateBroadPhase(int32_t bodyCapacity);
// Frees a sweep; nothing for NULL.
CD_API void cdDestroyBroadPhase(cdBroadPhase *sweep);

// Puts a body's box where it is from the next update on; adds the body when it is not there. A `box` of NULL
// takes the body out.
// @errors false: a NaN, or a lower end above the upper one; the body stays as it was
CD_API bool cdSetBroadPhaseBox(cdBroadPhase *sweep, int32_t body, const cdBox3 *box);

// Finds the pairs of the boxes as set.
CD_API cdBroadPhaseUpdate cdUpdateBroadPhase(cdBroadPhase *sweep);

#ifdef __cplusplus
}
#endif
#endif
