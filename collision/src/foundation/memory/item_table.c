// Tables of items by number; see item_table.h.
#include "foundation/memory/item_table.h"
#include "foundation/memory/hooks.h"

#include <string.h>

enum { FIRST_ENTRIES = 256, DIRECT_ENTRIES = 1 << 13, ENTRIES_MAX = 1 << 30 };

static bool isInUse(const cdItemTable *table, const cdItemEntry *entry) {
    return entry->generation == table->generation && entry->generation != 0;
}

static void putEntry(cdItemEntry *entries, uint32_t mask, const cdItemEntry *entry) {
    uint32_t at = (uint32_t)entry->number & mask;
    while (entries[at].generation == entry->generation)
        at = (at + 1) & mask;
    entries[at] = *entry;
}

// Keeps the entries of the current generation.
static bool growEntries(cdItemTable *table, uint32_t size) {
    cdItemEntry *entries = cdAllocate((size_t)size * sizeof *entries);
    if (entries == NULL) return false;
    for (uint32_t i = 0; table->entries != NULL && i <= table->mask; i++)
        if (isInUse(table, &table->entries[i])) putEntry(entries, size - 1, &table->entries[i]);
    cdFree(table->entries);
    table->entries = entries;
    table->mask = size - 1;
    table->limit = (int32_t)(size / 2);
    return true;
}

static uint32_t getEntryCount(const cdItemTable *table) {
    return table->entries != NULL ? table->mask + 1 : 0;
}

static bool reserveEntries(cdItemTable *table, int32_t numberCount, int32_t itemCount) {
    uint32_t wanted = FIRST_ENTRIES, direct = (uint32_t)numberCount;
    while (wanted < ENTRIES_MAX && wanted / 2 < (uint32_t)itemCount)
        wanted *= 2;
    while (wanted < DIRECT_ENTRIES && wanted < direct)
        wanted *= 2;
    return wanted <= getEntryCount(table) || growEntries(table, wanted);
}

static size_t getChunkSize(const cdItemTable *table, int32_t chunk) {
    return ((size_t)CD_FIRST_ITEMS << chunk) * table->itemSize;
}

static bool reserveChunk(cdItemTable *table, int32_t chunk) {
    if (table->chunks[chunk] == NULL) table->chunks[chunk] = cdAllocateUnset(getChunkSize(table, chunk));
    return table->chunks[chunk] != NULL;
}

bool cdReserveItems(cdItemTable *table, int32_t numberCount, int32_t itemCount) {
    if (!reserveEntries(table, numberCount, itemCount)) return false;
    int32_t room = 0;
    for (int32_t chunk = 0; chunk == 0 || (room < itemCount && chunk < CD_ITEM_CHUNKS); chunk++) {
        if (!reserveChunk(table, chunk)) return false;
        room += CD_FIRST_ITEMS << chunk;
    }
    return true;
}

void cdFreeItems(cdItemTable *table) {
    for (int32_t i = 0; i < CD_ITEM_CHUNKS; i++)
        cdFree(table->chunks[i]);
    cdFree(table->entries);
    *table = (cdItemTable){.itemSize = table->itemSize};
}

void cdClearItems(cdItemTable *table) {
    if (table->entries != NULL) memset(table->entries, 0, ((size_t)table->mask + 1) * sizeof *table->entries);
    table->generation = 0;
}

size_t cdGetItemTableSize(const cdItemTable *table) {
    size_t size = (size_t)getEntryCount(table) * sizeof(cdItemEntry);
    for (int32_t i = 0; i < CD_ITEM_CHUNKS; i++)
        if (table->chunks[i] != NULL) size += getChunkSize(table, i);
    return size;
}

static void enterChunk(cdItemTable *table, int32_t chunk) {
    table->chunk = chunk;
    table->next = table->chunks[chunk];
    table->end = table->next != NULL ? table->next + getChunkSize(table, chunk) : NULL;
}

// Ensures that the pool has a next item. False: no memory.
static bool reserveItem(cdItemTable *table) {
    if (table->next != table->end) return true;
    int32_t chunk = table->next == NULL ? 0 : table->chunk + 1;
    if (chunk == CD_ITEM_CHUNKS || !reserveChunk(table, chunk)) return false;
    enterChunk(table, chunk);
    return true;
}

static void startItems(cdItemTable *table, uint32_t generation) {
    if (table->generation == generation) return;
    table->generation = generation;
    table->count = 0;
    enterChunk(table, 0);
}

void *cdTakeItemSlowly(cdItemTable *table, uint32_t generation) {
    startItems(table, generation);
    if (!reserveItem(table)) return NULL;
    void *item = table->next;
    table->next += table->itemSize;
    return item;
}

void *cdAddItemSlowly(cdItemTable *table, int32_t number, uint32_t generation) {
    startItems(table, generation);
    bool crowded = table->count >= table->limit && !growEntries(table, 2 * (table->mask + 1));
    // If one generation fills the table, a search for another number would not end.
    if ((crowded && table->count >= (int64_t)table->mask) || !reserveItem(table)) return NULL;
    return cdPutItem(table, number, generation);
}
