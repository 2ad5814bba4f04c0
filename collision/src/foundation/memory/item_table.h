// A table of items by number that empties in constant time: each entry is stamped with a generation.
//
// Open addressing: an entry is at its number modulo the size, or after it; always at its number if the table
// is as large as the numbers. Items come from a pool that never moves them, so pointers stay valid for the
// generation. Memory follows the largest number of items of any generation.
//
// Invariant: the entries stamped with the current generation are exactly its own, since the caller never
// reuses a generation, except after cdClearItems.
#ifndef CD_ITEM_TABLE_H
#define CD_ITEM_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cdItemEntry {
    int32_t number;
    uint32_t generation; // 0: never used
    void *item;
} cdItemEntry;

enum { CD_ITEM_CHUNKS = 24, CD_FIRST_ITEMS = 128 };

// Zeroed, except for `itemSize`: empty.
typedef struct cdItemTable {
    size_t itemSize;      // a multiple of 16
    cdItemEntry *entries; // entries[mask + 1]; NULL: not allocated yet
    uint32_t mask;
    uint32_t generation; // generation of the last item, the count and the pool's position
    int32_t count;
    int32_t limit;                         // the entries grow beyond this count: half of them
    unsigned char *chunks[CD_ITEM_CHUNKS]; // chunk k has room for CD_FIRST_ITEMS << k items
    int32_t chunk;                         // chunk of the next item
    unsigned char *next, *end;             // the next item, and the end of its chunk
} cdItemTable;

// Reserves this many items, and entries for numbers below `numberCount` if these are few.
// @errors false: no memory; the table is unchanged
bool cdReserveItems(cdItemTable *table, int32_t numberCount, int32_t itemCount);
void cdFreeItems(cdItemTable *table);
// Clears all generations.
void cdClearItems(cdItemTable *table);
size_t cdGetItemTableSize(const cdItemTable *table);

// Returns the item of a number in a generation; NULL: no such item.
static inline void *cdFindItem(const cdItemTable *table, int32_t number, uint32_t generation) {
    for (uint32_t at = (uint32_t)number & table->mask;; at = (at + 1) & table->mask) {
        const cdItemEntry *entry = &table->entries[at];
        if (entry->generation != generation) return NULL;
        if (entry->number == number) return entry->item;
    }
}

// The case of cdAddItem in which the table has to grow, or the generation is new.
void *cdAddItemSlowly(cdItemTable *table, int32_t number, uint32_t generation);

// Adds the next item of the pool, which must exist, to the entries, which must have room.
static inline void *cdPutItem(cdItemTable *table, int32_t number, uint32_t generation) {
    uint32_t at = (uint32_t)number & table->mask;
    while (table->entries[at].generation == generation)
        at = (at + 1) & table->mask;
    void *item = table->next;
    table->next += table->itemSize;
    table->count++;
    table->entries[at] = (cdItemEntry){number, generation, item};
    return item;
}

// Adds a new item, with undefined content. NULL: the table cannot grow.
static inline void *cdAddItem(cdItemTable *table, int32_t number, uint32_t generation) {
    bool isReady =
        table->generation == generation && table->count < table->limit && table->next != table->end;
    return isReady ? cdPutItem(table, number, generation) : cdAddItemSlowly(table, number, generation);
}

// The case of cdTakeItem in which the pool has to grow, or the generation is new.
void *cdTakeItemSlowly(cdItemTable *table, uint32_t generation);

// Returns a new item without a number, with undefined content. NULL: the pool cannot grow.
static inline void *cdTakeItem(cdItemTable *table, uint32_t generation) {
    if (table->generation != generation || table->next == table->end)
        return cdTakeItemSlowly(table, generation);
    void *item = table->next;
    table->next += table->itemSize;
    return item;
}

#endif
