// Hooks of the library for JavaScript: counted memory, failed assertions as errors, the callback for pairs.
//
// The functions `fail` and `shouldCollide` are imported from JavaScript. Nothing here is called by two
// threads.
#include "collision/collision.h"
#include <stdlib.h>

#define FC_EXPORT(name) __attribute__((used, export_name(#name))) name
#define FC_IMPORT(name) __attribute__((import_module("firstcontact"), import_name(#name))) name

void FC_IMPORT(fail)(const char *condition);
int32_t FC_IMPORT(shouldCollide)(void *world, cdBodyId a, cdBodyId b);

static int32_t blockCount; // blocks that are in use

// Allocates memory, zeroed by no one. Returns NULL if there is no memory.
void *FC_EXPORT(fcAllocate)(size_t byteCount) {
    void *memory = malloc(byteCount ? byteCount : 1);
    blockCount += memory != NULL;
    return memory;
}

// Frees memory of fcAllocate. NULL is allowed.
void FC_EXPORT(fcRelease)(void *memory) {
    blockCount -= memory != NULL;
    free(memory);
}

// Returns the number of blocks in use.
int32_t FC_EXPORT(fcGetBlockCount)(void) {
    return blockCount;
}

static void reportFailure(const char *condition, const char *file, int line, void *context) {
    (void)file, (void)line, (void)context;
    fail(condition);
}

static void *allocate(size_t byteCount, void *context) {
    (void)context;
    return fcAllocate(byteCount);
}

static void release(void *memory, void *context) {
    (void)context;
    fcRelease(memory);
}

// Installs the hooks. To be called once, before anything else.
void FC_EXPORT(fcStart)(void) {
    const cdHooks hooks = {reportFailure, allocate, release, NULL};
    cdSetHooks(&hooks);
}

static bool decidePair(void *world, cdBodyId a, cdBodyId b) {
    return shouldCollide(world, a, b) != 0;
}

// Lets JavaScript decide which bodies of a world collide, or not any more.
void FC_EXPORT(fcSetPairCallback)(cdWorld *world, bool decides) {
    cdSetPairCallback(world, decides ? decidePair : NULL, world);
}
