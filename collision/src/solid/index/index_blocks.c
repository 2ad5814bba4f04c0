// The nodes of space two levels at a time; see index_blocks.h.
#include "solid/index/index_blocks.h"

#include "foundation/memory/hooks.h"

#include <float.h>

// Beyond these lengths a product could overflow, or be rounded by more than its share.
static const double largestLength = 1e30, smallestLength = 1e-30;

// The normal, the point and the offset are rounded once, three products and three sums once each: below eight
// half units of the sum of all absolute values; twice that also covers the rounding of the exact height.
static const double reachUnits = 16.0;

float cdGetBlockReach(const cdSolid *solid, int32_t spaceCount) {
    cdVec3 half = cdScale(0.5, cdSub(solid->info.bounds.upper, solid->info.bounds.lower));
    double offset = 0.0;
    for (int32_t i = 0; i < spaceCount; i++)
        offset = cdMax(offset, fabs(solid->nodes[i].offset));
    double length = half.x + half.y + half.z + offset + 4.0 * solid->info.tolerance;
    if (!(length > smallestLength && length < largestLength)) return INFINITY;
    double reach = reachUnits * (double)CD_FLOAT_EPSILON * length + 2.0 * solid->pointTolerance;
    return (float)(1.0001 * reach); // not less by rounding
}

static void setPlane(cdIndexBlock *block, int k, const cdIndexNode *node) {
    const float plane[4] = {(float)node->normal.x, (float)node->normal.y, (float)node->normal.z,
                            (float)node->offset};
    for (int i = 0; i < 4; i++)
        block->planes[3 * i + k] = plane[i];
}

// A leaf in place of a child: every point is above a plane far below.
static void setLeaf(cdIndexBlock *block, int child, int32_t leaf) {
    block->planes[9 + 1 + child] = -FLT_MAX;
    block->next[2 * child] = block->next[2 * child + 1] = leaf;
}

// Adds the block of a node, then those it leads to. Returns its number.
static int32_t addBlock(const cdSolid *solid, cdBlocks *made, int32_t at) {
    const int32_t number = made->count++;
    const cdIndexNode *node = &solid->nodes[at];
    const int32_t children[2] = {node->below, node->above};
    setPlane(&made->blocks[number], 0, node);
    made->nodes[number] = at;
    made->blockOf[at] = number;
    for (int k = 0; k < 2; k++) {
        if (children[k] < 0) {
            setLeaf(&made->blocks[number], k, children[k]);
            continue;
        }
        const cdIndexNode *child = &solid->nodes[children[k]];
        setPlane(&made->blocks[number], 1 + k, child);
        made->blockOf[children[k]] = number;
        int32_t below = child->below < 0 ? child->below : addBlock(solid, made, child->below);
        int32_t above = child->above < 0 ? child->above : addBlock(solid, made, child->above);
        made->blocks[number].next[2 * k] = below;
        made->blocks[number].next[2 * k + 1] = above;
    }
    return number;
}

bool cdMakeBlocks(const cdSolid *solid, int32_t spaceCount, cdBlocks *made) {
    const size_t capacity = spaceCount > 0 ? (size_t)spaceCount : 1;
    *made = (cdBlocks){.blocks = cdAllocate(capacity * sizeof *made->blocks),
                       .nodes = cdAllocate(capacity * sizeof *made->nodes),
                       .blockOf = cdAllocate(capacity * sizeof *made->blockOf)};
    if (made->blocks != NULL && made->nodes != NULL && made->blockOf != NULL) {
        if (spaceCount > 0) addBlock(solid, made, 0);
        return true;
    }
    cdFreeBlocks(made);
    return false;
}

void cdFreeBlocks(cdBlocks *made) {
    cdFree(made->blocks);
    cdFree(made->nodes);
    cdFree(made->blockOf);
    *made = (cdBlocks){0};
}
