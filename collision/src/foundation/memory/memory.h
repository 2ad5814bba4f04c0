// Memory that is taken from front to back, every piece on 16 bytes, and given back in reverse.
//
// A cdMemory is a position in a block, or in an arena: a list of chunks that grows when the last one is used
// up. Pieces never move. A copy of the cdMemory from before gives back everything that was taken since; what
// was taken from one copy may not be in use while another one takes.
#ifndef CD_MEMORY_H
#define CD_MEMORY_H

#include "foundation/numbers/float_mode.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A block that grows by being replaced. Zeroed: empty.
typedef struct cdBlock {
    void *bytes; // on 64 bytes
    size_t size;
} cdBlock;

// Makes a block at least this large. What it held is lost, and the new memory zeroed, unless it was large
// enough. @errors false: no memory, and nothing has changed
bool cdReserveBlock(cdBlock *block, size_t size);
// The same, but the first `used` bytes are kept.
bool cdGrowBlock(cdBlock *block, size_t used, size_t size);
void cdFreeBlock(cdBlock *block);

enum { CD_ARENA_CHUNKS = 32 };

// Zeroed: empty. Each chunk is at least twice as large as the one before.
typedef struct cdArena {
    cdBlock chunks[CD_ARENA_CHUNKS]; // chunks[chunkCount]
    int32_t chunkCount;
} cdArena;

typedef struct cdMemory {
    unsigned char *next;
    size_t left;    // bytes, in this chunk
    cdArena *arena; // NULL: a block that does not grow
    int32_t chunk;  // of the arena
} cdMemory;

// The beginning of an arena: everything taken from it before is given back.
cdMemory cdOpenArena(cdArena *arena);
// Makes the first chunk at least this large. Nothing may be in use.
bool cdReserveArena(cdArena *arena, size_t size);
void cdFreeArena(cdArena *arena);

// Goes on to a chunk with room for this many bytes. false: there is none.
bool cdEnterNextChunk(cdMemory *memory, size_t size);

// Makes sure that the present chunk has this many bytes left. false: it cannot.
static inline bool cdEnsureMemory(cdMemory *memory, size_t size) {
    return memory->left >= size || cdEnterNextChunk(memory, size);
}

// Room for `count` items. NULL: there is not that much.
static inline void *cdTakeMemory(cdMemory *memory, size_t count, size_t itemSize) {
    const size_t alignment = 16;
    if (itemSize > 0 && count > SIZE_MAX / 2 / itemSize) return NULL;
    size_t bytes = count * itemSize;
    size_t gap = (alignment - (uintptr_t)memory->next % alignment) % alignment;
    if (memory->next == NULL || gap > memory->left || bytes > memory->left - gap) {
        if (!cdEnterNextChunk(memory, bytes)) return NULL;
        gap = 0; // chunks begin on 64 bytes
    }
    void *items = memory->next + gap;
    memory->next += gap + bytes;
    memory->left -= gap + bytes;
    return items;
}

#endif
