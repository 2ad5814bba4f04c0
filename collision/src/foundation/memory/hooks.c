// The library's memory and assertions, through the user's hooks.
//
// Input: a byte count. Output: a block, zeroed unless the caller fills it anyway, aligned to 64 bytes, so
// that no node of a tree straddles two cache lines. The allocation hook guarantees no such alignment: each
// request is slightly larger, and the hook's pointer is stored just below the aligned start, where cdFree
// finds it.
//
// The default allocator asks for huge pages for large blocks, where the system has them (Linux): a mesh of a
// million triangles then needs some hundred pages instead of 100,000 while it is built, and searches of its
// tree miss fewer addresses. Without them nothing but the speed changes.
#if defined(__linux__)
#define _DEFAULT_SOURCE // madvise
#include <sys/mman.h>
#endif

#include "foundation/memory/hooks.h"
#include "foundation/numbers/compiler.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

static void abortOnAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
    abort();
}

#if defined(__linux__) && defined(MADV_HUGEPAGE)
// Only whole huge pages, so that a block takes no more memory than requested.
static void *allocateDefault(size_t byteCount, void *context) {
    (void)context;
    if (byteCount < 2 * HUGE_PAGE || byteCount > SIZE_MAX - HUGE_PAGE) return malloc(byteCount);
    // A multiple of the alignment, as C asks; the pages beyond the block are never touched.
    void *memory = aligned_alloc(HUGE_PAGE, (byteCount + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (memory != NULL) (void)madvise(memory, byteCount / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    return memory;
}
#else
static void *allocateDefault(size_t byteCount, void *context) {
    (void)context;
    return malloc(byteCount);
}
#endif

static void releaseWithFree(void *memory, void *context) {
    (void)context;
    free(memory);
}

static cdHooks installedHooks = {abortOnAssert, allocateDefault, releaseWithFree, NULL};

void cdSetHooks(const cdHooks *hooks) {
    cdHooks wanted = hooks != NULL ? *hooks : (cdHooks){0};
    installedHooks.assertFailed = wanted.assertFailed != NULL ? wanted.assertFailed : abortOnAssert;
    installedHooks.allocate = wanted.allocate != NULL ? wanted.allocate : allocateDefault;
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

void *cdGrowArray(void *items, int32_t count, int32_t capacity, size_t itemSize) {
    void *larger = cdAllocate((size_t)capacity * itemSize);
    if (larger == NULL) return NULL;
    if (count > 0) memcpy(larger, items, (size_t)count * itemSize);
    cdFree(items);
    return larger;
}

uint64_t cdMakeId(void) {
    static cdCounter made;
    return cdCountUp(&made);
}

void cdReportAssert(const char *condition, const char *file, int line) {
    installedHooks.assertFailed(condition, file, line, installedHooks.context);
}
