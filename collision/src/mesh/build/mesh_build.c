// The memory of a mesh under construction: arrays that are all freed together, after any failed step.
#include "mesh/build/mesh_build.h"

#include "foundation/memory/hooks.h"

void *cdTakeArray(cdMeshBuild *build, size_t count, size_t itemSize) {
    size_t byteCount = (count > 0 ? count : 1) * itemSize;
    void *array = NULL;
    if (CD_REQUIRE(build->arrayCount < CD_MESH_BUILD_ARRAYS)) array = cdAllocate(byteCount);
    if (array == NULL) {
        build->refusedBytes = byteCount;
    } else {
        build->arrays[build->arrayCount++] = array;
    }
    return array;
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

bool cdMakeIndexTable(cdMeshBuild *build, size_t capacity, cdIndexTable *table) {
    size_t headCount = cdGetHeadCount(capacity);
    table->heads = cdTakeArray(build, headCount, sizeof(int32_t));
    table->links = cdTakeArray(build, capacity, sizeof(int32_t));
    table->mask = headCount - 1;
    return table->heads != NULL && table->links != NULL;
}

void cdFreeIndexTable(cdMeshBuild *build, cdIndexTable *table) {
    cdGiveBackArray(build, table->links);
    cdGiveBackArray(build, table->heads);
}
