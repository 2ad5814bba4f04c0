// Laying out the tables of a search; see search_memory.h.
#include "continuous/search_memory.h"
#include <string.h>

enum { MIN_TABLE_SLOTS = 1 << 10, MAX_TABLE_SLOTS = 1 << 15 };

static const uint64_t layoutMark = UINT64_C(0x6364536561726368); // "cdSearch"

typedef struct MemoryHeader {
    uint64_t mark;
    int32_t stackCapacity;
    int32_t vertexCounts[2], triangleCounts[2], nodeCounts[2]; // of A, of B
    uint32_t slotCount;
    uint32_t zero; // in the place of padding: headers are compared as bytes
    uint32_t generation;
} MemoryHeader;

_Static_assert(sizeof(MemoryHeader) == 48, "a header has no padding");

// Hands out aligned parts of a block; with no block it only counts.
typedef struct Carver {
    char *base;
    size_t used;
} Carver;

static void *carve(Carver *carver, size_t byteCount) {
    carver->used = (carver->used + 63) & ~(size_t)63;
    void *part = carver->base ? carver->base + carver->used : NULL;
    carver->used += byteCount;
    return part;
}

static uint32_t slotCountFor(const cdMesh *a, const cdMesh *b) {
    int64_t elements = (int64_t)a->triangleCount + b->triangleCount;
    uint32_t slots = MIN_TABLE_SLOTS;
    while (slots < MAX_TABLE_SLOTS && (int64_t)slots < 2 * elements)
        slots *= 2;
    return slots;
}

static MemoryHeader *carveMemory(Carver *carver, const MemoryHeader *layout, cdSearchMemory *memory) {
    MemoryHeader *header = carve(carver, sizeof *header);
    size_t vertexCount = (size_t)layout->vertexCounts[0], twinCounts[2];
    for (int i = 0; i < 2; i++)
        twinCounts[i] = (size_t)cdCountTwins(layout->nodeCounts[i]);
    memory->vertexStamps = carve(carver, vertexCount * sizeof *memory->vertexStamps);
    for (int i = 0; i < 2; i++)
        memory->twinStamps[i] = carve(carver, twinCounts[i] * sizeof(uint32_t));
    for (int i = 0; i < CD_TABLE_COUNT; i++) {
        memory->tables[i].slots = carve(carver, layout->slotCount * sizeof(cdPairSlot));
        memory->tables[i].mask = layout->slotCount - 1;
    }
    memory->vertices = carve(carver, vertexCount * sizeof *memory->vertices);
    memory->movedTwins = carve(carver, twinCounts[0] * sizeof *memory->movedTwins);
    memory->fixedTwins = carve(carver, twinCounts[1] * sizeof *memory->fixedTwins);
    memory->stack = carve(carver, (size_t)layout->stackCapacity * sizeof *memory->stack);
    memory->stackCapacity = layout->stackCapacity;
    for (int i = 0; i < 2; i++) {
        memory->axisPoints[i] = carve(carver, (size_t)layout->vertexCounts[i] * sizeof(cdAxisPoint));
        memory->axisTriangles[i] = carve(carver, (size_t)layout->triangleCounts[i] * sizeof(cdAxisTriangle));
        memory->axisProfiles[i] = carve(carver, (size_t)layout->nodeCounts[i] * sizeof(cdAxisProfile));
    }
    return header;
}

static MemoryHeader layoutFor(const cdMesh *a, const cdMesh *b) {
    // A descent keeps at most three siblings for each level of either tree.
    return (MemoryHeader){.mark = layoutMark,
                          .stackCapacity = 3 * (a->tree.depth + b->tree.depth) + 16,
                          .vertexCounts = {a->vertexCount, b->vertexCount},
                          .triangleCounts = {a->triangleCount, b->triangleCount},
                          .nodeCounts = {a->tree.nodeCount, b->tree.nodeCount},
                          .slotCount = slotCountFor(a, b)};
}

size_t cdGetSearchSize(const cdMesh *a, const cdMesh *b) {
    MemoryHeader layout = layoutFor(a, b);
    cdSearchMemory memory;
    Carver carver = {NULL, 0};
    carveMemory(&carver, &layout, &memory);
    return carver.used;
}

bool cdOpenSearchMemory(const cdMesh *a, const cdMesh *b, cdWorkspace *workspace, cdSearchMemory *memory) {
    MemoryHeader layout = layoutFor(a, b);
    char *base = cdUseWorkPart(workspace, CD_WORK_SEARCH, cdGetSearchSize(a, b));
    if (base == NULL) return false;
    Carver carver = {base, 0};
    MemoryHeader *header = carveMemory(&carver, &layout, memory);
    layout.generation = header->generation;
    // Laid out for other sizes: old stamps lie in other places, so nothing of them may survive.
    if (memcmp(header, &layout, sizeof layout) != 0) {
        memset(base, 0, (size_t)((char *)memory->vertices - base));
        layout.generation = 0;
        *header = layout;
    }
    memory->generation = &header->generation;
    return true;
}

void cdStartGeneration(cdSearchMemory *memory) {
    uint32_t generation = ++*memory->generation;
    if (generation == 0) { // wrapped: stamps of long ago could look new
        memset(memory->vertexStamps, 0, (size_t)((char *)memory->vertices - (char *)memory->vertexStamps));
        generation = *memory->generation = 1;
    }
    for (int i = 0; i < CD_TABLE_COUNT; i++)
        memory->tables[i].generation = generation;
}
