// An allocator that fails on request, from the n-th allocation on.
#ifndef TESTS_MEMORY_FIXTURE_H
#define TESTS_MEMORY_FIXTURE_H

#include "collision/base.h"

#include <stdlib.h>

typedef struct LimitedMemory {
    int64_t allowed; // remaining successful allocations
    int64_t taken;   // successful ones
    int64_t refused; // failed ones
    int64_t live;    // blocks in use
} LimitedMemory;

static inline void *takeLimited(size_t byteCount, void *context) {
    LimitedMemory *memory = context;
    void *block = memory->allowed > 0 ? malloc(byteCount) : NULL;
    memory->refused += block == NULL;
    if (block == NULL) return NULL;
    memory->allowed--;
    memory->taken++;
    memory->live++;
    return block;
}

static inline void giveLimited(void *block, void *context) {
    ((LimitedMemory *)context)->live--;
    free(block);
}

// The library allocates with this from now on. Blocks of the default hooks may still be freed: both use
// malloc.
static inline void useLimitedMemory(LimitedMemory *memory) {
    cdSetHooks(&(cdHooks){.allocate = takeLimited, .release = giveLimited, .context = memory});
}

static inline int restoreMemory(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

#endif
