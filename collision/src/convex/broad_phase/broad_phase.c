// Sweep and prune [CW96 section 1, its reference 1]: bodies and pairs; broad_phase_ends.c sorts the ends.
//
// (0) If few boxes have changed since the last sort, test those against all (broad_phase_loose.c); if none
// has, the pairs are those of the last update. (1) Remove the ends of removed bodies from the three lists,
// append those of new bodies, update all values. (2) Sort the lists, which adds the pairs that have begun to
// overlap. (3) Pairs of the last sort whose boxes no longer overlap have ended: testing each costs less than
// finding it by its ends. (4) Merge the added pairs, after a counting sort, with the remaining ones. The
// order of the pairs costs O(n + pairs) an update.
#include "convex/broad_phase/broad_phase_data.h"
#include "foundation/memory/hooks.h"

#include <string.h>

enum { PAIRS_PER_BODY = 16 };

// --- Bodies and memory

static bool reservePairs(cdBroadPhase *phase, int64_t capacity) {
    if (capacity > INT32_MAX) return false;
    cdBroadPhasePair *pairs = cdAllocate(4 * (size_t)capacity * sizeof *pairs + sizeof *pairs);
    if (pairs == NULL) return false;
    if (phase->sortedCount > 0) memcpy(pairs, phase->sorted, (size_t)phase->sortedCount * sizeof *pairs);
    cdFree(phase->pairBlock);
    phase->pairBlock = pairs;
    phase->sorted = phase->pairs = pairs;
    phase->pairCount = phase->sortedCount;
    phase->space = pairs + capacity;
    phase->added = pairs + 2 * capacity;
    phase->loose = pairs + 3 * capacity;
    phase->pairCapacity = (int32_t)capacity;
    return true;
}

cdBroadPhase *cdCreateBroadPhase(int32_t bodyCapacity) {
    if (!CD_REQUIRE(bodyCapacity >= 0 && bodyCapacity <= CD_BROAD_PHASE_BODY_MAX)) return NULL;
    const size_t n = (size_t)bodyCapacity;
    cdBroadPhase *phase = cdAllocate(sizeof *phase + n * sizeof(cdBroadPhaseBody) +
                                     8 * n * sizeof(cdBroadPhaseEnd) + (n + 1) * sizeof(int32_t));
    if (phase == NULL) return NULL;
    phase->bodyCapacity = bodyCapacity;
    phase->bodies = (cdBroadPhaseBody *)(phase + 1);
    phase->endSpace = (cdBroadPhaseEnd *)(phase->bodies + n);
    for (int axis = 0; axis < 3; axis++)
        phase->axes[axis] = phase->endSpace + 2 * n * (size_t)(axis + 1);
    phase->active = (int32_t *)(phase->endSpace + 8 * n);
    int64_t all = (int64_t)bodyCapacity * (bodyCapacity - 1) / 2,
            some = PAIRS_PER_BODY * (int64_t)bodyCapacity;
    if (reservePairs(phase, all < some ? all : some)) return phase;
    cdFree(phase);
    return NULL;
}

void cdDestroyBroadPhase(cdBroadPhase *phase) {
    if (phase == NULL) return;
    cdFree(phase->pairBlock);
    cdFree(phase);
}

static bool isSameBox(const cdBox3 *a, const cdBox3 *b) {
    return a->lower.x == b->lower.x && a->lower.y == b->lower.y && a->lower.z == b->lower.z &&
           a->upper.x == b->upper.x && a->upper.y == b->upper.y && a->upper.z == b->upper.z;
}

static void changeBox(cdBroadPhase *phase, int32_t index, const cdBox3 *box) {
    cdBroadPhaseBody *body = &phase->bodies[index];
    if (body->present && isSameBox(&body->box, box)) return;
    phase->changes = true;
    body->box = *box;
    if (body->isLoose) return;
    body->isLoose = true;
    if (phase->looseCount < CD_LOOSE_MAX) phase->looseBodies[phase->looseCount] = index;
    if (phase->looseCount <= CD_LOOSE_MAX) phase->looseCount++;
}

bool cdSetBroadPhaseBox(cdBroadPhase *phase, int32_t body, const cdBox3 *box) {
    if (!CD_REQUIRE(phase != NULL && body >= 0 && body < phase->bodyCapacity)) return false;
    if (box != NULL) {
        bool good =
            box->lower.x <= box->upper.x && box->lower.y <= box->upper.y && box->lower.z <= box->upper.z;
        if (!good) return false;
        changeBox(phase, body, box);
    }
    phase->comesOrGoes = phase->comesOrGoes || phase->bodies[body].present != (box != NULL);
    phase->bodies[body].present = box != NULL;
    return true;
}

// --- Step (1)

static void renewAxis(cdBroadPhase *phase, int axis, int32_t kept) {
    cdBroadPhaseEnd *ends = phase->axes[axis];
    int32_t count = 0;
    for (int32_t i = 0; i < phase->endCount; i++) {
        cdBroadPhaseEnd end = ends[i];
        const cdBroadPhaseBody *body = &phase->bodies[end.body];
        if (!body->present) continue;
        end.value = cdGetAxis(end.upper ? body->box.upper : body->box.lower, axis);
        ends[count++] = end;
    }
    for (int32_t i = 0; count < kept; i++) {
        const cdBroadPhaseBody *body = &phase->bodies[i];
        if (!body->present || body->listed) continue;
        ends[count++] = (cdBroadPhaseEnd){cdGetAxis(body->box.lower, axis), i, false};
        ends[count++] = (cdBroadPhaseEnd){cdGetAxis(body->box.upper, axis), i, true};
    }
}

static void renewEnds(cdBroadPhase *phase) {
    int32_t count = 0;
    for (int32_t i = 0; i < phase->bodyCapacity; i++)
        count += phase->bodies[i].present ? 2 : 0;
    for (int axis = 0; axis < 3; axis++)
        renewAxis(phase, axis, count);
    phase->endCount = count;
    for (int32_t i = 0; i < phase->bodyCapacity; i++) {
        cdBroadPhaseBody *body = &phase->bodies[i];
        body->isNew = body->present && !body->listed;
        body->listed = body->present;
    }
}

// --- Steps (3) and (4)

static void sortByBody(const cdBroadPhasePair *from, int32_t count, cdBroadPhasePair *to, bool byA,
                       int32_t *starts, int32_t bodyCapacity) {
    memset(starts, 0, ((size_t)bodyCapacity + 1) * sizeof *starts);
    for (int32_t i = 0; i < count; i++)
        starts[(byA ? from[i].bodyA : from[i].bodyB) + 1]++;
    for (int32_t i = 0; i < bodyCapacity; i++)
        starts[i + 1] += starts[i];
    for (int32_t i = 0; i < count; i++)
        to[starts[byA ? from[i].bodyA : from[i].bodyB]++] = from[i];
}

static void sortAdded(cdBroadPhase *phase, int32_t count) {
    sortByBody(phase->added, count, phase->space, false, phase->active, phase->bodyCapacity);
    sortByBody(phase->space, count, phase->added, true, phase->active, phase->bodyCapacity);
}

static bool stillOverlap(const cdBroadPhase *phase, cdBroadPhasePair pair) {
    const cdBroadPhaseBody *a = &phase->bodies[pair.bodyA], *b = &phase->bodies[pair.bodyB];
    return a->present && b->present && cdDoBoxesOverlap(&a->box, &b->box);
}

// Merges the remaining pairs of the last update with the added ones, which include the remaining ones after a
// full sort. Counts pairs beyond the capacity without storing them. Returns at least their number.
static int64_t mergePairs(cdBroadPhase *phase, cdBroadPhaseUpdate *update) {
    const int64_t capacity = phase->pairCapacity;
    const int32_t addedCount = (int32_t)(phase->addedCount < capacity ? phase->addedCount : capacity);
    sortAdded(phase, addedCount);
    int32_t old = 0, fresh = 0;
    int64_t count = 0;
    while (old < phase->sortedCount || fresh < addedCount) {
        int order = old == phase->sortedCount ? 1
                    : fresh == addedCount     ? -1
                                              : cdCompareBodyPairs(phase->sorted[old], phase->added[fresh]);
        cdBroadPhasePair pair = order <= 0 ? phase->sorted[old] : phase->added[fresh];
        old += order <= 0;
        fresh += order >= 0;
        if (order < 0 && !stillOverlap(phase, pair)) continue;
        if (count < capacity) phase->space[count] = pair;
        count++;
    }
    const int64_t all = update->resorted ? phase->addedCount : count + (phase->addedCount - addedCount);
    phase->sortedCount = (int32_t)(count < capacity ? count : capacity);
    cdBroadPhasePair *swap = phase->sorted;
    phase->sorted = phase->space;
    phase->space = swap;
    return all;
}

// Runs one pass of an update with a sort. Returns at least the number of pairs; above the capacity some are
// missing.
static int64_t findPairs(cdBroadPhase *phase, cdBroadPhaseUpdate *update) {
    phase->addedCount = 0;
    if (phase->incomplete || !cdInsertBroadPhaseEnds(phase, &update->exchanges)) {
        update->resorted = true;
        phase->addedCount = 0;
        cdSortBroadPhaseEnds(phase);
    }
    int64_t all = mergePairs(phase, update);
    phase->incomplete = all > phase->pairCapacity;
    for (int32_t i = 0; i < phase->bodyCapacity; i++) {
        phase->bodies[i].before = phase->bodies[i].box;
        phase->bodies[i].isLoose = false;
    }
    phase->looseCount = 0;
    phase->comesOrGoes = false;
    phase->pairs = phase->sorted;
    phase->pairCount = phase->sortedCount;
    return all;
}

// Returns the number of pairs of the last update that overlap no longer.
static int32_t countEnded(const cdBroadPhase *phase) {
    int32_t count = 0;
    for (int32_t i = 0; i < phase->pairCount; i++) {
        const cdBroadPhaseBody *a = &phase->bodies[phase->pairs[i].bodyA],
                               *b = &phase->bodies[phase->pairs[i].bodyB];
        bool changed = a->isLoose || b->isLoose || !a->present || !b->present;
        count += changed && !stillOverlap(phase, phase->pairs[i]);
    }
    return count;
}

// Updates with a sort.
static void sortUpdate(cdBroadPhase *phase, cdBroadPhaseUpdate *update) {
    renewEnds(phase);
    int64_t all = findPairs(phase, update);
    if (phase->incomplete && reservePairs(phase, all)) {
        cdBroadPhaseUpdate again = {0};
        findPairs(phase, &again);
    }
}

cdBroadPhaseUpdate cdUpdateBroadPhase(cdBroadPhase *phase) {
    cdBroadPhaseUpdate update = {0};
    if (!CD_REQUIRE(phase != NULL)) return update;
    const bool sorts = phase->comesOrGoes || phase->incomplete || phase->looseCount > CD_LOOSE_MAX;
    const int32_t before = phase->pairCount;
    if (sorts || phase->changes) {
        update.pairsEnded = countEnded(phase);
        if (sorts || !cdFindLoosePairs(phase)) sortUpdate(phase, &update);
        update.pairsBegun = phase->pairCount - before + update.pairsEnded;
    }
    phase->changes = false;
    update.outOfMemory = phase->incomplete;
    update.pairs = phase->pairs;
    update.pairCount = phase->pairCount;
    return update;
}
