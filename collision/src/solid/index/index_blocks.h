// The nodes of space two levels at a time, in single precision: one cache line, one comparison of four lanes.
//
// A block has the planes of a node and of its two children below and above, rounded to floats, and where the
// four ways out of them lead. The rounding has a bound for all points of the extent: farther from a plane the
// side is certain, closer the nodes themselves decide from the block's node on. So each descent ends at the
// same leaf as without blocks. Neither choice of a side is a branch, since they are unpredictable.
#ifndef CD_INDEX_BLOCKS_H
#define CD_INDEX_BLOCKS_H

#include "foundation/numbers/float_lanes.h"
#include "solid/index/index_leaf.h"

// Blocks under construction.
typedef struct cdBlocks {
    cdIndexBlock *blocks; // blocks[count]
    int32_t *nodes;       // nodes[count]: the first node of each
    int32_t *blockOf;     // blockOf[spaceCount]: the block that has the node
    int32_t count;
} cdBlocks;

// Returns the distance from its plane beyond which the side of any point of the extent is certain; INFINITY
// if there is no such distance.
float cdGetBlockReach(const cdSolid *solid, int32_t spaceCount);

// Builds the blocks of a solid whose information and nodes are set; nodes[spaceCount] cut space.
// @errors false: no memory, and nothing is left to free
bool cdMakeBlocks(const cdSolid *solid, int32_t spaceCount, cdBlocks *made);
void cdFreeBlocks(cdBlocks *made);

// Returns where a point of the extent leaves a block: a block, or a leaf below 0. False: uncertain.
static inline bool cdCrossBlock(const cdIndexBlock *block, cdFloats3 x, cdFloats reach, int32_t *next) {
    static const uint8_t exits[8] = {3, 1, 3, 0, 2, 1, 2, 0}; // by the bits of the planes it is below
    const float *planes = block->planes;
    cdFloats3 normals = {cdLoadFloats(planes), cdLoadFloats(planes + 3), cdLoadFloats(planes + 6)};
    cdFloats offsets = cdDropFirstFloat(cdLoadFloats(planes + 8));
    cdFloats heights = cdSubFloats(cdDotFloats3(normals, x), offsets);
    *next = block->next[exits[cdFloatsAbove(cdSpreadFloat(0.0f), heights) & 7]];
    return (cdFloatsAbove(cdAbsFloats(heights), reach) & 7) == 7;
}

static inline int32_t cdFindLeafBelow(const cdSolid *solid, int32_t node, cdVec3 x) {
    while (node >= 0)
        node = cdFindChild(&solid->nodes[node], x, solid->pointTolerance);
    return node;
}

// Returns the leaf of a point of the extent, from a block, or a leaf, down.
static inline int32_t cdFindLeaf(const cdSolid *solid, int32_t block, cdVec3 x) {
    const cdFloats3 point = cdSpreadFloats3(x);
    const cdFloats reach = cdSpreadFloat(solid->blockReach);
    while (block >= 0) {
        int32_t next;
        if (!cdCrossBlock(&solid->blocks[block], point, reach, &next))
            return cdFindLeafBelow(solid, solid->blockNodes[block], x);
        block = next;
    }
    return block;
}

#endif
