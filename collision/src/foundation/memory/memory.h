// Stack memory: allocated from front to back, aligned to 16 bytes, and released in reverse.
//
// A cdMemory is a position in a block, or in an arena: a list of chunks that grows when the last one is full.
// Allocations never move. Restoring an earlier copy of the cdMemory releases everything allocated since;
// memory from one copy must not be in use while another copy allocates.
#ifndef CD_MEMORY_H
#define CD_MEMORY_H

#include "foundation/numbers/float_mode.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A block that grows by replacement. Zeroed: empty.
typedef struct cdBlock {
    void *bytes; // aligned to 64 bytes
    size_t size;
} cdBlock;

// Makes a block at least this large. If it has to grow, its content is lost and the new memory is not set.
// @errors false: no memory; the block is unchanged
bool cdReserveBlock(cdBlock *block, size_t size);
// The same, but keeps the first `used` bytes.
bool cdGrowBlock(cdBlock *block, size_t used, size_t size);
void cdFreeBlock(cdBlock *block);

enum { CD_ARENA_CHUNKS = 32 };

// Zeroed: empty. Each chunk is at least twice as large as the previous one.
typedef struct cdArena {
    cdBlock chunks[CD_ARENA_CHUNKS]; // chunks[chunkCount]
    int32_t chunkCount;
} cdArena;

typedef struct cdMemory {
    unsigned char *next;
    size_t left;    // remaining bytes of this chunk
    cdArena *arena; // NULL: a block that does not grow
    int32_t chunk;  // index of the arena's chunk
} cdMemory;

// Returns the beginning of an arena: releases everything allocated from it.
cdMemory cdOpenArena(cdArena *arena);
// Makes the first chunk at least this large. The arena must not be in use.
bool cdReserveArena(cdArena *arena, size_t size);
void cdFreeArena(cdArena *arena);

// Moves to the next chunk, with room for this many bytes. False: no memory.
bool cdEnterNextChunk(cdMemory *memory, size_t size);

// Ensures that the current chunk has this many bytes left. False: no memory.
static inline bool cdEnsureMemory(cdMemory *memory, size_t size) {
    return memory->left >= size || cdEnterNextChunk(memory, size);
}

// Allocates `count` items. NULL: not enough memory.
static inline void *cdTakeMemory(cdMemory *memory, size_t count, size_t itemSize) {
    const size_t alignment = 16;
    if (itemSize > 0 && count > SIZE_MAX / 2 / itemSize) return NULL;
    size_t bytes = count * itemSize;
    size_t gap = (alignment - (uintptr_t)memory->next % alignment) % alignment;
    if (memory->next == NULL || gap > memory->left || bytes > memory->left - gap) {
        if (!cdEnterNextChunk(memory, bytes)) return NULL;
        gap = 0; // chunks are aligned to 64 bytes
    }
    void *items = memory->next + gap;
    memory->next += gap + bytes;
    memory->left -= gap + bytes;
    return items;
}

#endif
