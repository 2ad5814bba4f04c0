// Pairs of features in order, each once.
//
// (1) Quicksort about the median of three, the smaller part first, so that the stack stays small; short parts
// by insertion. (2) Parts that keep dividing badly are sorted as a heap, which bounds the time by n log n
// whatever the order. (3) Repeats, now side by side, are dropped.
#include "contact/region_work.h"

enum { SHORT_PART = 24, STACK_MAX = 64 };

static bool isBefore(cdEntityPair x, cdEntityPair y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

static void swapPairs(cdEntityPair *x, cdEntityPair *y) {
    cdEntityPair kept = *x;
    *x = *y;
    *y = kept;
}

static void sortByInsertion(cdEntityPair *pairs, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        cdEntityPair moved = pairs[i];
        int32_t k = i;
        for (; k > 0 && isBefore(moved, pairs[k - 1]); k--)
            pairs[k] = pairs[k - 1];
        pairs[k] = moved;
    }
}

// --- (2)

static void siftDown(cdEntityPair *heap, int32_t root, int32_t count) {
    cdEntityPair moved = heap[root];
    for (int32_t child; root < count / 2; root = child) {
        child = 2 * root + 1;
        if (child + 1 < count && isBefore(heap[child], heap[child + 1])) child++;
        if (!isBefore(moved, heap[child])) break;
        heap[root] = heap[child];
    }
    heap[root] = moved;
}

static void sortAsHeap(cdEntityPair *pairs, int32_t count) {
    for (int32_t i = count / 2 - 1; i >= 0; i--)
        siftDown(pairs, i, count);
    for (int32_t last = count - 1; last > 0; last--) {
        swapPairs(&pairs[0], &pairs[last]);
        siftDown(pairs, 0, last);
    }
}

// --- (1)

// The first of the upper part: none below it is after one above.
static int32_t dividePairs(cdEntityPair *pairs, int32_t count) {
    cdEntityPair *first = &pairs[0], *middle = &pairs[count / 2], *last = &pairs[count - 1];
    if (isBefore(*middle, *first)) swapPairs(middle, first);
    if (isBefore(*last, *middle)) swapPairs(last, middle);
    if (isBefore(*middle, *first)) swapPairs(middle, first);
    cdEntityPair pivot = *middle;
    int32_t i = 0, k = count - 1;
    while (i <= k) {
        while (isBefore(pairs[i], pivot))
            i++;
        while (isBefore(pivot, pairs[k]))
            k--;
        if (i > k) break;
        swapPairs(&pairs[i++], &pairs[k--]);
    }
    return i;
}

typedef struct Part {
    int32_t first, count, divisionsLeft;
} Part;

static void sortPairs(cdEntityPair *pairs, int32_t count) {
    Part stack[STACK_MAX];
    int32_t height = 0, divisions = 0;
    for (int32_t rest = count; rest > 0; rest /= 2)
        divisions += 2;
    stack[height++] = (Part){0, count, divisions};
    while (height > 0) {
        Part part = stack[--height];
        if (part.count <= SHORT_PART) {
            sortByInsertion(pairs + part.first, part.count);
        } else if (part.divisionsLeft == 0) {
            sortAsHeap(pairs + part.first, part.count);
        } else {
            int32_t below = dividePairs(pairs + part.first, part.count), left = part.divisionsLeft - 1;
            Part lower = {part.first, below, left}, upper = {part.first + below, part.count - below, left};
            bool lowerFirst = lower.count < upper.count;
            stack[height++] = lowerFirst ? upper : lower;
            stack[height++] = lowerFirst ? lower : upper;
        }
    }
}

// --- (3)

bool cdSortPairs(cdRegionWork *work) {
    cdEntityPair *pairs = work->pairs;
    int32_t kept = 0;
    sortPairs(pairs, work->pairCount);
    for (int32_t i = 0; i < work->pairCount; i++)
        if (kept == 0 || isBefore(pairs[kept - 1], pairs[i])) pairs[kept++] = pairs[i];
    work->pairCount = kept;
    return true;
}

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
