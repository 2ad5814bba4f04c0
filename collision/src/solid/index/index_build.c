// cdBuildIndex: from a boundary representation to its index [V90 2].
//
// (1) The faces as convex pieces. (2) The tree, from its leaves up (index_space.c, index_plane.c,
// index_line.c). (3) The nodes in the order of descent, the root first, those on planes last; height and
// average height.
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

static void measureNode(Order *order, int32_t at, int32_t depth) {
    const int32_t children[3] = {order->from[at].below, order->from[at].above, order->from[at].on};
    for (int k = 0; k < 3; k++) {
        if (children[k] >= 0) {
            measureNode(order, children[k], depth + 1);
        } else if (children[k] != CD_NO_NODE) {
            order->leafCount++;
            order->depthSum += depth + 1;
            if (depth + 1 > order->index->height) order->index->height = depth + 1;
        }
    }
}

// Orders a node, then all below it, above it, and, of a plane or a line, on it. Returns its new number.
static int32_t orderNode(Order *order, int32_t old) {
    int32_t at = order->index->nodeCount++;
    cdIndexNode node = order->from[old];
    if (node.below >= 0) node.below = orderNode(order, node.below);
    if (node.above >= 0) node.above = orderNode(order, node.above);
    if (node.dimension < 3 && node.on >= 0) node.on = orderNode(order, node.on);
    order->index->nodes[at] = node;
    return at;
}

// The nodes of space come first, in the memory of few pages: few points are on their planes.
static bool orderNodes(const cdIndexWork *work, int32_t root, cdIndex *index) {
    index->nodes = cdAllocate((size_t)work->nodes.count * sizeof *index->nodes);
    if (index->nodes == NULL) return false;
    Order order = {.from = work->nodes.items, .index = index};
    orderNode(&order, root);
    index->spaceCount = index->nodeCount;
    for (int32_t i = 0; i < index->spaceCount; i++)
        if (index->nodes[i].on >= 0) index->nodes[i].on = orderNode(&order, index->nodes[i].on);
    measureNode(&order, root, 0);
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
