// Pools and nodes of an index under construction; see index_work.h.
#include "solid/index/index_work.h"
#include "foundation/memory/hooks.h"

#include <string.h>

void *cdPushItems(cdIndexWork *work, cdPool *pool, int32_t count) {
    if (work->noMemory) return NULL;
    if (count > pool->capacity - pool->count) {
        int64_t capacity = (int64_t)pool->count + count + pool->capacity / 2 + 256;
        void *items = capacity < INT32_MAX ? cdAllocate((size_t)capacity * pool->itemSize) : NULL;
        if (items == NULL) {
            work->noMemory = true;
            return NULL;
        }
        if (pool->count > 0) memcpy(items, pool->items, (size_t)pool->count * pool->itemSize);
        cdFree(pool->items);
        pool->items = items;
        pool->capacity = (int32_t)capacity;
    }
    unsigned char *top = (unsigned char *)pool->items + (size_t)pool->count * pool->itemSize;
    pool->count += count;
    return top;
}

bool cdIsEdgeOn(const cdIndexWork *work, const cdCutPlane *plane, int32_t edge) {
    const cdBrep *brep = work->input->brep;
    for (int32_t k = 0; k < 2; k++) {
        cdVec3 end = brep->points[brep->halfEdges[2 * edge + k].start];
        if (fabs(cdGetCutHeight(plane, end)) > work->input->tolerance) return false;
    }
    return true;
}

int32_t cdMakeIndexNode(cdIndexWork *work, const cdCutPlane *plane, int32_t dimension, int32_t below,
                        int32_t on, int32_t above) {
    bool alike = below < 0 && below == above && (on == below || on == CD_NO_NODE);
    if (alike) return below;
    cdIndexNode *node = cdPushItems(work, &work->nodes, 1);
    if (node == NULL) return below < 0 ? below : cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    *node = (cdIndexNode){plane->normal, plane->offset, below, on, above, dimension};
    return work->nodes.count - 1;
}

int32_t cdFindCell(const cdIndexWork *work, int32_t node, cdVec3 x) {
    const cdIndexNode *nodes = work->nodes.items;
    while (node >= 0)
        node = cdGetHeight(&nodes[node], x) > 0.0 ? nodes[node].above : nodes[node].below;
    return node;
}
