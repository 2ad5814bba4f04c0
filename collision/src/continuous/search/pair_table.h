// Hash tables of tested pairs [RKC01 4.4]: of labels, and of edge-edge, vertex-face and face-vertex elements.
//
// Open addressing over a fixed array, of which a beginning is used: few pairs stay in the fastest cache. A
// generation number empties a table at once. A table that is full or begins to use more of its array forgets:
// a pair is then tested again, which costs time and never changes a result.
#ifndef CD_PAIR_TABLE_H
#define CD_PAIR_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cdPairSlot {
    int32_t a, b;
    uint32_t generation;
} cdPairSlot;

typedef struct cdPairTable {
    cdPairSlot *slots; // slots[largestMask + 1]
    uint32_t mask;     // of the slots in use
    uint32_t largestMask;
    uint32_t count;      // pairs added
    uint32_t generation; // of the current pairs; never 0
} cdPairTable;

enum { CD_PAIR_PROBES = 16, CD_FIRST_PAIR_SLOTS = 1 << 8 };

static inline void cdEmptyPairTable(cdPairTable *table, uint32_t generation) {
    uint32_t mask = CD_FIRST_PAIR_SLOTS - 1;
    table->mask = mask < table->largestMask ? mask : table->largestMask;
    table->count = 0;
    table->generation = generation;
}

static inline uint32_t cdHashPair(int32_t a, int32_t b) {
    uint64_t key = ((uint64_t)(uint32_t)a << 32) | (uint32_t)b;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(key >> 32);
}

static inline bool cdHasPair(const cdPairTable *table, int32_t a, int32_t b) {
    uint32_t slot = cdHashPair(a, b);
    for (uint32_t probe = 0; probe < CD_PAIR_PROBES; probe++) {
        const cdPairSlot *s = &table->slots[(slot + probe) & table->mask];
        if (s->generation != table->generation) return false;
        if (s->a == a && s->b == b) return true;
    }
    return false;
}

// Makes room for one more pair: uses four times as many slots of a table of which a quarter is full.
static inline void cdGrowPairTable(cdPairTable *table) {
    if (4 * table->count > table->mask && table->mask < table->largestMask) table->mask = 4 * table->mask + 3;
}

// Adds a pair; returns true if it was there already.
static inline bool cdAddPair(cdPairTable *table, int32_t a, int32_t b) {
    cdGrowPairTable(table);
    uint32_t slot = cdHashPair(a, b);
    for (uint32_t probe = 0; probe < CD_PAIR_PROBES; probe++) {
        cdPairSlot *s = &table->slots[(slot + probe) & table->mask];
        if (s->generation != table->generation) {
            *s = (cdPairSlot){a, b, table->generation};
            table->count++;
            return false;
        }
        if (s->a == a && s->b == b) return true;
    }
    return false;
}

#endif
