// Hash table from keys to indices: finds equal points, edges and triangles.
//
// The table stores only the chains of equal hash; the keys stay in the caller's arrays and the caller
// compares them. Items are numbered 0, 1, ... in the order of insertion, and a search that takes the lowest
// match does not depend on the hash.
#ifndef CD_INDEX_TABLE_H
#define CD_INDEX_TABLE_H

#include <stddef.h>
#include <stdint.h>

// Two arrays of the caller, the first zeroed.
typedef struct cdIndexTable {
    int32_t *heads; // heads[mask + 1]: the item inserted last, plus 1; 0: none
    int32_t *links; // links[capacity]: the item inserted before it with the same head, plus 1
    uint64_t mask;
} cdIndexTable;

// Returns a power of two that is at least `capacity`.
static inline size_t cdGetHeadCount(size_t capacity) {
    size_t count = 16;
    while (count < capacity)
        count *= 2;
    return count;
}

// SplitMix64's finaliser: every bit of the key moves every bit of the hash.
static inline uint64_t cdMixHash(uint64_t hash, uint64_t key) {
    uint64_t z = (hash ^ key) + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

enum { CD_MANY_USES = 32 };

// Returns the hash of an item of vertices: the lowest of them, so that what is close in the mesh is close in
// the table. Items of a vertex with many of them (uses[vertex]) spread over the table by their other
// vertices.
static inline uint64_t cdHashVertices(const int32_t *uses, int32_t lowest, int32_t second, int32_t third) {
    if (uses[lowest] <= CD_MANY_USES) return (uint64_t)lowest;
    return cdMixHash(cdMixHash((uint64_t)lowest, (uint64_t)second), (uint64_t)third);
}

// Return the first item of a chain, -1 if it is empty; then the next one.
static inline int32_t cdGetFirstItem(const cdIndexTable *table, uint64_t hash) {
    return table->heads[hash & table->mask] - 1;
}

static inline int32_t cdGetNextItem(const cdIndexTable *table, int32_t item) {
    return table->links[item] - 1;
}

static inline void cdInsertItem(cdIndexTable *table, uint64_t hash, int32_t item) {
    int32_t *head = &table->heads[hash & table->mask];
    table->links[item] = *head;
    *head = item + 1;
}

#endif
