// The library's memory and assertions, through the user's hooks.
//
// Input: a byte count. Output: a block, zeroed unless the caller fills it anyway, aligned to 64 bytes, so
// that no node of a tree straddles two cache lines. The allocation hook guarantees no such alignment: each
// request is slightly larger, and the hook's pointer is stored just below the aligned start, where cdFree
// finds it.
#include "foundation/memory/hooks.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static void abortOnAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
    abort();
}

static void *allocateWithMalloc(size_t byteCount, void *context) {
    (void)context;
    return malloc(byteCount);
}

static void releaseWithFree(void *memory, void *context) {
    (void)context;
    free(memory);
}

static cdHooks installedHooks = {abortOnAssert, allocateWithMalloc, releaseWithFree, NULL};

void cdSetHooks(const cdHooks *hooks) {
    cdHooks wanted = hooks != NULL ? *hooks : (cdHooks){0};
    installedHooks.assertFailed = wanted.assertFailed != NULL ? wanted.assertFailed : abortOnAssert;
    installedHooks.allocate = wanted.allocate != NULL ? wanted.allocate : allocateWithMalloc;
    installedHooks.release = wanted.release != NULL ? wanted.release : releaseWithFree;
    installedHooks.context = wanted.context;
}

void *cdAllocateUnset(size_t byteCount) {
    const size_t overhead = ALIGNMENT + sizeof(void *);
    if (byteCount > SIZE_MAX - overhead) return NULL;
    unsigned char *given = installedHooks.allocate(byteCount + overhead, installedHooks.context);
    if (given == NULL) return NULL;
    uintptr_t first = (uintptr_t)given + sizeof(void *);
    unsigned char *aligned = given + sizeof(void *) + (ALIGNMENT - first % ALIGNMENT) % ALIGNMENT;
    memcpy(aligned - sizeof(void *), &given, sizeof(void *));
    return aligned;
}

void *cdAllocate(size_t byteCount) {
    void *memory = cdAllocateUnset(byteCount);
    if (memory != NULL) memset(memory, 0, byteCount);
    return memory;
}

void cdFree(void *memory) {
    if (memory == NULL) return;
    void *given;
    memcpy(&given, (unsigned char *)memory - sizeof(void *), sizeof(void *));
    installedHooks.release(given, installedHooks.context);
}

uint64_t cdMakeId(void) {
    static atomic_uint_least64_t made;
    return atomic_fetch_add_explicit(&made, 1, memory_order_relaxed) + 1;
}

void cdReportAssert(const char *condition, const char *file, int line) {
    installedHooks.assertFailed(condition, file, line, installedHooks.context);
}
