// Sweep and prune [CW96 section 1, its reference 1]: bodies and pairs; broad_phase_ends.c puts the ends in
// order.
//
// (1) The ends of bodies taken out leave the three lists, those of new bodies come to their backs, all take
// their new values. (2) The lists are sorted, which adds the pairs that have begun to overlap. (3) Pairs that
// have ended are those of the last update whose boxes no longer overlap: looking at each costs less than
// finding it by its ends. (4) The added ones, sorted by counting, are merged with those left. The order of
// the pairs costs O(n + pairs) an update.
#include "convex/broad_phase/broad_phase_data.h"
#include "foundation/memory/hooks.h"

#include <string.h>

enum { PAIRS_PER_BODY = 16 };

// --- Bodies and memory

static bool reservePairs(cdBroadPhase *sweep, int64_t capacity) {
    if (capacity > INT32_MAX) return false;
    cdBroadPhasePair *pairs = cdAllocate(3 * (size_t)capacity * sizeof *pairs + sizeof *pairs);
    if (pairs == NULL) return false;
    if (sweep->pairCount > 0) memcpy(pairs, sweep->pairs, (size_t)sweep->pairCount * sizeof *pairs);
    cdFree(sweep->pairBlock);
    sweep->pairBlock = pairs;
    sweep->pairs = pairs;
    sweep->space = pairs + capacity;
    sweep->added = pairs + 2 * capacity;
    sweep->pairCapacity = (int32_t)capacity;
    return true;
}

cdBroadPhase *cdCreateBroadPhase(int32_t bodyCapacity) {
    if (!CD_REQUIRE(bodyCapacity >= 0 && bodyCapacity <= CD_BROAD_PHASE_BODY_MAX)) return NULL;
    const size_t n = (size_t)bodyCapacity;
    cdBroadPhase *sweep = cdAllocate(sizeof *sweep + n * sizeof(cdBroadPhaseBody) +
                                     8 * n * sizeof(cdBroadPhaseEnd) + (n + 1) * sizeof(int32_t));
    if (sweep == NULL) return NULL;
    sweep->bodyCapacity = bodyCapacity;
    sweep->bodies = (cdBroadPhaseBody *)(sweep + 1);
    sweep->endSpace = (cdBroadPhaseEnd *)(sweep->bodies + n);
    for (int axis = 0; axis < 3; axis++)
        sweep->axes[axis] = sweep->endSpace + 2 * n * (size_t)(axis + 1);
    sweep->active = (int32_t *)(sweep->endSpace + 8 * n);
    int64_t all = (int64_t)bodyCapacity * (bodyCapacity - 1) / 2,
            some = PAIRS_PER_BODY * (int64_t)bodyCapacity;
    if (reservePairs(sweep, all < some ? all : some)) return sweep;
    cdFree(sweep);
    return NULL;
}

void cdDestroyBroadPhase(cdBroadPhase *sweep) {
    if (sweep == NULL) return;
    cdFree(sweep->pairBlock);
    cdFree(sweep);
}

bool cdSetBroadPhaseBox(cdBroadPhase *sweep, int32_t body, const cdBox3 *box) {
    if (!CD_REQUIRE(sweep != NULL && body >= 0 && body < sweep->bodyCapacity)) return false;
    if (box != NULL) {
        bool good =
            box->lower.x <= box->upper.x && box->lower.y <= box->upper.y && box->lower.z <= box->upper.z;
        if (!good) return false;
        sweep->bodies[body].box = *box;
    }
    sweep->bodies[body].present = box != NULL;
    return true;
}

// --- Step (1)

static void renewAxis(cdBroadPhase *sweep, int axis, int32_t kept) {
    cdBroadPhaseEnd *ends = sweep->axes[axis];
    int32_t count = 0;
    for (int32_t i = 0; i < sweep->endCount; i++) {
        cdBroadPhaseEnd end = ends[i];
        const cdBroadPhaseBody *body = &sweep->bodies[end.body];
        if (!body->present) continue;
        end.value = cdGetAxis(end.upper ? body->box.upper : body->box.lower, axis);
        ends[count++] = end;
    }
    for (int32_t i = 0; count < kept; i++) {
        const cdBroadPhaseBody *body = &sweep->bodies[i];
        if (!body->present || body->listed) continue;
        ends[count++] = (cdBroadPhaseEnd){cdGetAxis(body->box.lower, axis), i, false};
        ends[count++] = (cdBroadPhaseEnd){cdGetAxis(body->box.upper, axis), i, true};
    }
}

static void renewEnds(cdBroadPhase *sweep) {
    int32_t count = 0;
    for (int32_t i = 0; i < sweep->bodyCapacity; i++)
        count += sweep->bodies[i].present ? 2 : 0;
    for (int axis = 0; axis < 3; axis++)
        renewAxis(sweep, axis, count);
    sweep->endCount = count;
    for (int32_t i = 0; i < sweep->bodyCapacity; i++) {
        cdBroadPhaseBody *body = &sweep->bodies[i];
        body->isNew = body->present && !body->listed;
        body->listed = body->present;
    }
}

// --- Steps (3) and (4)

static void sortByBody(const cdBroadPhasePair *from, int32_t count, cdBroadPhasePair *to, bool byA,
                       int32_t *places, int32_t bodyCapacity) {
    memset(places, 0, ((size_t)bodyCapacity + 1) * sizeof *places);
    for (int32_t i = 0; i < count; i++)
        places[(byA ? from[i].bodyA : from[i].bodyB) + 1]++;
    for (int32_t i = 0; i < bodyCapacity; i++)
        places[i + 1] += places[i];
    for (int32_t i = 0; i < count; i++)
        to[places[byA ? from[i].bodyA : from[i].bodyB]++] = from[i];
}

static void sortAdded(cdBroadPhase *sweep, int32_t count) {
    sortByBody(sweep->added, count, sweep->space, false, sweep->active, sweep->bodyCapacity);
    sortByBody(sweep->space, count, sweep->added, true, sweep->active, sweep->bodyCapacity);
}

static bool stillOverlap(const cdBroadPhase *sweep, cdBroadPhasePair pair) {
    const cdBroadPhaseBody *a = &sweep->bodies[pair.bodyA], *b = &sweep->bodies[pair.bodyB];
    return a->present && b->present && cdDoBoxesOverlap(&a->box, &b->box);
}

static int comparePairs(cdBroadPhasePair a, cdBroadPhasePair b) {
    if (a.bodyA != b.bodyA) return a.bodyA < b.bodyA ? -1 : 1;
    return (a.bodyB > b.bodyB) - (a.bodyB < b.bodyB);
}

// Merges the pairs left of the last update with the added ones, which hold those left too when the ends were
// sorted anew. Counts pairs beyond the capacity without storing them. Returns how many there are, or more.
static int64_t mergePairs(cdBroadPhase *sweep, cdBroadPhaseUpdate *update) {
    const int64_t capacity = sweep->pairCapacity;
    const int32_t addedCount = (int32_t)(sweep->addedCount < capacity ? sweep->addedCount : capacity);
    sortAdded(sweep, addedCount);
    int32_t old = 0, fresh = 0;
    int64_t count = 0;
    while (old < sweep->pairCount || fresh < addedCount) {
        int order = old == sweep->pairCount ? 1
                    : fresh == addedCount   ? -1
                                            : comparePairs(sweep->pairs[old], sweep->added[fresh]);
        cdBroadPhasePair pair = order <= 0 ? sweep->pairs[old] : sweep->added[fresh];
        old += order <= 0;
        fresh += order >= 0;
        if (order > 0) update->pairsBegun++;
        if (order < 0 && !stillOverlap(sweep, pair)) {
            update->pairsEnded++;
            continue;
        }
        if (count < capacity) sweep->space[count] = pair;
        count++;
    }
    const int64_t all = update->resorted ? sweep->addedCount : count + (sweep->addedCount - addedCount);
    sweep->pairCount = (int32_t)(count < capacity ? count : capacity);
    cdBroadPhasePair *swap = sweep->pairs;
    sweep->pairs = sweep->space;
    sweep->space = swap;
    return all;
}

// One pass of an update. Returns how many pairs there are, or more; above the capacity some are missing.
static int64_t findPairs(cdBroadPhase *sweep, cdBroadPhaseUpdate *update) {
    sweep->addedCount = 0;
    if (sweep->incomplete || !cdInsertBroadPhaseEnds(sweep, &update->exchanges)) {
        update->resorted = true;
        sweep->addedCount = 0;
        cdSortBroadPhaseEnds(sweep);
    }
    int64_t all = mergePairs(sweep, update);
    sweep->incomplete = all > sweep->pairCapacity;
    for (int32_t i = 0; i < sweep->bodyCapacity; i++)
        sweep->bodies[i].before = sweep->bodies[i].box;
    return all;
}

cdBroadPhaseUpdate cdUpdateBroadPhase(cdBroadPhase *sweep) {
    cdBroadPhaseUpdate update = {0};
    if (!CD_REQUIRE(sweep != NULL)) return update;
    const int32_t before = sweep->pairCount;
    renewEnds(sweep);
    int64_t all = findPairs(sweep, &update);
    if (sweep->incomplete && reservePairs(sweep, all)) {
        cdBroadPhaseUpdate again = {0};
        findPairs(sweep, &again);
        // Pairs that the full list had no room for ended nowhere and began nowhere: the totals tell.
        update.pairsBegun = sweep->pairCount - before + update.pairsEnded;
    }
    update.outOfMemory = sweep->incomplete;
    update.pairs = sweep->pairs;
    update.pairCount = sweep->pairCount;
    return update;
}
