// Tests of a grid, two rows at once: compiled for AVX2 where the compiler can, and used where the processor
// can. No multiplication is fused with an addition, so the results are those of one row.
#define CD_TWO_ROWS
#include "continuous/search/grid_rows.h"
#include "continuous/search/triangle_rows.h"

#if defined(__AVX2__) && defined(__GNUC__)

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

const cdGridTests *cdGetTwoRowTests(void) {
    static const cdGridTests tests = {testNodes, testBoxes, testTriangles};
    return __builtin_cpu_supports("avx2") ? &tests : NULL;
}

#else

const cdGridTests *cdGetTwoRowTests(void) {
    return NULL;
}

#endif
