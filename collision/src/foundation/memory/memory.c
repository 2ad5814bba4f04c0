// Blocks and arenas; see memory.h.
#include "foundation/memory/memory.h"
#include "foundation/memory/hooks.h"

#include <string.h>

static const size_t SMALLEST_CHUNK = (size_t)1 << 16;

bool cdGrowBlock(cdBlock *block, size_t used, size_t size) {
    if (size <= block->size) return true;
    void *bytes = cdAllocateUnset(size);
    if (bytes == NULL) return false;
    if (used > 0) memcpy(bytes, block->bytes, used);
    cdFree(block->bytes);
    *block = (cdBlock){bytes, size};
    return true;
}

bool cdReserveBlock(cdBlock *block, size_t size) {
    return cdGrowBlock(block, 0, size);
}

void cdFreeBlock(cdBlock *block) {
    cdFree(block->bytes);
    *block = (cdBlock){0};
}

// --- Arenas

cdMemory cdOpenArena(cdArena *arena) {
    if (arena->chunkCount == 0) return (cdMemory){NULL, 0, arena, -1};
    return (cdMemory){arena->chunks[0].bytes, arena->chunks[0].size, arena, 0};
}

static void dropChunks(cdArena *arena, int32_t first) {
    for (int32_t i = first; i < arena->chunkCount; i++)
        cdFreeBlock(&arena->chunks[i]);
    if (first < arena->chunkCount) arena->chunkCount = first;
}

void cdFreeArena(cdArena *arena) {
    dropChunks(arena, 0);
}

static bool addChunk(cdArena *arena, size_t size) {
    if (arena->chunkCount == CD_ARENA_CHUNKS) return false;
    cdBlock *chunk = &arena->chunks[arena->chunkCount];
    size_t before = arena->chunkCount > 0 ? 2 * chunk[-1].size : SMALLEST_CHUNK;
    if (!cdReserveBlock(chunk, size > before ? size : before)) return false;
    arena->chunkCount++;
    return true;
}

bool cdReserveArena(cdArena *arena, size_t size) {
    if (arena->chunkCount > 0 && arena->chunks[0].size >= size) return true;
    cdArena larger = {.chunkCount = 0};
    if (!addChunk(&larger, size)) return false;
    cdFreeArena(arena);
    *arena = larger;
    return true;
}

bool cdEnterNextChunk(cdMemory *memory, size_t size) {
    cdArena *arena = memory->arena;
    if (arena == NULL) return false;
    int32_t next = memory->chunk + 1;
    // A chunk of an earlier query that is too small has no other user, nor do those after it.
    if (next < arena->chunkCount && arena->chunks[next].size < size) dropChunks(arena, next);
    if (next == arena->chunkCount && !addChunk(arena, size)) return false;
    *memory = (cdMemory){arena->chunks[next].bytes, arena->chunks[next].size, arena, next};
    return true;
}
