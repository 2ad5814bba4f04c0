// A grid over a solid's box extent with the entry nodes of descents down the index.
//
// Each cell has the leaf of all its points, if they share one, inside or outside, else the block
// (index_blocks.h) of the node at which their paths diverge; a large solid's cells of the second kind are
// divided again, into bricks of smaller cells. One or two look-ups classify most points of a large solid's
// extent. The result is that of the path from the root: a plane is skipped only if the whole cell is beyond
// the tolerance on one side of it.
#ifndef CD_INDEX_GRID_H
#define CD_INDEX_GRID_H

#include "solid/solid_data.h"

enum { CD_BRICK_BITS = 2, CD_BRICK_SIDE = 1 << CD_BRICK_BITS, CD_BRICK_SIZE = 1 << 3 * CD_BRICK_BITS };

// Builds the grid of a solid whose information, nodes and blocks are set, in memory of its own. `blockOf`:
// the block of each node that cuts space.
// @errors false: no memory, and nothing is left to free
bool cdMakeGrid(const cdSolid *solid, const int32_t *blockOf, cdIndexGrid *grid);
void cdFreeGrid(cdIndexGrid *grid);

static inline int32_t cdGetGridCoordinate(double offset, double scale, int32_t side) {
    int32_t i = (int32_t)(offset * scale);
    return i < 0 ? 0 : i >= side ? side - 1 : i;
}

// A cell of the finest level, by its number along each axis.
typedef struct cdGridCell {
    int32_t i, j, k;
} cdGridCell;

static inline cdGridCell cdGetGridCell(const cdIndexGrid *grid, cdVec3 x) {
    const int32_t side = grid->side << grid->brickBits;
    cdVec3 offset = cdSub(x, grid->lower), scale = grid->scale;
    return (cdGridCell){cdGetGridCoordinate(offset.x, scale.x, side),
                        cdGetGridCoordinate(offset.y, scale.y, side),
                        cdGetGridCoordinate(offset.z, scale.z, side)};
}

// Returns the index in `cells` of the coarse cell that has this fine one.
static inline int32_t cdGetCoarseCell(const cdIndexGrid *grid, cdGridCell cell) {
    const int32_t bits = grid->brickBits;
    return ((cell.k >> bits) * grid->side + (cell.j >> bits)) * grid->side + (cell.i >> bits);
}

// Returns where descents of points of a coarse cell can start: a node, or a leaf below 0.
static inline int32_t cdGetCoarseNode(const cdSolid *solid, int32_t coarseCell) {
    int32_t entry = solid->grid.cells[coarseCell], blockCount = solid->blockCount;
    if (entry >= blockCount) return solid->grid.brickNodes[entry - blockCount];
    return entry >= 0 ? solid->blockNodes[entry] : entry;
}

// Returns the entry of a point of the extent: a block, or a leaf below 0.
static inline int32_t cdGetGridEntry(const cdSolid *solid, cdVec3 x) {
    const cdIndexGrid *grid = &solid->grid;
    if (grid->side == 0) return 0;
    const cdGridCell cell = cdGetGridCell(grid, x);
    int32_t entry = grid->cells[cdGetCoarseCell(grid, cell)];
    for (int32_t bits = grid->brickBits; entry >= solid->blockCount;) {
        bits -= CD_BRICK_BITS;
        const int32_t low = CD_BRICK_SIDE - 1;
        int32_t row = ((cell.k >> bits & low) << CD_BRICK_BITS) + (cell.j >> bits & low);
        int32_t at = (row << CD_BRICK_BITS) + (cell.i >> bits & low);
        entry = grid->bricks[CD_BRICK_SIZE * (int64_t)(entry - solid->blockCount) + at];
    }
    return entry;
}

#endif
