// Broad phase by sweep and prune: the pairs of overlapping boxes among many, kept from update to update.
//
// Input: an axis-aligned box for each body. Output: the pairs of bodies whose boxes overlap, sorted by bodyA,
// then bodyB. The result depends on the boxes alone, not on earlier updates. Boxes that only touch overlap.
// [CW96 section 1, its reference 1: I-COLLIDE]
//
// An update sorts the ends of the boxes on the three axes by insertion, which is fast if the bodies have
// moved little: O(n + exchanges + pairs) for n bodies. If a full sort is faster, it does that. While at most
// eight boxes have changed since the last sort, it tests only these. An update allocates only for more pairs
// than ever before, beyond 16 per body.
#ifndef COLLISION_BROAD_PHASE_H
#define COLLISION_BROAD_PHASE_H

#include "collision/base.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// A broad phase: the sorted boxes of many bodies. @lifetime from cdCreateBroadPhase to cdDestroyBroadPhase
typedef struct cdBroadPhase cdBroadPhase;

// Two bodies whose boxes overlap.
typedef struct cdBroadPhasePair {
    int32_t bodyA, bodyB; // bodyA < bodyB
} cdBroadPhasePair;

// Result of cdUpdateBroadPhase.
typedef struct cdBroadPhaseUpdate {
    const cdBroadPhasePair *pairs;  // pairs[pairCount], sorted. @lifetime until the next update
    int32_t pairCount;              // pairs whose boxes overlap
    int32_t pairsBegun, pairsEnded; // changes since the previous update
    int64_t exchanges;              // exchanges of neighbouring ends, on all axes
    bool resorted;                  // true if a full sort replaced insertion
    bool outOfMemory;               // true if pairs are missing; the next update tries again
} cdBroadPhaseUpdate;

enum { CD_BROAD_PHASE_BODY_MAX = 1 << 24 }; // maximum of bodyCapacity

// Creates a broad phase for the bodies 0 to bodyCapacity - 1, without boxes.
// @errors NULL: no memory
CD_API cdBroadPhase *cdCreateBroadPhase(int32_t bodyCapacity);
// Frees a broad phase. NULL is allowed.
CD_API void cdDestroyBroadPhase(cdBroadPhase *broadPhase);

// Sets the box of a body for the next update; adds the body if necessary. `box` NULL: removes the body.
// @errors false: a NaN, or a lower end above the upper one; nothing changes
CD_API bool cdSetBroadPhaseBox(cdBroadPhase *broadPhase, int32_t body, const cdBox3 *box);

// Finds the pairs of bodies whose boxes overlap.
CD_API cdBroadPhaseUpdate cdUpdateBroadPhase(cdBroadPhase *broadPhase);

#ifdef __cplusplus
}
#endif
#endif
