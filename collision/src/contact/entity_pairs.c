// Pairs of features in order, each once.
//
// (1) Shell's method: insertion over steps that shrink, those of Ciura (2001) and then by 2.25 upwards. In
// place, as the list may fill its room; no order of the input makes it slow, and lists are short: some dozens
// when two meshes touch. (2) Repeats, now side by side, are dropped. (3) A list that is full makes room that
// way, and when there is none a pair may still be one that it has.
#include "contact/region_work.h"

static const int32_t STEPS[] = {1,        4,         10,        23,       57,      132,      301,
                                701,      1577,      3548,      7983,     17961,   40412,    90927,
                                204585,   460316,    1035711,   2330349,  5243285, 11797391, 26544129,
                                59724290, 134379652, 302354217, 680296988};

static bool isBefore(cdEntityPair x, cdEntityPair y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

// --- (1)

static void sortPairs(cdEntityPair *pairs, int32_t count) {
    size_t step = sizeof STEPS / sizeof STEPS[0];
    while (step > 0) {
        int32_t gap = STEPS[--step];
        for (int32_t i = gap; i < count; i++) {
            cdEntityPair moved = pairs[i];
            int32_t k = i;
            for (; k >= gap && isBefore(moved, pairs[k - gap]); k -= gap)
                pairs[k] = pairs[k - gap];
            pairs[k] = moved;
        }
    }
}

// --- (2)

bool cdSortPairs(cdRegionWork *work) {
    cdEntityPair *pairs = work->pairs;
    int32_t kept = 0;
    sortPairs(pairs, work->pairCount);
    for (int32_t i = 0; i < work->pairCount; i++)
        if (kept == 0 || isBefore(pairs[kept - 1], pairs[i])) pairs[kept++] = pairs[i];
    work->pairCount = kept;
    return true;
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
