// Sorts in place, without memory: qsort may allocate, and a query must not.
//
// Shell's method: insertion over shrinking gaps, those of Ciura (2001), continued by a factor of 2.25. No
// order of the input is slow, and input nearly in order takes few steps. The sort is not stable: for
// reproducible results the order must be total, except for identical items.
#ifndef CD_SORT_H
#define CD_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { CD_SORT_ITEM_MAX = 256 }; // bytes

typedef bool cdIsBefore(const void *a, const void *b);

// Sorts items[count], each of `itemSize` bytes, at most CD_SORT_ITEM_MAX. Inline, so that the compiler knows
// the size and the order.
static inline void cdSortItems(void *items, size_t count, size_t itemSize, cdIsBefore *isBefore) {
    static const uint32_t gaps[] = {1,        4,         10,        23,       57,      132,      301,
                                    701,      1577,      3548,      7983,     17961,   40412,    90927,
                                    204585,   460316,    1035711,   2330349,  5243285, 11797391, 26544129,
                                    59724290, 134379652, 302354217, 680296988};
    unsigned char *bytes = items, moved[CD_SORT_ITEM_MAX];
    // Gaps of at least `count` move nothing. Most sorts are small.
    size_t step = count <= 4 ? 1 : count <= 132 ? 5 : sizeof gaps / sizeof gaps[0];
    while (step > 0) {
        size_t gap = gaps[--step];
        for (size_t i = gap; i < count; i++) {
            for (size_t k = i; k >= gap; k -= gap) {
                unsigned char *at = bytes + k * itemSize, *before = at - gap * itemSize;
                if (!isBefore(at, before)) break;
                memcpy(moved, at, itemSize);
                memcpy(at, before, itemSize);
                memcpy(before, moved, itemSize);
            }
        }
    }
}

#endif
