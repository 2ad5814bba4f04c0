// A grid over a solid's box extent with the entry nodes of descents down the index.
//
// Each cell has the leaf of all its points, if they share one, inside or outside, else the node at which
// their paths diverge. One look-up classifies most points of a large solid's extent. The result is that of
// the path from the root: a plane is skipped only if the whole cell is beyond the tolerance on one side of
// it.
#ifndef CD_INDEX_GRID_H
#define CD_INDEX_GRID_H

#include "solid/solid_data.h"

// Returns the number of cells along each axis for a solid of so many faces; 0: no grid.
int32_t cdGetGridSide(int32_t faceCount);

// Sets the frame of the grid and fills cells[side^3] of a solid that is otherwise complete.
void cdFillGrid(cdSolid *solid, int32_t *cells);

static inline int32_t cdGetGridCoordinate(double offset, double scale, int32_t side) {
    int32_t i = (int32_t)(offset * scale);
    return i < 0 ? 0 : i >= side ? side - 1 : i;
}

// Returns the entry of a point of the extent: a node, or a leaf below 0.
static inline int32_t cdGetGridEntry(const cdSolid *solid, cdVec3 x) {
    const int32_t side = solid->gridSide;
    if (side == 0) return 0;
    cdVec3 offset = cdSub(x, solid->gridLower), scale = solid->gridScale;
    int32_t i = cdGetGridCoordinate(offset.x, scale.x, side),
            j = cdGetGridCoordinate(offset.y, scale.y, side),
            k = cdGetGridCoordinate(offset.z, scale.z, side);
    return solid->grid[(k * side + j) * side + i];
}

#endif
