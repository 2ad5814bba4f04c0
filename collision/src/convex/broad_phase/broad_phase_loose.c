// Pairs where few boxes have changed since the last sort, as in a world whose bodies are almost all asleep.
//
// (1) Each loose body is tested against all bodies; their pairs are sorted by insertion. (2) Merge them with
// the pairs of the last sort that have no loose body. The ends of the boxes stay as they were sorted, so that
// a later sort finds what has begun since. O(n) for n bodies, with a small factor.
#include "convex/broad_phase/broad_phase_data.h"
#include "foundation/numbers/float_mode.h"

// --- (1)

static void insertPair(cdBroadPhase *phase, int32_t a, int32_t b) {
    cdBroadPhasePair pair = a < b ? (cdBroadPhasePair){a, b} : (cdBroadPhasePair){b, a};
    int64_t to = phase->addedCount++;
    for (; to > 0 && cdCompareBodyPairs(pair, phase->added[to - 1]) < 0; to--)
        phase->added[to] = phase->added[to - 1];
    phase->added[to] = pair;
}

// A pair of two loose bodies is added by the one with the lower index.
static bool addPairsOf(cdBroadPhase *phase, int32_t index) {
    enum { ROOM = 512 };
    const cdBox3 box = phase->bodies[index].box;
    for (int32_t i = 0; i < phase->bodyCapacity; i++) {
        const cdBroadPhaseBody *other = &phase->bodies[i];
        if (!other->present || !cdDoBoxesOverlap(&box, &other->box)) continue;
        if (i == index || (other->isLoose && i < index)) continue;
        if (phase->addedCount == phase->pairCapacity || phase->addedCount == ROOM) return false;
        insertPair(phase, index, i);
    }
    return true;
}

// --- (2)

static bool mergeLoose(cdBroadPhase *phase) {
    const int32_t addedCount = (int32_t)phase->addedCount;
    int32_t old = 0, fresh = 0, count = 0;
    while (old < phase->sortedCount || fresh < addedCount) {
        bool takesOld =
            fresh == addedCount ||
            (old < phase->sortedCount && cdCompareBodyPairs(phase->sorted[old], phase->added[fresh]) <= 0);
        cdBroadPhasePair pair = takesOld ? phase->sorted[old++] : phase->added[fresh++];
        if (takesOld && (phase->bodies[pair.bodyA].isLoose || phase->bodies[pair.bodyB].isLoose)) continue;
        if (count == phase->pairCapacity) return false;
        phase->space[count++] = pair;
    }
    cdBroadPhasePair *swap = phase->loose;
    phase->loose = phase->space;
    phase->space = swap;
    phase->pairs = phase->loose;
    phase->pairCount = count;
    return true;
}

bool cdFindLoosePairs(cdBroadPhase *phase) {
    phase->addedCount = 0;
    for (int32_t i = 0; i < phase->looseCount; i++)
        if (!addPairsOf(phase, phase->looseBodies[i])) return false;
    return mergeLoose(phase);
}
