// cdBuildIndex: from a boundary representation to its index [V90 2].
//
// (1) The faces as convex pieces. (2) The tree, from its leaves up (index_space.c, index_plane.c,
// index_line.c). (3) The nodes in the order of descent, the root first; height and average height.
#include "solid/index/index_build.h"
#include "foundation/memory/hooks.h"
#include "solid/index/index_work.h"

static bool beginWork(cdIndexWork *work, const cdIndexInput *input) {
    *work = (cdIndexWork){.input = input,
                          .share = 1.0,
                          .corners.itemSize = sizeof(cdCorner),
                          .facePieces.itemSize = sizeof(cdFacePiece),
                          .edgePieces.itemSize = sizeof(cdEdgePiece),
                          .pointPieces.itemSize = sizeof(cdPointPiece),
                          .linePieces.itemSize = sizeof(cdLinePiece),
                          .nodes.itemSize = sizeof(cdIndexNode)};
    work->faceStamps = cdAllocate((size_t)input->brep->faceCount * sizeof *work->faceStamps);
    work->vertexStamps = cdAllocate((size_t)input->brep->vertexCount * sizeof *work->vertexStamps);
    work->noMemory = work->faceStamps == NULL || work->vertexStamps == NULL;
    cdPool *const pools[] = {&work->corners,     &work->facePieces, &work->edgePieces,
                             &work->pointPieces, &work->linePieces, &work->nodes};
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        cdPushItems(work, pools[i], 1); // so that an empty run has an address
        pools[i]->count = 0;
    }
    return !work->noMemory;
}

static void endWork(cdIndexWork *work) {
    cdFree(work->path);
    cdFree(work->faceStamps);
    cdFree(work->vertexStamps);
    cdFree(work->corners.items);
    cdFree(work->facePieces.items);
    cdFree(work->edgePieces.items);
    cdFree(work->pointPieces.items);
    cdFree(work->linePieces.items);
    cdFree(work->nodes.items);
}

// --- (3)

typedef struct Order {
    const cdIndexNode *from;
    cdIndex *index;
    double depthSum;
    int64_t leafCount;
} Order;

static void countLeaf(Order *order, int32_t depth) {
    order->leafCount++;
    order->depthSum += depth;
    if (depth > order->index->height) order->index->height = depth;
}

// Orders a node, then all below it, above it, on it. Returns its new number.
static int32_t orderNode(Order *order, int32_t old, int32_t depth) {
    const cdIndexNode *from = &order->from[old];
    int32_t at = order->index->nodeCount++;
    cdIndexNode node = *from;
    int32_t *children[3] = {&node.below, &node.above, &node.on};
    for (int k = 0; k < 3; k++) {
        if (*children[k] >= 0)
            *children[k] = orderNode(order, *children[k], depth + 1);
        else if (*children[k] != CD_NO_NODE)
            countLeaf(order, depth + 1);
    }
    order->index->nodes[at] = node;
    return at;
}

static bool orderNodes(const cdIndexWork *work, int32_t root, cdIndex *index) {
    index->nodes = cdAllocate((size_t)work->nodes.count * sizeof *index->nodes);
    if (index->nodes == NULL) return false;
    Order order = {.from = work->nodes.items, .index = index};
    orderNode(&order, root, 0);
    index->averageHeight = order.depthSum / (double)order.leafCount;
    return true;
}

bool cdBuildIndex(const cdIndexInput *input, cdIndex *index) {
    cdIndexWork work;
    *index = (cdIndex){0};
    if (beginWork(&work, input)) {
        cdRun pieces = cdMakeFacePieces(&work);
        int32_t root = work.noMemory || pieces.count == 0 ? -1 : cdBuildSpace(&work, pieces, 0);
        bool built = !work.noMemory && root >= 0 && orderNodes(&work, root, index);
        work.noMemory = !built;
    }
    index->interrupted = work.interrupted;
    endWork(&work);
    return !work.noMemory;
}
