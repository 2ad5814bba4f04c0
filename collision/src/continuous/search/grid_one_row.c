// Tests of a grid, one row at once.
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
                         int cells, int *bySide) {
    return cdTestTriangleRows(part, a, b, cells, bySide);
}

const cdGridTests *cdGetOneRowTests(void) {
    static const cdGridTests tests = {testNodes, testBoxes, testTriangles};
    return &tests;
}
