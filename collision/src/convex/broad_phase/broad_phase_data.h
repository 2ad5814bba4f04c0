// What a sweep keeps from one update to the next.
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
    bool isNew;         // listed, and not there at the last update: `before` says nothing
} cdBroadPhaseBody;

struct cdBroadPhase {
    cdBroadPhaseBody *bodies;    // bodies[bodyCapacity]
    cdBroadPhaseEnd *axes[3];    // axes[k][endCount], in order
    cdBroadPhaseEnd *endSpace;   // endSpace[2 * bodyCapacity], to sort in
    int32_t *active;             // active[bodyCapacity + 1]: bodies or counts
    cdBroadPhasePair *pairBlock; // holds the three that follow
    cdBroadPhasePair *pairs;     // pairs[pairCapacity], in order
    cdBroadPhasePair *added;     // added[pairCapacity]
    cdBroadPhasePair *space;     // space[pairCapacity]
    int32_t bodyCapacity, endCount;
    int32_t pairCapacity, pairCount;
    int64_t addedCount; // may be beyond the capacity; those are not stored
    bool incomplete;    // the pairs do not hold all that overlapped at the last update
};

static inline bool cdDoBoxesOverlap(const cdBox3 *a, const cdBox3 *b) {
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static inline double cdGetAxis(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// A lower end comes before an upper one of the same value, so that boxes which touch overlap.
static inline bool cdIsEndBefore(const cdBroadPhaseEnd *a, const cdBroadPhaseEnd *b) {
    return a->value < b->value || (a->value == b->value && !a->upper && b->upper);
}

static inline void cdAddBroadPhasePair(cdBroadPhase *sweep, int32_t a, int32_t b) {
    if (sweep->addedCount < sweep->pairCapacity)
        sweep->added[sweep->addedCount] = a < b ? (cdBroadPhasePair){a, b} : (cdBroadPhasePair){b, a};
    sweep->addedCount++;
}

// Sorts the ends of each axis by insertion and adds the pairs that have begun to overlap; false when that
// takes more exchanges than it is worth, and then the ends are in any order.
bool cdInsertBroadPhaseEnds(cdBroadPhase *sweep, int64_t *exchanges);
// Sorts the ends of each axis from nothing and adds all pairs that overlap.
void cdSortBroadPhaseEnds(cdBroadPhase *sweep);

#endif
