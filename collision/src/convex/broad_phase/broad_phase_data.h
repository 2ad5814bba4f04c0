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
    cdBox3 box, before; // as set; as of the last update
    bool present;       // as set
    bool listed;        // has ends in the lists
    bool isNew;         // listed, but not at the last update: `before` is invalid
} cdBroadPhaseBody;

struct cdBroadPhase {
    cdBroadPhaseBody *bodies;    // bodies[bodyCapacity]
    cdBroadPhaseEnd *axes[3];    // axes[k][endCount], in order
    cdBroadPhaseEnd *endSpace;   // endSpace[2 * bodyCapacity], scratch for sorting
    int32_t *active;             // active[bodyCapacity + 1]: bodies or counts
    cdBroadPhasePair *pairBlock; // memory of the next three
    cdBroadPhasePair *pairs;     // pairs[pairCapacity], in order
    cdBroadPhasePair *added;     // added[pairCapacity]
    cdBroadPhasePair *space;     // space[pairCapacity]
    int32_t bodyCapacity, endCount;
    int32_t pairCapacity, pairCount;
    int64_t addedCount; // can exceed the capacity; the excess is not stored
    bool incomplete;    // true if `pairs` lacks some that overlapped at the last update
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

// Sorts the ends of each axis by insertion and adds the pairs that have begun to overlap. False if that takes
// too many exchanges; then the ends are in no order.
bool cdInsertBroadPhaseEnds(cdBroadPhase *phase, int64_t *exchanges);
// Sorts the ends of each axis from scratch and adds all pairs that overlap.
void cdSortBroadPhaseEnds(cdBroadPhase *phase);

#endif
