// Sorts pairs of features and drops repeats.
//
// (1) The list is sorted through the room behind it: by A's features, of which each has few pairs, or digit
// by digit if most of A's features in their range have none; else in place, as it may fill its room. (2)
// Repeats, now side by side, are dropped. (3) A full list makes room that way, and grows if that frees
// little.
#include "contact/region_work.h"
#include "foundation/memory/sort.h"

#include <string.h>

// --- (1)

static bool isBefore(cdEntityPair x, cdEntityPair y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

static bool isPairBefore(const void *x, const void *y) {
    return isBefore(*(const cdEntityPair *)x, *(const cdEntityPair *)y);
}

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, RADIX_MIN = 128 };

static uint64_t getKey(cdEntityPair pair) {
    const uint32_t sign = 1u << 31; // keeps the order of negative numbers
    return (uint64_t)((uint32_t)pair.a ^ sign) << 32 | ((uint32_t)pair.b ^ sign);
}

static uint32_t getDigit(cdEntityPair pair, int shift) {
    return (uint32_t)(getKey(pair) >> shift) % DIGITS;
}

// Sorts by one digit; pairs with the same digit keep their order.
static void sortByDigit(const cdEntityPair *from, cdEntityPair *to, int32_t count, int shift) {
    int32_t starts[DIGITS + 1] = {0};
    for (int32_t i = 0; i < count; i++)
        starts[getDigit(from[i], shift) + 1]++;
    for (int32_t i = 0; i < DIGITS; i++)
        starts[i + 1] += starts[i];
    for (int32_t i = 0; i < count; i++)
        to[starts[getDigit(from[i], shift)]++] = from[i];
}

// Skips digits in which all pairs agree.
static void sortByDigits(cdEntityPair *pairs, cdEntityPair *spare, int32_t count) {
    cdEntityPair *from = pairs, *to = spare;
    uint64_t varied = 0;
    for (int32_t i = 1; i < count; i++)
        varied |= getKey(pairs[i]) ^ getKey(pairs[0]);
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        if ((varied >> shift) % DIGITS == 0) continue;
        sortByDigit(from, to, count, shift);
        cdEntityPair *sorted = to;
        to = from, from = sorted;
    }
    if (from != pairs) memcpy(pairs, from, (size_t)count * sizeof *pairs);
}

// Maximum range of A's features for each pair, as features without pairs take time, too.
enum { SPARSE = 4, FEW = 32 };

// Sorts pairs with the same feature of A.
static void sortRun(cdEntityPair *run, int32_t count) {
    if (count > FEW) {
        cdSortItems(run, (size_t)count, sizeof *run, isPairBefore);
        return;
    }
    for (int32_t i = 1; i < count; i++) {
        cdEntityPair pair = run[i];
        int32_t place = i;
        for (; place > 0 && run[place - 1].b > pair.b; place--)
            run[place] = run[place - 1];
        run[place] = pair;
    }
}

// False: too many features, or too little memory.
static bool sortByFirst(cdEntityPair *pairs, cdEntityPair *spare, int32_t count, cdMemory memory) {
    cdEntity least = pairs[0].a, most = pairs[0].a;
    for (int32_t i = 1; i < count; i++) {
        least = pairs[i].a < least ? pairs[i].a : least;
        most = pairs[i].a > most ? pairs[i].a : most;
    }
    int64_t range = (int64_t)most - least + 1;
    if (range > SPARSE * (int64_t)count) return false;
    int32_t *ends = cdTakeMemory(&memory, (size_t)range, sizeof *ends);
    if (ends == NULL) return false;
    memset(ends, 0, (size_t)range * sizeof *ends);
    for (int32_t i = 0; i < count; i++)
        ends[pairs[i].a - least]++;
    for (int32_t first = 0, i = 0; i < range; i++) {
        int32_t own = ends[i];
        ends[i] = first;
        first += own;
    }
    for (int32_t i = 0; i < count; i++)
        spare[ends[pairs[i].a - least]++] = pairs[i];
    memcpy(pairs, spare, (size_t)count * sizeof *pairs);
    for (int32_t first = 0, i = 0; i < range; first = ends[i++])
        sortRun(pairs + first, ends[i] - first);
    return true;
}

// --- (2)

void cdSortPairs(cdRegionWork *work) {
    cdEntityPair *pairs = work->pairs, *spare = pairs + work->pairCount;
    int32_t kept = 0;
    bool hasRoom = work->pairCount >= RADIX_MIN && work->pairCount <= work->pairCapacity - work->pairCount;
    if (hasRoom && !sortByFirst(pairs, spare, work->pairCount, work->memory))
        sortByDigits(pairs, spare, work->pairCount);
    else if (!hasRoom)
        cdSortItems(pairs, (size_t)work->pairCount, sizeof *pairs, isPairBefore);
    for (int32_t i = 0; i < work->pairCount; i++)
        if (kept == 0 || isBefore(pairs[kept - 1], pairs[i])) pairs[kept++] = pairs[i];
    work->pairCount = kept;
}

// --- (3)

enum { PAIRS_MAX = 1 << 30 };

bool cdMakeRoomForPairs(cdRegionWork *work, int32_t capacity) {
    cdBlock *block = &work->workspace->parts[CD_WORK_PAIRS];
    size_t used = (size_t)work->pairCount * sizeof *work->pairs;
    if (!cdGrowBlock(block, used, (size_t)capacity * sizeof *work->pairs)) return false;
    size_t most = block->size / sizeof *work->pairs;
    work->pairs = block->bytes;
    work->pairCapacity = most < PAIRS_MAX ? (int32_t)most : PAIRS_MAX;
    return true;
}

bool cdAddEntityPair(cdRegionWork *work, cdEntityPair pair) {
    if (work->pairCount == work->pairCapacity) {
        cdSortPairs(work);
        bool crowded = work->pairCount > work->pairCapacity / 2;
        if (crowded &&
            (work->pairCapacity > PAIRS_MAX / 2 || !cdMakeRoomForPairs(work, 2 * work->pairCapacity)))
            return false;
    }
    work->pairs[work->pairCount++] = pair;
    return true;
}
