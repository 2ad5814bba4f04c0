// Pairs of features in order, each once.
//
// (1) The list is sorted in place, as it may fill its room. (2) Repeats, now side by side, are dropped. (3) A
// list that is full makes room that way, and when there is none a pair may still be one that it has.
#include "contact/region_work.h"
#include "foundation/sort.h"

// --- (1)

static bool isBefore(cdEntityPair x, cdEntityPair y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

static bool isPairBefore(const void *x, const void *y) {
    return isBefore(*(const cdEntityPair *)x, *(const cdEntityPair *)y);
}

// --- (2)

void cdSortPairs(cdRegionWork *work) {
    cdEntityPair *pairs = work->pairs;
    int32_t kept = 0;
    cdSortItems(pairs, (size_t)work->pairCount, sizeof *pairs, isPairBefore);
    for (int32_t i = 0; i < work->pairCount; i++)
        if (kept == 0 || isBefore(pairs[kept - 1], pairs[i])) pairs[kept++] = pairs[i];
    work->pairCount = kept;
}

// --- (3)

static bool hasPair(const cdRegionWork *work, cdEntityPair pair) {
    int32_t first = 0, end = work->pairCount;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (isBefore(work->pairs[middle], pair))
            first = middle + 1;
        else
            end = middle;
    }
    return first < work->pairCount && !isBefore(pair, work->pairs[first]);
}

bool cdAddEntityPair(cdRegionWork *work, cdEntityPair pair) {
    if (work->pairCount == work->pairCapacity) {
        cdSortPairs(work);
        if (work->pairCount == work->pairCapacity) return hasPair(work, pair);
    }
    work->pairs[work->pairCount++] = pair;
    return true;
}
