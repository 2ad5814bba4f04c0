// Disjoint sets (union-find): each item's parent is in its set; the root, the lowest item, is its own parent.
#ifndef CD_DISJOINT_SETS_H
#define CD_DISJOINT_SETS_H

#include <stdint.h>

static inline void cdFillSets(int32_t *parents, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        parents[i] = i;
}

static inline int32_t cdFindRoot(int32_t *parents, int32_t item) {
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

static inline void cdJoinSets(int32_t *parents, int32_t a, int32_t b) {
    int32_t rootA = cdFindRoot(parents, a), rootB = cdFindRoot(parents, b);
    if (rootA < rootB)
        parents[rootB] = rootA;
    else
        parents[rootA] = rootB;
}

#endif
