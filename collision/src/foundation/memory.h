// A block of memory that is taken from front to back, every piece on 16 bytes.
//
// Whoever wants to give back what it took keeps a copy of the cdMemory from before.
#ifndef CD_MEMORY_H
#define CD_MEMORY_H

#include "foundation/float_mode.h"
#include <stddef.h>
#include <stdint.h>

typedef struct cdMemory {
    unsigned char *next;
    size_t left; // bytes
} cdMemory;

// Room for `count` items. NULL: not that much is left.
static inline void *cdTakeMemory(cdMemory *memory, size_t count, size_t itemSize) {
    const size_t alignment = 16;
    size_t gap = (alignment - (uintptr_t)memory->next % alignment) % alignment;
    size_t bytes = count * itemSize;
    if (memory->next == NULL || gap > memory->left || bytes > memory->left - gap) return NULL;
    void *items = memory->next + gap;
    memory->next += gap + bytes;
    memory->left -= gap + bytes;
    return items;
}

#endif
