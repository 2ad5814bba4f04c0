// The tables of a search in a workspace; see search_memory.h.
#include "continuous/search/search_memory.h"

#include <string.h>

// Powers of four times CD_FIRST_PAIR_SLOTS.
enum { MIN_TABLE_SLOTS = 1 << 10, MAX_TABLE_SLOTS = 1 << 16 };

static uint32_t slotCountFor(const cdMesh *a, const cdMesh *b) {
    int64_t elements = (int64_t)a->triangleCount + b->triangleCount;
    uint32_t slots = MIN_TABLE_SLOTS;
    while (slots < MAX_TABLE_SLOTS && (int64_t)slots < 2 * elements)
        slots *= 4;
    return slots;
}

// A pair is replaced by at most 16, and either tree is descended by at least one level.
static size_t getStackSize(const cdMesh *a, const cdMesh *b) {
    return (size_t)(15 * (a->tree.depth + b->tree.depth) + 16) * sizeof(cdNodePair);
}

static bool openTables(cdSearchMemory *memory, uint32_t slotCount, cdWorkspace *workspace) {
    cdPairSlot *slots =
        cdUseWorkPart(workspace, CD_WORK_TABLES, CD_TABLE_COUNT * slotCount * sizeof(cdPairSlot));
    for (uint32_t i = 0; slots != NULL && i < CD_TABLE_COUNT; i++)
        memory->tables[i] = (cdPairTable){.slots = slots + i * slotCount, .largestMask = slotCount - 1};
    return slots != NULL;
}

static bool reserveItems(cdWorkspace *workspace, cdWorkItems kind, size_t itemSize, int32_t numberCount,
                         int32_t itemCount) {
    cdItemTable *table = &workspace->items[kind];
    table->itemSize = (itemSize + 15) & ~(size_t)15;
    return cdReserveItems(table, numberCount, itemCount);
}

// One for each inner node, and the root's.
static int32_t countFours(const cdSphereTree *tree) {
    return tree->nodeCount - tree->leafCount + 1;
}

// A leaf's triangles are in blocks of CD_LEAF_TRIANGLES, of which one may be partly filled.
static int32_t countBlocks(const cdSphereTree *tree) {
    return tree->leafCount + tree->entryCount / CD_LEAF_TRIANGLES;
}

// `all`: for the largest search; else for a beginning.
static bool reserveAllItems(const cdMesh *a, const cdMesh *b, cdWorkspace *workspace, bool all) {
    int32_t vertices = a->vertexCount;
    return reserveItems(workspace, CD_ITEMS_VERTICES, sizeof(cdMovedVertex), vertices, all ? vertices : 0) &&
           reserveItems(workspace, CD_ITEMS_MOVED_FOURS, sizeof(cdMovedFour), 0,
                        all ? countFours(&a->tree) : 0) &&
           reserveItems(workspace, CD_ITEMS_FIXED_FOURS, sizeof(cdFixedFour), 0,
                        all ? countFours(&b->tree) : 0) &&
           reserveItems(workspace, CD_ITEMS_MOVED_TRIANGLES, sizeof(cdMovedTriangles), 0,
                        all ? countBlocks(&a->tree) : 0) &&
           reserveItems(workspace, CD_ITEMS_FIXED_TRIANGLES, sizeof(cdFixedTriangles), 0,
                        all ? countBlocks(&b->tree) : 0);
}

// Takes up the places of a mesh where the last search of that mesh left them.
static bool openPlaces(cdSearchMemory *memory, const cdMesh *mesh, cdWorkspace *workspace) {
    memory->places = cdUseWorkPart(workspace, CD_WORK_PLACES, sizeof *memory->places);
    if (memory->places == NULL) return false;
    if (workspace->placedMesh != mesh->id) *memory->places = (cdFixedPlaces){.root = NULL};
    workspace->placedMesh = mesh->id;
    return true;
}

// Chunks of the pool of fours (item_table.h) that are many: 32,640 fours.
enum { MANY_CHUNKS = 8 };

void cdForgetManyPlaces(cdWorkspace *workspace) {
    if (workspace->items[CD_ITEMS_FIXED_FOURS].chunk >= MANY_CHUNKS) workspace->placedMesh = 0;
}

bool cdOpenSearchMemory(const cdMesh *a, const cdMesh *b, cdWorkspace *workspace, cdSearchMemory *memory) {
    memory->workspace = workspace;
    memory->generation = &workspace->generation;
    memory->vertices = &workspace->items[CD_ITEMS_VERTICES];
    memory->movedFours = &workspace->items[CD_ITEMS_MOVED_FOURS];
    memory->fixedFours = &workspace->items[CD_ITEMS_FIXED_FOURS];
    memory->movedTriangles = &workspace->items[CD_ITEMS_MOVED_TRIANGLES];
    memory->fixedTriangles = &workspace->items[CD_ITEMS_FIXED_TRIANGLES];
    memory->stack = cdUseWorkPart(workspace, CD_WORK_STACK, getStackSize(a, b));
    return memory->stack != NULL && openPlaces(memory, b, workspace) &&
           openTables(memory, slotCountFor(a, b), workspace) && reserveAllItems(a, b, workspace, false);
}

bool cdReserveSearch(const cdMesh *a, const cdMesh *b, cdWorkspace *workspace) {
    cdSearchMemory memory;
    return cdOpenSearchMemory(a, b, workspace, &memory) && reserveAllItems(a, b, workspace, true) &&
           cdTakeProfileMemory(a, b, &memory);
}

// --- Profiles

static size_t getProfileSize(const cdMesh *mesh) {
    return (size_t)mesh->vertexCount * sizeof(cdAxisPoint) +
           (size_t)mesh->triangleCount * sizeof(cdAxisTriangle) +
           (size_t)mesh->tree.nodeCount * sizeof(cdAxisProfile) + 64;
}

bool cdTakeProfileMemory(const cdMesh *a, const cdMesh *b, cdSearchMemory *memory) {
    const cdMesh *meshes[] = {a, b};
    size_t size = getProfileSize(a) + getProfileSize(b);
    cdMemory block = {.next = cdUseWorkPart(memory->workspace, CD_WORK_PROFILES, size), .left = size};
    for (int i = 0; i < 2 && block.next != NULL; i++) {
        const cdMesh *mesh = meshes[i];
        memory->axisPoints[i] = cdTakeMemory(&block, (size_t)mesh->vertexCount, sizeof(cdAxisPoint));
        memory->axisTriangles[i] = cdTakeMemory(&block, (size_t)mesh->triangleCount, sizeof(cdAxisTriangle));
        memory->axisProfiles[i] = cdTakeMemory(&block, (size_t)mesh->tree.nodeCount, sizeof(cdAxisProfile));
    }
    return block.next != NULL;
}

// --- Generations

// Very old stamps could look new.
static void clearStamps(cdWorkspace *workspace) {
    cdBlock *tables = &workspace->parts[CD_WORK_TABLES];
    memset(tables->bytes, 0, tables->size);
    workspace->placedMesh = 0;
    for (int i = 0; i < CD_WORK_ITEMS_COUNT; i++)
        cdClearItems(&workspace->items[i]);
}

void cdStartGeneration(cdSearchMemory *memory) {
    uint32_t generation = ++*memory->generation;
    if (generation == 0) {
        clearStamps(memory->workspace);
        generation = *memory->generation = 1;
    }
    for (int i = 0; i < CD_TABLE_COUNT; i++)
        cdEmptyPairTable(&memory->tables[i], generation);
}
