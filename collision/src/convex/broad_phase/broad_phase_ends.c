// The ends of the boxes put in order, and the pairs which that brings up.
//
// By insertion: each exchange of two neighbours happens once, when their order has changed since the last
// update. A lower end that goes before another box's upper end begins an overlap on this axis; the pair is
// new when the boxes overlap on all axes. It may begin on several axes at once and is added on the first.
//
// From nothing: a merge sort, then one walk along the axis on which the fewest boxes overlap, past a list of
// the boxes begun and not ended there.
#include "convex/broad_phase/broad_phase_data.h"
#include "foundation/numbers/float_mode.h"

#include <string.h>

// An update gives up when it has taken as many exchanges as the other way takes steps: these for each end, to
// sort them, and one for each pair that overlaps on the axis of the walk.
enum { EXCHANGES_PER_END = 40 };

static bool wasApart(const cdBroadPhaseBody *a, const cdBroadPhaseBody *b, int axis) {
    return a->isNew || b->isNew || cdGetAxis(a->before.lower, axis) > cdGetAxis(b->before.upper, axis) ||
           cdGetAxis(b->before.lower, axis) > cdGetAxis(a->before.upper, axis);
}

static void beginOverlap(cdBroadPhase *sweep, int32_t bodyA, int32_t bodyB, int axis) {
    const cdBroadPhaseBody *a = &sweep->bodies[bodyA], *b = &sweep->bodies[bodyB];
    if (!cdDoBoxesOverlap(&a->box, &b->box)) return;
    for (int earlier = 0; earlier < axis; earlier++) {
        if (wasApart(a, b, earlier)) return;
    }
    cdAddBroadPhasePair(sweep, bodyA, bodyB);
}

static int64_t countOverlaps(const cdBroadPhaseEnd *ends, int32_t count) {
    int64_t active = 0, overlaps = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!ends[i].upper) overlaps += active;
        active += ends[i].upper ? -1 : 1;
    }
    return overlaps;
}

// The axis on which the fewest pairs overlap, and how many do.
static int chooseAxis(const cdBroadPhase *sweep, int64_t *fewest) {
    int best = 0;
    *fewest = INT64_MAX;
    for (int axis = 0; axis < 3; axis++) {
        int64_t overlaps = countOverlaps(sweep->axes[axis], sweep->endCount);
        if (overlaps >= *fewest) continue;
        *fewest = overlaps;
        best = axis;
    }
    return best;
}

// Moves the end at a place to where it belongs among those before it; returns the exchanges.
static int32_t insertEnd(cdBroadPhase *sweep, int axis, int32_t place) {
    cdBroadPhaseEnd *ends = sweep->axes[axis];
    const cdBroadPhaseEnd end = ends[place];
    int32_t to = place;
    for (; to > 0 && cdIsEndBefore(&end, &ends[to - 1]); to--) {
        if (!end.upper && ends[to - 1].upper) beginOverlap(sweep, end.body, ends[to - 1].body, axis);
        ends[to] = ends[to - 1];
    }
    ends[to] = end;
    return place - to;
}

bool cdInsertBroadPhaseEnds(cdBroadPhase *sweep, int64_t *exchanges) {
    int64_t limit = (int64_t)EXCHANGES_PER_END * sweep->endCount;
    bool isWhole = false;
    for (int axis = 0; axis < 3; axis++) {
        for (int32_t i = 1; i < sweep->endCount; i++) {
            *exchanges += insertEnd(sweep, axis, i);
            if (*exchanges <= limit) continue;
            if (isWhole) return false;
            int64_t overlaps = 0;
            chooseAxis(sweep, &overlaps);
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

static void walkAxis(cdBroadPhase *sweep, const cdBroadPhaseEnd *ends) {
    int32_t activeCount = 0;
    for (int32_t i = 0; i < sweep->endCount; i++) {
        int32_t body = ends[i].body;
        if (ends[i].upper) {
            int32_t at = 0;
            while (sweep->active[at] != body)
                at++;
            sweep->active[at] = sweep->active[--activeCount];
            continue;
        }
        for (int32_t k = 0; k < activeCount; k++) {
            int32_t other = sweep->active[k];
            if (cdDoBoxesOverlap(&sweep->bodies[body].box, &sweep->bodies[other].box))
                cdAddBroadPhasePair(sweep, body, other);
        }
        sweep->active[activeCount++] = body;
    }
}

void cdSortBroadPhaseEnds(cdBroadPhase *sweep) {
    for (int axis = 0; axis < 3; axis++)
        sortEnds(sweep->axes[axis], sweep->endCount, sweep->endSpace);
    int64_t overlaps = 0;
    walkAxis(sweep, sweep->axes[chooseAxis(sweep, &overlaps)]);
}
