// A table of items by number, emptied in no time: each entry is stamped with a generation.
//
// Open addressing: an entry lies at its number modulo the size, or behind it. Where the table is as large as
// the numbers, nothing lies behind. Items are taken from a pool that never moves them, so pointers stay valid
// for the generation. Memory follows the largest number of items of any generation.
//
// Invariant: an entry whose generation is the present one is of this generation; the caller never uses a
// generation twice, but for cdClearItems.
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

// Zeroed, but for `itemSize`: empty.
typedef struct cdItemTable {
    size_t itemSize;      // a multiple of 16
    cdItemEntry *entries; // entries[mask + 1]; NULL: none yet
    uint32_t mask;
    uint32_t generation; // of the last item; the count and the pool's position are of it
    int32_t count;
    int32_t limit;                         // beyond this many the entries are crowded: half of them
    unsigned char *chunks[CD_ITEM_CHUNKS]; // chunk k holds CD_FIRST_ITEMS << k items
    int32_t chunk;                         // in which the next item lies
    unsigned char *next, *end;             // the next item, and the end of its chunk
} cdItemTable;

// Makes room for this many items, and entries for numbers below `numberCount` where these are not many.
// @errors false: no memory; the table is as it was
bool cdReserveItems(cdItemTable *table, int32_t numberCount, int32_t itemCount);
void cdFreeItems(cdItemTable *table);
// Forgets all generations.
void cdClearItems(cdItemTable *table);
size_t cdGetItemTableSize(const cdItemTable *table);

// The item of a number in a generation; NULL: there is none.
static inline void *cdFindItem(const cdItemTable *table, int32_t number, uint32_t generation) {
    for (uint32_t at = (uint32_t)number & table->mask;; at = (at + 1) & table->mask) {
        const cdItemEntry *entry = &table->entries[at];
        if (entry->generation != generation) return NULL;
        if (entry->number == number) return entry->item;
    }
}

// cdAddItem where the table has to grow, or the generation is new.
void *cdAddItemSlowly(cdItemTable *table, int32_t number, uint32_t generation);

// Puts the next item of the pool, which there is, into the entries, which have room.
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

// Adds an item that is not there. Its memory holds anything. NULL: the table cannot grow.
static inline void *cdAddItem(cdItemTable *table, int32_t number, uint32_t generation) {
    bool isReady =
        table->generation == generation && table->count < table->limit && table->next != table->end;
    return isReady ? cdPutItem(table, number, generation) : cdAddItemSlowly(table, number, generation);
}

#endif
