// Workspaces; see foundation/memory/workspace.h.
#include "foundation/memory/workspace.h"
#include "collision/workspace.h"
#include "foundation/memory/hooks.h"

#include <string.h>

cdWorkspace *cdCreateWorkspace(void) {
    cdWorkspace *workspace = cdAllocate(sizeof *workspace);
    if (workspace != NULL) workspace->id = cdMakeId();
    return workspace;
}

void cdDestroyWorkspace(cdWorkspace *workspace) {
    if (workspace == NULL) return;
    for (int i = 0; i < CD_WORK_PART_COUNT; i++)
        cdFreeBlock(&workspace->parts[i]);
    for (int i = 0; i < CD_WORK_ITEMS_COUNT; i++)
        cdFreeItems(&workspace->items[i]);
    for (int32_t i = 0; i + 1 < workspace->workerCount; i++)
        cdDestroyWorkspace(workspace->workers[i]);
    cdFree(workspace->workers);
    cdFreeArena(&workspace->arena);
    cdFree(workspace);
}

size_t cdGetWorkspaceSize(const cdWorkspace *workspace) {
    if (!CD_REQUIRE(workspace != NULL)) return 0;
    size_t size = sizeof *workspace;
    for (int i = 0; i < CD_WORK_PART_COUNT; i++)
        size += workspace->parts[i].size;
    for (int i = 0; i < CD_WORK_ITEMS_COUNT; i++)
        size += cdGetItemTableSize(&workspace->items[i]);
    for (int32_t i = 0; i < workspace->arena.chunkCount; i++)
        size += workspace->arena.chunks[i].size;
    for (int32_t i = 0; i + 1 < workspace->workerCount; i++)
        size += sizeof *workspace->workers + cdGetWorkspaceSize(workspace->workers[i]);
    return size;
}

void *cdUseWorkPart(cdWorkspace *workspace, cdWorkPart part, size_t size) {
    cdBlock *block = &workspace->parts[part];
    size_t before = block->size;
    if (!cdReserveBlock(block, size)) return NULL;
    bool isCleared = part == CD_WORK_TABLES || part == CD_WORK_CONES;
    if (block->size != before && isCleared) memset(block->bytes, 0, block->size);
    if (block->size != before && part == CD_WORK_LISTS) workspace->listMark++;
    return block->bytes;
}

void *cdGrowWorkPart(cdWorkspace *workspace, cdWorkPart part, size_t used, size_t size) {
    cdBlock *block = &workspace->parts[part];
    if (size > block->size && !cdGrowBlock(block, used, 2 * size)) return NULL;
    return block->bytes;
}

bool cdMakeWorkerSpaces(cdWorkspace *workspace, int32_t workerCount) {
    if (workerCount <= 1 || workerCount <= workspace->workerCount) return true;
    int32_t before = workspace->workerCount > 0 ? workspace->workerCount : 1;
    cdWorkspace **workers = cdAllocate((size_t)(workerCount - 1) * sizeof(cdWorkspace *));
    if (workers == NULL) return false;
    if (workspace->workers != NULL)
        memcpy(workers, workspace->workers, (size_t)(before - 1) * sizeof(cdWorkspace *));
    cdFree(workspace->workers);
    workspace->workers = workers;
    for (workspace->workerCount = before; workspace->workerCount < workerCount; workspace->workerCount++) {
        workers[workspace->workerCount - 1] = cdCreateWorkspace();
        if (workers[workspace->workerCount - 1] == NULL) return false;
    }
    return true;
}
