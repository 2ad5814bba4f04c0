// Memory of queries: tables of items by number, arenas and blocks: growth and failure.
#include "foundation/memory/hooks.h"
#include "foundation/memory/item_table.h"
#include "foundation/memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Item {
    int64_t number;
    int64_t unused;
} Item;

// An allocator that fails on request.
static bool refuses;

static void *allocate(size_t byteCount, void *context) {
    (void)context;
    return refuses ? NULL : malloc(byteCount);
}

static void release(void *memory, void *context) {
    (void)context;
    free(memory);
}

static int useHooks(void **state) {
    (void)state;
    refuses = false;
    cdSetHooks(&(cdHooks){.allocate = allocate, .release = release});
    return 0;
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

static uint32_t nextRandom(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 4;
}

static Item *addNumber(cdItemTable *table, int32_t number, uint32_t generation) {
    Item *item = cdAddItem(table, number, generation);
    assert_non_null(item);
    item->number = number;
    return item;
}

// Numbers of up to a million in a table that begins small, over many generations. Red: growing loses or moves
// an item, an item of an earlier generation is found, two numbers share an item.
static void testItemsStayWhereTheyAre(void **state) {
    (void)state;
    enum { MOST = 5000 };
    cdItemTable table = {.itemSize = sizeof(Item)};
    assert_true(cdReserveItems(&table, 1 << 20, 0));
    static Item *items[MOST];
    static int32_t numbers[MOST];
    uint32_t seed = 7;
    for (uint32_t generation = 1; generation < 40; generation++) {
        int32_t count = (int32_t)(nextRandom(&seed) % MOST), kept = 0;
        for (int32_t i = 0; i < count; i++) {
            int32_t number = (int32_t)(nextRandom(&seed) % (generation % 2 ? 1u << 20 : 600u));
            Item *known = cdFindItem(&table, number, generation);
            if (known != NULL) {
                assert_int_equal(known->number, number);
                continue;
            }
            items[kept] = addNumber(&table, number, generation);
            numbers[kept++] = number;
        }
        for (int32_t i = 0; i < kept; i++) {
            assert_ptr_equal(cdFindItem(&table, numbers[i], generation), items[i]);
            assert_int_equal(items[i]->number, numbers[i]);
            assert_null(cdFindItem(&table, numbers[i], generation + 1));
        }
    }
    cdFreeItems(&table);
    assert_int_equal(cdGetItemTableSize(&table), 0);
}

// Clearing restarts generations at 1. Red: an item of the first round found in the second.
static void testClearedItemsAreForgotten(void **state) {
    (void)state;
    cdItemTable table = {.itemSize = sizeof(Item)};
    assert_true(cdReserveItems(&table, 100, 0));
    for (int32_t i = 0; i < 100; i++)
        addNumber(&table, i, 1);
    cdClearItems(&table);
    for (int32_t i = 0; i < 100; i++)
        assert_null(cdFindItem(&table, i, 1));
    addNumber(&table, 5, 1);
    assert_non_null(cdFindItem(&table, 5, 1));
    cdFreeItems(&table);
}

// Without memory a table rejects new items and keeps its own. Red: a crash, a lost item, an endless search in
// a full table.
static void testItemsWithoutMemory(void **state) {
    (void)state;
    cdItemTable table = {.itemSize = sizeof(Item)};
    refuses = true;
    assert_false(cdReserveItems(&table, 10, 0));
    refuses = false;
    assert_true(cdReserveItems(&table, 10, 0));
    refuses = true;
    int32_t count = 0;
    while (count < 100000) {
        Item *item = cdAddItem(&table, count, 3);
        if (item == NULL) break;
        item->number = count++;
    }
    assert_in_range(count, 64, 1000);
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(((Item *)cdFindItem(&table, i, 3))->number, i);
    assert_null(cdFindItem(&table, count, 3));
    refuses = false;
    addNumber(&table, count, 3);
    cdFreeItems(&table);
}

// Reserved items allocate nothing more. Red: a reserve that is too small.
static void testReservedItemsDoNotAllocate(void **state) {
    (void)state;
    cdItemTable table = {.itemSize = sizeof(Item)};
    assert_true(cdReserveItems(&table, 3000, 3000));
    refuses = true;
    for (uint32_t generation = 1; generation < 4; generation++)
        for (int32_t i = 0; i < 3000; i++)
            addNumber(&table, i, generation);
    cdFreeItems(&table);
}

// Pieces of an arena do not move or overlap, and a copy of the position frees everything taken since. Red: a
// chunk used twice at once, earlier pieces lost when going back.
static void testArenasGrow(void **state) {
    (void)state;
    cdArena arena = {.chunkCount = 0};
    for (int round = 0; round < 3; round++) {
        cdMemory memory = cdOpenArena(&arena);
        unsigned char *before = cdTakeMemory(&memory, 1000, 1);
        assert_non_null(before);
        memset(before, 0xAA, 1000);
        cdMemory mark = memory;
        for (int k = 0; k < 3; k++) {
            memory = mark;
            unsigned char *pieces[60];
            for (int i = 0; i < 60; i++) {
                pieces[i] = cdTakeMemory(&memory, (size_t)(i + 1) * 5000, 1);
                assert_non_null(pieces[i]);
                assert_int_equal((uintptr_t)pieces[i] % 16, 0);
                memset(pieces[i], i, (size_t)(i + 1) * 5000);
            }
            for (int i = 0; i < 60; i++) {
                assert_int_equal(pieces[i][0], i);
                assert_int_equal(pieces[i][(i + 1) * 5000 - 1], i);
            }
            assert_int_equal(before[0], 0xAA);
            assert_int_equal(before[999], 0xAA);
        }
    }
    int32_t chunks = arena.chunkCount;
    refuses = true; // memory once taken is available again
    cdMemory memory = cdOpenArena(&arena);
    for (int i = 0; i < 60; i++)
        assert_non_null(cdTakeMemory(&memory, (size_t)(i + 1) * 5000, 1));
    assert_int_equal(arena.chunkCount, chunks);
    assert_null(cdTakeMemory(&memory, (size_t)1 << 40, 1));
    refuses = false;
    cdFreeArena(&arena);
}

// A larger piece than a chunk of an earlier call replaces that chunk. Red: the piece is too short.
static void testArenasReplaceChunksThatAreTooSmall(void **state) {
    (void)state;
    cdArena arena = {.chunkCount = 0};
    cdMemory memory = cdOpenArena(&arena);
    assert_non_null(cdTakeMemory(&memory, 1 << 16, 1));
    assert_non_null(cdTakeMemory(&memory, 1 << 10, 1)); // the second chunk, 1 << 17
    memory = cdOpenArena(&arena);
    assert_non_null(cdTakeMemory(&memory, 1 << 16, 1));
    unsigned char *large = cdTakeMemory(&memory, 1 << 22, 1);
    assert_non_null(large);
    memset(large, 1, 1 << 22);
    cdFreeArena(&arena);
}

// A block that grows keeps as much as requested, and one without memory is unchanged.
static void testBlocksGrow(void **state) {
    (void)state;
    cdBlock block = {0};
    assert_true(cdReserveBlock(&block, 100));
    memset(block.bytes, 7, 100);
    assert_true(cdGrowBlock(&block, 60, 5000));
    const unsigned char *bytes = block.bytes;
    assert_int_equal(bytes[59], 7);
    memset(block.bytes, 7, 5000);
    refuses = true;
    assert_true(cdReserveBlock(&block, 5000));
    assert_false(cdReserveBlock(&block, 5001));
    assert_ptr_equal(block.bytes, bytes);
    assert_int_equal(block.size, 5000);
    cdFreeBlock(&block);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(testItemsStayWhereTheyAre, useHooks, restoreHooks),
        cmocka_unit_test_setup_teardown(testClearedItemsAreForgotten, useHooks, restoreHooks),
        cmocka_unit_test_setup_teardown(testItemsWithoutMemory, useHooks, restoreHooks),
        cmocka_unit_test_setup_teardown(testReservedItemsDoNotAllocate, useHooks, restoreHooks),
        cmocka_unit_test_setup_teardown(testArenasGrow, useHooks, restoreHooks),
        cmocka_unit_test_setup_teardown(testArenasReplaceChunksThatAreTooSmall, useHooks, restoreHooks),
        cmocka_unit_test_setup_teardown(testBlocksGrow, useHooks, restoreHooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
