// The data of a broad phase between updates.
#ifndef CD_BROAD_PHASE_DATA_H
#define CD_BROAD_PHASE_DATA_H

#include "collision/broad_phase.h"

// An end of a body's box on an axis.
typedef struct cdBroadPhaseEnd {
    double value;
    int32_t body;
    bool upper;
} cdBroadPhaseEnd;

typedef struct cdBroadPhaseBody {
    cdBox3 box, before; // as set; as of the last sort
    bool present;       // as set
    bool listed;        // has ends in the lists
    bool isNew;         // listed, but not at the last sort: `before` is invalid
    bool isLoose;       // its box has changed since the last sort
} cdBroadPhaseBody;

// Up to this many bodies whose boxes have changed are tested against all others without a sort.
enum { CD_LOOSE_MAX = 8 };

struct cdBroadPhase {
    cdBroadPhaseBody *bodies;    // bodies[bodyCapacity]
    cdBroadPhaseEnd *axes[3];    // axes[k][endCount], in order
    cdBroadPhaseEnd *endSpace;   // endSpace[2 * bodyCapacity], scratch for sorting
    int32_t *active;             // active[bodyCapacity + 1]: bodies or counts
    cdBroadPhasePair *pairBlock; // memory of the next four
    cdBroadPhasePair *sorted;    // sorted[pairCapacity], in order: of the last sort
    cdBroadPhasePair *loose;     // loose[pairCapacity], in order: of the last update without a sort
    cdBroadPhasePair *added;     // added[pairCapacity]
    cdBroadPhasePair *space;     // space[pairCapacity]
    int32_t bodyCapacity, endCount;
    int32_t pairCapacity, sortedCount;
    cdBroadPhasePair *pairs; // pairs[pairCount], of the last update: `sorted` or `loose`
    int32_t pairCount;
    int32_t looseBodies[CD_LOOSE_MAX]; // looseBodies[looseCount], in no order
    int32_t looseCount;                // CD_LOOSE_MAX + 1: more than have room
    bool changes;                      // true if a box has changed since the last update
    bool comesOrGoes;                  // true if a body has been added or removed since the last sort
    int64_t addedCount;                // can exceed the capacity; the excess is not stored
    bool incomplete;                   // true if `pairs` lacks some that overlapped at the last update
};

static inline bool cdDoBoxesOverlap(const cdBox3 *a, const cdBox3 *b) {
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static inline double cdGetAxis(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Sorts a lower end before an upper one of the same value, so that touching boxes overlap.
static inline bool cdIsEndBefore(const cdBroadPhaseEnd *a, const cdBroadPhaseEnd *b) {
    return a->value < b->value || (a->value == b->value && !a->upper && b->upper);
}

static inline void cdAddBroadPhasePair(cdBroadPhase *phase, int32_t a, int32_t b) {
    if (phase->addedCount < phase->pairCapacity)
        phase->added[phase->addedCount] = a < b ? (cdBroadPhasePair){a, b} : (cdBroadPhasePair){b, a};
    phase->addedCount++;
}

// Finds the pairs again without a sort: those of the last sort between boxes that are as they were, and those
// of loose bodies. False: there are too many; nothing has changed.
bool cdFindLoosePairs(cdBroadPhase *phase);

// Returns the order of two pairs: below 0, 0, or above 0.
static inline int cdCompareBodyPairs(cdBroadPhasePair a, cdBroadPhasePair b) {
    if (a.bodyA != b.bodyA) return a.bodyA < b.bodyA ? -1 : 1;
    return (a.bodyB > b.bodyB) - (a.bodyB < b.bodyB);
}

// Sorts the ends of each axis by insertion and adds the pairs that have begun to overlap. False if that takes
// too many exchanges; then the ends are in no order.
bool cdInsertBroadPhaseEnds(cdBroadPhase *phase, int64_t *exchanges);
// Sorts the ends of each axis from scratch and adds all pairs that overlap.
void cdSortBroadPhaseEnds(cdBroadPhase *phase);

#endif
