// Lists of triangles that are near each other; see near_list.h.
//
// Sorting: (1) count into the runs of A's triangles, (2) sort each run by B's and drop duplicates, (3) count
// into the classes. A short list is sorted by comparisons instead of (1), which takes time for each of A's
// triangles.
#include "continuous/search/near_list.h"
#include "foundation/memory/sort.h"
#include "foundation/numbers/rounding.h"

#include <string.h>

// Limit on how often the reach of a list that is too long is halved.
enum { HALVINGS = 16 };

void cdStartNearList(cdNearList *list, const cdMesh *a, cdPose pose, const cdMesh *b, double reach) {
    list->a = a;
    list->b = b;
    list->pose = pose;
    list->reach = reach;
    list->count = 0;
}

static void shortenList(cdNearList *list) {
    int32_t kept = 0;
    list->reach *= 0.5;
    for (int32_t i = 0; i < list->count; i++)
        if (list->pairs[i].gap < list->reach) list->pairs[kept++] = list->pairs[i];
    list->count = kept;
}

bool cdAddNearPair(cdNearList *list, cdNearPair pair) {
    for (int halvings = 0; list->count == list->capacity && pair.gap < list->reach; halvings++) {
        if (halvings == HALVINGS) return false;
        shortenList(list);
    }
    if (pair.gap < list->reach) list->pairs[list->count++] = pair;
    return true;
}

// --- (1)

static void sortByFirst(const cdNearList *list, const cdNearRoom *room) {
    size_t triangleCount = (size_t)list->a->triangleCount;
    memset(room->firsts, 0, (triangleCount + 1) * sizeof *room->firsts);
    for (int32_t i = 0; i < list->count; i++)
        room->firsts[list->pairs[i].a + 1]++;
    for (size_t i = 0; i < triangleCount; i++)
        room->firsts[i + 1] += room->firsts[i];
    for (int32_t i = 0; i < list->count; i++)
        room->pairs[room->firsts[list->pairs[i].a]++] = list->pairs[i];
}

// Lists with fewer pairs for each of A's triangles are short.
static const double SHORT = 1.0 / 16.0;

static bool isPairBefore(const void *left, const void *right) {
    const cdNearPair *x = left, *y = right;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

static void sortByBoth(const cdNearList *list, const cdNearRoom *room) {
    memcpy(room->pairs, list->pairs, (size_t)list->count * sizeof *room->pairs);
    cdSortItems(room->pairs, (size_t)list->count, sizeof *room->pairs, isPairBefore);
}

// --- (2)

// Sorts few pairs that are nearly in order. Returns how many remain.
static int32_t sortRun(cdNearPair *run, int32_t count) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        cdNearPair pair = run[i];
        int32_t place = kept;
        while (place > 0 && run[place - 1].b > pair.b)
            place--;
        if (place > 0 && run[place - 1].b == pair.b) continue;
        if (place < kept) memmove(&run[place + 1], &run[place], (size_t)(kept - place) * sizeof *run);
        run[place] = pair;
        kept++;
    }
    return kept;
}

static int32_t dropRepeats(cdNearPair *pairs, int32_t count) {
    int32_t kept = 0, end;
    for (int32_t i = 0; i < count; i = end) {
        for (end = i; end < count && pairs[end].a == pairs[i].a;)
            end++;
        int32_t own = sortRun(&pairs[i], end - i);
        if (kept < i) memmove(&pairs[kept], &pairs[i], (size_t)own * sizeof *pairs);
        kept += own;
    }
    return kept;
}

// --- (3)

static int32_t getClass(const cdNearList *list, double gap) {
    double class = gap > 0.0 ? CD_NEAR_CLASSES * (gap / list->reach) : 0.0;
    return class < CD_NEAR_CLASSES - 1 ? (int32_t) class : CD_NEAR_CLASSES - 1;
}

static void sortByClass(cdNearList *list, const cdNearPair *pairs) {
    memset(list->ends, 0, sizeof list->ends);
    for (int32_t i = 0; i < list->count; i++)
        list->ends[getClass(list, pairs[i].gap)]++;
    for (int32_t k = 0, first = 0; k < CD_NEAR_CLASSES; k++) {
        int32_t own = list->ends[k];
        list->ends[k] = first;
        first += own;
    }
    for (int32_t i = 0; i < list->count; i++)
        list->pairs[list->ends[getClass(list, pairs[i].gap)]++] = pairs[i];
}

void cdSortNearList(cdNearList *list, const cdNearRoom *room) {
    if (list->count < SHORT * list->a->triangleCount)
        sortByBoth(list, room);
    else
        sortByFirst(list, room);
    list->count = dropRepeats(room->pairs, list->count);
    sortByClass(list, room->pairs);
}

int32_t cdCountNearPairs(const cdNearList *list, double limit) {
    return list->count > 0 ? list->ends[getClass(list, limit)] : 0;
}

double cdBoundDrift(const cdNearList *list, cdPose pose) {
    if (!(list->reach > 0.0)) return INFINITY;
    cdVec3 step = cdSub(pose.p, list->pose.p), center = list->a->center;
    cdVec3 arms = cdSub(cdRotate(pose.q, center), cdRotate(list->pose.q, center));
    cdQuat turn = cdMulQuat(pose.q, cdConjugate(list->pose.q));
    // A point at the distance r of the centre turns by a chord of 2 r sin(angle / 2).
    double chord = 2.0 * list->a->radius * cdLength((cdVec3){turn.x, turn.y, turn.z});
    double size = cdLength(step) + cdLength(center) + list->a->radius + list->b->radius;
    return cdLength(cdAdd(step, arms)) + chord + 64.0 * CD_EPSILON * size;
}
