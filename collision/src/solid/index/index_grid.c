// A grid over a solid's box extent; see index_grid.h.
#include "solid/index/index_grid.h"

enum { GRID_SIDE_MAX = 64, GRID_FACES = 1000 };

typedef struct Cell {
    cdVec3 middle, half;
} Cell;

int32_t cdGetGridSide(int32_t faceCount) {
    if (faceCount < GRID_FACES) return 0;
    int32_t side = 8;
    while (side < GRID_SIDE_MAX && side * side < faceCount)
        side *= 2;
    return side;
}

// Returns 1 or -1 if the whole cell is beyond the tolerance on that side, else 0. The tolerance is many times
// the rounding of a point's cell.
static int getSideOfCell(const cdIndexNode *node, const Cell *cell, double tolerance) {
    double reach = fabs(node->normal.x) * cell->half.x + fabs(node->normal.y) * cell->half.y +
                   fabs(node->normal.z) * cell->half.z + 2.0 * tolerance;
    double height = cdGetHeight(node, cell->middle);
    return height > reach ? 1 : height < -reach ? -1 : 0;
}

// Returns the leaf of all points of a cell; 0: there are several.
static int32_t findOnlyLeaf(const cdSolid *solid, int32_t at, const Cell *cell) {
    while (at >= 0) {
        const cdIndexNode *node = &solid->nodes[at];
        int side = getSideOfCell(node, cell, solid->pointTolerance);
        if (side == 0) {
            int32_t above = findOnlyLeaf(solid, node->above, cell);
            if (above == 0 || findOnlyLeaf(solid, node->below, cell) != above) return 0;
            if (node->on != CD_NO_NODE && findOnlyLeaf(solid, node->on, cell) != above) return 0;
            return above;
        }
        at = side > 0 ? node->above : node->below;
    }
    return at;
}

static int32_t findEntry(const cdSolid *solid, const Cell *cell) {
    int32_t only = findOnlyLeaf(solid, 0, cell), at = 0;
    if (only != 0) return only;
    for (;;) {
        const cdIndexNode *node = &solid->nodes[at];
        int side = getSideOfCell(node, cell, solid->pointTolerance);
        if (side == 0) return at;
        at = side > 0 ? node->above : node->below;
    }
}

static double getStep(double lower, double upper, double tolerance, int32_t side) {
    return (upper - lower + 4.0 * tolerance) / side;
}

void cdFillGrid(cdSolid *solid, int32_t *cells) {
    const int32_t side = cdGetGridSide(solid->info.faceCount);
    const double tolerance = solid->info.tolerance;
    cdBox3 bounds = solid->info.bounds;
    cdVec3 step = {getStep(bounds.lower.x, bounds.upper.x, tolerance, side),
                   getStep(bounds.lower.y, bounds.upper.y, tolerance, side),
                   getStep(bounds.lower.z, bounds.upper.z, tolerance, side)};
    cdVec3 margin = {2.0 * tolerance, 2.0 * tolerance, 2.0 * tolerance};
    solid->gridLower = cdSub(cdSub(bounds.lower, solid->info.center), margin);
    solid->gridScale = (cdVec3){1.0 / step.x, 1.0 / step.y, 1.0 / step.z};
    solid->grid = cells;
    solid->gridSide = side;
    for (int32_t k = 0, n = 0; k < side; k++)
        for (int32_t j = 0; j < side; j++)
            for (int32_t i = 0; i < side; i++, n++) {
                cdVec3 corner = {step.x * i, step.y * j, step.z * k};
                Cell cell = {.half = cdScale(0.5, step)};
                cell.middle = cdAdd(cdAdd(solid->gridLower, corner), cell.half);
                cells[n] = findEntry(solid, &cell);
            }
}
