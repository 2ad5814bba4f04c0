// Workspaces; see foundation/workspace.h.
#include "foundation/workspace.h"
#include "collision/workspace.h"
#include "foundation/hooks.h"

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
    return size;
}

void *cdUseWorkPart(cdWorkspace *workspace, cdWorkPart part, size_t size) {
    cdBlock *block = &workspace->parts[part];
    return cdReserveBlock(block, size) ? block->bytes : NULL;
}
