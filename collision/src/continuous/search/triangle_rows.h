// Tests the triangles of two leaves in floats, row by row: by the planes of both triangles, and by planes
// through their edges. Separation is certain. Included by the files of cdGridTests.
//
// Rounding. Let u = CD_FLOAT_EPSILON. Coordinates are below S, the size of the span's frame, steps below 2 S.
// In units of u S, a coordinate of B is off by 1, its height by 4; a coordinate of A by 9 at either end of
// the span (cdMakeSpanFrame), by 14 at the end of the part of interest, its height by 17. Between A's planes
// a height is off by 12 and its step by 26. Bulge and inflation are off by 10 and 1. So a gap is off by at
// most 12 + 26 + 4 + 11 = 53. CD_TRIANGLE_ROUNDING counts 64.
#ifndef CD_TRIANGLE_ROWS_H
#define CD_TRIANGLE_ROWS_H

#include "continuous/search/search.h"
#include "foundation/numbers/row_lanes.h"

// One row or two: some of A's triangles with four of B's.
typedef struct cdTriangleRows {
    cdRows3 from[3], to[3]; // A's corners at both ends of the part of interest
    cdRows lambdaEnd;
    cdRows slack; // what a gap must exceed
    int row;      // A's first triangle
} cdTriangleRows;

static inline void cdLoadTriangleRows(const cdPartFloats *part, const cdMovedTriangles *a, int row,
                                      cdTriangleRows *rows) {
    rows->row = row;
    rows->lambdaEnd = cdSpreadRows(part->lambdaEnd);
    for (int k = 0; k < 3; k++) {
        rows->from[k] = cdSpreadOverRows3(a->corners[k], row);
        rows->to[k] = cdMulAddRows3(rows->from[k], rows->lambdaEnd, cdSpreadOverRows3(a->steps[k], row));
    }
    cdRows bulge = cdMulRows(cdSpreadOverRows(a->bulge, row), cdSpreadRows(part->bulgeShare));
    rows->slack = cdAddRows(bulge, cdSpreadRows(part->triangleSlack));
}

static inline void cdFindSweptHeights(const cdTriangleRows *rows, cdRows3 direction, cdRows *lowest,
                                      cdRows *highest) {
    cdRows low = cdDotRows3(direction, rows->from[0]), high = low;
    for (int k = 0; k < 3; k++) {
        cdRows to = cdDotRows3(direction, rows->to[k]);
        low = cdMinRows(low, to);
        high = cdMaxRows(high, to);
        if (k == 0) continue;
        cdRows from = cdDotRows3(direction, rows->from[k]);
        low = cdMinRows(low, from);
        high = cdMaxRows(high, from);
    }
    *lowest = low;
    *highest = high;
}

// Returns the lanes that the plane of one of the triangles separates.
static inline int cdFindLanesBetweenPlanes(const cdMovedTriangles *a, const cdFixedTriangles *b,
                                           const cdTriangleRows *rows) {
    cdRows lowest, highest, slack = rows->slack;
    cdFindSweptHeights(rows, cdRepeatFour3(b->normal), &lowest, &highest);
    int parted = cdRowsAbove(lowest, cdAddRows(cdRepeatFour(b->upper), slack)) |
                 cdRowsAbove(cdSubRows(cdRepeatFour(b->lower), slack), highest);
    cdRows3 normal = cdSpreadOverRows3(a->normal, rows->row);
    lowest = highest = cdDotRows3(normal, cdRepeatFour3(b->corners[0]));
    for (int k = 1; k < 3; k++) {
        cdRows height = cdDotRows3(normal, cdRepeatFour3(b->corners[k]));
        lowest = cdMinRows(lowest, height);
        highest = cdMaxRows(highest, height);
    }
    cdRows upper = cdAddRows(cdSpreadOverRows(a->upper, rows->row),
                             cdMulRows(rows->lambdaEnd, cdSpreadOverRows(a->upperStep, rows->row)));
    cdRows lower = cdAddRows(cdSpreadOverRows(a->lower, rows->row),
                             cdMulRows(rows->lambdaEnd, cdSpreadOverRows(a->lowerStep, rows->row)));
    return parted | cdRowsAbove(lowest, cdAddRows(upper, slack)) |
           cdRowsAbove(cdSubRows(lower, slack), highest);
}

// Returns the lanes that a plane through an edge of one triangle, across it, separates: neighbours that lie
// side by side.
static inline int cdFindLanesBetweenSides(const cdMovedTriangles *a, const cdFixedTriangles *b,
                                          const cdTriangleRows *rows) {
    int parted = 0;
    for (int k = 0; k < 3; k++) {
        cdRows lowest, highest;
        cdFindSweptHeights(rows, cdRepeatFour3(b->sides[k]), &lowest, &highest);
        parted |= cdRowsAbove(lowest, cdAddRows(cdRepeatFour(b->tops[k]), rows->slack));
        cdRows3 side = cdSpreadOverRows3(a->sides[k], rows->row);
        cdRows top = cdDotRows3(side, cdRepeatFour3(b->corners[0]));
        top = cdMaxRows(top, cdDotRows3(side, cdRepeatFour3(b->corners[1])));
        top = cdMaxRows(top, cdDotRows3(side, cdRepeatFour3(b->corners[2])));
        cdRows bottom = cdAddRows(cdSpreadOverRows(a->bottoms[k], rows->row),
                                  cdMulRows(rows->lambdaEnd, cdSpreadOverRows(a->bottomSteps[k], rows->row)));
        parted |= cdRowsAbove(bottom, cdAddRows(top, rows->slack));
    }
    return parted;
}

// Returns those of the cells that planes separate; the others of `bySide` by sides.
static inline int cdTestTriangleRows(const cdPartFloats *part, const cdMovedTriangles *a,
                                     const cdFixedTriangles *b, int cells, int *bySide) {
    int byPlane = 0;
    *bySide = 0;
    for (int row = 0; row < 4; row += CD_ROW_COUNT) {
        int shift = 4 * row, lanes = cells >> shift & ((1 << 4 * CD_ROW_COUNT) - 1);
        if (!lanes) continue;
        cdTriangleRows rows;
        cdLoadTriangleRows(part, a, row, &rows);
        int parted = lanes & cdFindLanesBetweenPlanes(a, b, &rows);
        byPlane |= parted << shift;
        if (parted == lanes) continue;
        *bySide |= (lanes & ~parted & cdFindLanesBetweenSides(a, b, &rows)) << shift;
    }
    return byPlane;
}

#endif
