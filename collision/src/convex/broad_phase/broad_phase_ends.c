// Sorts the ends of the boxes and finds the pairs that begin to overlap.
//
// By insertion: each exchange of two neighbours happens once, if their order has changed since the last
// update. A lower end that moves before another box's upper end begins an overlap on this axis; the pair is
// new if the boxes overlap on all axes. It may begin on several axes at once and is added on the first.
//
// From scratch: a merge sort, then one walk along the axis with the fewest overlaps, with a list of the boxes
// that are open there.
#include "convex/broad_phase/broad_phase_data.h"
#include "foundation/numbers/float_mode.h"

#include <string.h>

// Insertion gives up after as many exchanges as a sort from scratch takes steps: this many for each end, and
// one for each pair that overlaps on the axis of the walk.
enum { EXCHANGES_PER_END = 40 };

static bool wasApart(const cdBroadPhaseBody *a, const cdBroadPhaseBody *b, int axis) {
    return a->isNew || b->isNew || cdGetAxis(a->before.lower, axis) > cdGetAxis(b->before.upper, axis) ||
           cdGetAxis(b->before.lower, axis) > cdGetAxis(a->before.upper, axis);
}

static void beginOverlap(cdBroadPhase *phase, int32_t bodyA, int32_t bodyB, int axis) {
    const cdBroadPhaseBody *a = &phase->bodies[bodyA], *b = &phase->bodies[bodyB];
    if (!cdDoBoxesOverlap(&a->box, &b->box)) return;
    for (int earlier = 0; earlier < axis; earlier++) {
        if (wasApart(a, b, earlier)) return;
    }
    cdAddBroadPhasePair(phase, bodyA, bodyB);
}

static int64_t countOverlaps(const cdBroadPhaseEnd *ends, int32_t count) {
    int64_t active = 0, overlaps = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!ends[i].upper) overlaps += active;
        active += ends[i].upper ? -1 : 1;
    }
    return overlaps;
}

// Returns the axis on which the fewest pairs overlap, and their number.
static int chooseAxis(const cdBroadPhase *phase, int64_t *fewest) {
    int best = 0;
    *fewest = INT64_MAX;
    for (int axis = 0; axis < 3; axis++) {
        int64_t overlaps = countOverlaps(phase->axes[axis], phase->endCount);
        if (overlaps >= *fewest) continue;
        *fewest = overlaps;
        best = axis;
    }
    return best;
}

// Sorts the end at an index into those before it. Returns the number of exchanges.
static int32_t insertEnd(cdBroadPhase *phase, int axis, int32_t index) {
    cdBroadPhaseEnd *ends = phase->axes[axis];
    const cdBroadPhaseEnd end = ends[index];
    int32_t to = index;
    for (; to > 0 && cdIsEndBefore(&end, &ends[to - 1]); to--) {
        if (!end.upper && ends[to - 1].upper) beginOverlap(phase, end.body, ends[to - 1].body, axis);
        ends[to] = ends[to - 1];
    }
    ends[to] = end;
    return index - to;
}

bool cdInsertBroadPhaseEnds(cdBroadPhase *phase, int64_t *exchanges) {
    int64_t limit = (int64_t)EXCHANGES_PER_END * phase->endCount;
    bool isWhole = false;
    for (int axis = 0; axis < 3; axis++) {
        for (int32_t i = 1; i < phase->endCount; i++) {
            *exchanges += insertEnd(phase, axis, i);
            if (*exchanges <= limit) continue;
            if (isWhole) return false;
            int64_t overlaps = 0;
            chooseAxis(phase, &overlaps);
            limit += overlaps;
            isWhole = true;
        }
    }
    return true;
}

static void mergeRuns(const cdBroadPhaseEnd *from, int32_t begin, int32_t middle, int32_t end,
                      cdBroadPhaseEnd *to) {
    int32_t left = begin, right = middle;
    for (int32_t i = begin; i < end; i++) {
        bool takeRight = left == middle || (right < end && cdIsEndBefore(&from[right], &from[left]));
        to[i] = from[takeRight ? right++ : left++];
    }
}

static void sortEnds(cdBroadPhaseEnd *ends, int32_t count, cdBroadPhaseEnd *space) {
    cdBroadPhaseEnd *from = ends, *to = space;
    for (int64_t run = 1; run < count; run *= 2) {
        for (int64_t begin = 0; begin < count; begin += 2 * run) {
            int64_t middle = begin + run < count ? begin + run : count;
            int64_t end = middle + run < count ? middle + run : count;
            mergeRuns(from, (int32_t)begin, (int32_t)middle, (int32_t)end, to);
        }
        cdBroadPhaseEnd *swap = from;
        from = to;
        to = swap;
    }
    if (from != ends && count > 0) memcpy(ends, from, (size_t)count * sizeof *ends);
}

static void walkAxis(cdBroadPhase *phase, const cdBroadPhaseEnd *ends) {
    int32_t activeCount = 0;
    for (int32_t i = 0; i < phase->endCount; i++) {
        int32_t body = ends[i].body;
        if (ends[i].upper) {
            int32_t at = 0;
            while (phase->active[at] != body)
                at++;
            phase->active[at] = phase->active[--activeCount];
            continue;
        }
        for (int32_t k = 0; k < activeCount; k++) {
            int32_t other = phase->active[k];
            if (cdDoBoxesOverlap(&phase->bodies[body].box, &phase->bodies[other].box))
                cdAddBroadPhasePair(phase, body, other);
        }
        phase->active[activeCount++] = body;
    }
}

void cdSortBroadPhaseEnds(cdBroadPhase *phase) {
    for (int axis = 0; axis < 3; axis++)
        sortEnds(phase->axes[axis], phase->endCount, phase->endSpace);
    int64_t overlaps = 0;
    walkAxis(phase, phase->axes[chooseAxis(phase, &overlaps)]);
}
