// The memory of a mesh under construction: arrays that are all freed together, after any failed step.
#include "mesh/build/mesh_build.h"

#include "foundation/memory/hooks.h"

static void *takeArray(cdMeshBuild *build, size_t count, size_t itemSize, bool zeroed) {
    size_t byteCount = (count > 0 ? count : 1) * itemSize;
    void *array = NULL;
    if (CD_REQUIRE(build->arrayCount < CD_MESH_BUILD_ARRAYS))
        array = zeroed ? cdAllocate(byteCount) : cdAllocateUnset(byteCount);
    if (array == NULL) {
        build->refusedBytes = byteCount;
    } else {
        build->arrays[build->arrayCount++] = array;
    }
    return array;
}

void *cdTakeArray(cdMeshBuild *build, size_t count, size_t itemSize) {
    return takeArray(build, count, itemSize, true);
}

void *cdTakeUnsetArray(cdMeshBuild *build, size_t count, size_t itemSize) {
    return takeArray(build, count, itemSize, false);
}

void cdGiveBackArray(cdMeshBuild *build, void *array) {
    for (int32_t i = 0; i < build->arrayCount; i++) {
        if (build->arrays[i] != array) continue;
        build->arrays[i] = build->arrays[--build->arrayCount];
        cdFree(array);
        return;
    }
}

void cdFreeMeshBuild(cdMeshBuild *build) {
    while (build->arrayCount > 0)
        cdFree(build->arrays[--build->arrayCount]);
}

bool cdMakeIndexTable(cdMeshBuild *build, size_t capacity, size_t hashCount, cdIndexTable *table) {
    size_t headCount = cdGetHeadCount(hashCount);
    table->heads = cdTakeArray(build, headCount, sizeof(int32_t));
    table->links = cdTakeUnsetArray(build, capacity, sizeof(int32_t));
    table->mask = headCount - 1;
    return table->heads != NULL && table->links != NULL;
}

void cdFreeIndexTable(cdMeshBuild *build, cdIndexTable *table) {
    cdGiveBackArray(build, table->links);
    cdGiveBackArray(build, table->heads);
}
