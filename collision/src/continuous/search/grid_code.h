// The functions of cdGridTests, for as many rows at once as the including file is compiled for.
#ifndef CD_GRID_CODE_H
#define CD_GRID_CODE_H

#include "continuous/search/grid_rows.h"
#include "continuous/search/triangle_rows.h"

static void testNodes(const cdPartFloats *part, const cdNodeGrid *grid, cdGridMasks *masks,
                      float nearnessSq[16]) {
    cdTestGridRows(part, grid, masks, nearnessSq);
}

static int testBoxes(const cdPartFloats *part, const cdNodeGrid *grid, int cells) {
    return cdTestBoxRows(part, grid, cells);
}

static int testTriangles(const cdPartFloats *part, const cdMovedTriangles *a, const cdFixedTriangles *b,
                         int cells, cdTriangleMasks *masks) {
    return cdTestTriangleRows(part, a, b, cells, masks);
}

static const cdGridTests gridTests = {testNodes, testBoxes, testTriangles};

#endif
