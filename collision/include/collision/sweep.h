// Sweep and prune: which of many boxes overlap, kept from one update to the next.
//
// Input: an axis-aligned box for each body. Output: the pairs of bodies whose boxes overlap, in increasing
// order of bodyA, then bodyB: it depends on the boxes alone, not on how the bodies came there. Boxes that
// only touch overlap. [CW96 section 1, its reference 1: I-COLLIDE]
//
// An update sorts the ends of the boxes on the three axes by insertion, which is quick when the bodies have
// moved little: O(n + exchanges + pairs) for n bodies. When they have moved so much that this would take
// longer than sorting from nothing, it sorts from nothing. An update allocates nothing.
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

// What an update did.
typedef struct cdSweepUpdate {
    int64_t exchanges;              // of neighbouring ends, on all axes
    int32_t pairsBegun, pairsEnded; // since the update before
    int64_t pairCount;              // pairs that overlap
    bool sortedAnew;                // gave up on inserting
    bool truncated;                 // pairCount is beyond the capacity: some pairs are not in the list
} cdSweepUpdate;

enum { CD_SWEEP_BODY_MAX = 1 << 24 };

// A sweep for the bodies 0 to bodyCapacity - 1, none of them there yet. Room for pairs: all there can be, or
// 16 a body where that is less; see cdReserveSweepPairs.
// @errors NULL: no memory
CD_API cdSweep *cdCreateSweep(int32_t bodyCapacity);
// Frees a sweep; nothing for NULL.
CD_API void cdDestroySweep(cdSweep *sweep);

// Makes room for pairs; allocates, and keeps the pairs. Never makes it smaller.
// @errors false: no memory, and nothing has changed
CD_API bool cdReserveSweepPairs(cdSweep *sweep, int64_t pairCapacity);

// Puts a body's box where it is from the next update on; adds the body when it is not there.
// @errors false: a NaN, or a lower end above the upper one; the body stays as it was
CD_API bool cdSetSweepBox(cdSweep *sweep, int32_t body, cdBox3 box);
// Takes a body out, from the next update on; does nothing when it is not there.
CD_API void cdRemoveSweepBody(cdSweep *sweep, int32_t body);

// Finds the pairs of the boxes as set. When it is truncated, make room for pairCount pairs and update again.
CD_API cdSweepUpdate cdUpdateSweep(cdSweep *sweep);

// The pairs of the last update. @lifetime until the next update or reserve
CD_API const cdSweepPair *cdGetSweepPairs(const cdSweep *sweep, int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
