// Tests the triangles of two leaves in floats, row by row: by the planes of both triangles, and by planes
// through their edges, across them. Of those that remain, corners and edges that one of these planes keeps
// from the other triangle need no test. Separation is certain. Included by the files of cdGridTests.
//
// Rounding. Let u = CD_FLOAT_EPSILON. Coordinates are below S, the size of the span's frame, steps below 2 S.
// In units of u S, a coordinate of B is off by 1, its height by 4; a coordinate of A by 9 at either end of
// the span (cdMakeSpanFrame), by 14 at the end of the part of interest, its height by 17. Between A's planes
// a height is off by 12 and its step by 26. Bulge and inflation are off by 10 and 1. So a gap is off by at
// most 12 + 26 + 4 + 11 = 53. CD_TRIANGLE_ROUNDING counts 64.
#ifndef CD_TRIANGLE_ROWS_H
#define CD_TRIANGLE_ROWS_H

#include "continuous/search/search.h"
#include "foundation/numbers/bits.h"
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

// Lanes in which a corner is beyond a plane of the other triangle throughout: above or below the triangle's
// own, or beyond that of a side.
enum { CD_PLANES = 5 };
typedef struct cdCornerLanes {
    int beyond[3][CD_PLANES];
} cdCornerLanes;

static inline void cdFindCornersOfA(const cdFixedTriangles *b, const cdTriangleRows *rows,
                                    cdCornerLanes *lanes) {
    cdRows3 normal = cdRepeatFour3(b->normal);
    cdRows upper = cdAddRows(cdRepeatFour(b->upper), rows->slack),
           lower = cdSubRows(cdRepeatFour(b->lower), rows->slack);
    for (int k = 0; k < 3; k++) {
        cdRows from = cdDotRows3(normal, rows->from[k]), to = cdDotRows3(normal, rows->to[k]);
        lanes->beyond[k][0] = cdRowsAbove(cdMinRows(from, to), upper);
        lanes->beyond[k][1] = cdRowsAbove(lower, cdMaxRows(from, to));
    }
    for (int i = 0; i < 3; i++) {
        cdRows3 side = cdRepeatFour3(b->sides[i]);
        cdRows top = cdAddRows(cdRepeatFour(b->tops[i]), rows->slack);
        for (int k = 0; k < 3; k++) {
            cdRows from = cdDotRows3(side, rows->from[k]), to = cdDotRows3(side, rows->to[k]);
            lanes->beyond[k][2 + i] = cdRowsAbove(cdMinRows(from, to), top);
        }
    }
}

static inline cdRows cdFindLimit(const cdTriangleRows *rows, const float height[4], const float step[4]) {
    return cdAddRows(cdSpreadOverRows(height, rows->row),
                     cdMulRows(rows->lambdaEnd, cdSpreadOverRows(step, rows->row)));
}

static inline void cdFindCornersOfB(const cdMovedTriangles *a, const cdFixedTriangles *b,
                                    const cdTriangleRows *rows, cdCornerLanes *lanes) {
    cdRows3 corners[3] = {cdRepeatFour3(b->corners[0]), cdRepeatFour3(b->corners[1]),
                          cdRepeatFour3(b->corners[2])};
    cdRows3 normal = cdSpreadOverRows3(a->normal, rows->row);
    cdRows upper = cdAddRows(cdFindLimit(rows, a->upper, a->upperStep), rows->slack),
           lower = cdSubRows(cdFindLimit(rows, a->lower, a->lowerStep), rows->slack);
    for (int k = 0; k < 3; k++) {
        cdRows height = cdDotRows3(normal, corners[k]);
        lanes->beyond[k][0] = cdRowsAbove(height, upper);
        lanes->beyond[k][1] = cdRowsAbove(lower, height);
    }
    for (int i = 0; i < 3; i++) {
        cdRows3 side = cdSpreadOverRows3(a->sides[i], rows->row);
        cdRows bottom = cdSubRows(cdFindLimit(rows, a->bottoms[i], a->bottomSteps[i]), rows->slack);
        for (int k = 0; k < 3; k++)
            lanes->beyond[k][2 + i] = cdRowsAbove(bottom, cdDotRows3(side, corners[k]));
    }
}

// Lanes by the elements of one of the triangles: bit k of an element is lane k.
typedef struct cdFarLanes {
    int elements[6]; // corners, then edges, that are beyond a plane
    int all;         // one plane for all corners
    int edges;       // one plane for each edge
} cdFarLanes;

static inline cdFarLanes cdFindFarElements(const cdCornerLanes *corners) {
    cdFarLanes far = {.edges = -1};
    for (int p = 0; p < CD_PLANES; p++)
        far.all |= corners->beyond[0][p] & corners->beyond[1][p] & corners->beyond[2][p];
    for (int k = 0; k < 3; k++) {
        const int *from = corners->beyond[k], *to = corners->beyond[(k + 1) % 3];
        for (int p = 0; p < CD_PLANES; p++) {
            far.elements[k] |= from[p];
            far.elements[3 + k] |= from[p] & to[p];
        }
        far.edges &= far.elements[3 + k];
    }
    return far;
}

static inline uint8_t cdGetNearElements(const cdFarLanes *far, int lane) {
    int bits = 0;
    for (int k = 0; k < 6; k++)
        bits |= (~far->elements[k] >> lane & 1) << k;
    return (uint8_t)bits;
}

// Returns the lanes that planes separate: one for all of a triangle, such as that through an edge between
// neighbours side by side, or one for each edge of both. Where two triangles share a point, an edge of one
// passes through the other.
static inline int cdFindLanesBetweenSides(const cdMovedTriangles *a, const cdFixedTriangles *b,
                                          const cdTriangleRows *rows, cdFarLanes far[2]) {
    cdCornerLanes corners[2];
    cdFindCornersOfA(b, rows, &corners[0]);
    cdFindCornersOfB(a, b, rows, &corners[1]);
    far[0] = cdFindFarElements(&corners[0]);
    far[1] = cdFindFarElements(&corners[1]);
    return far[0].all | far[1].all | (far[0].edges & far[1].edges);
}

// Returns the cells that nothing separates.
static inline int cdTestTriangleRows(const cdPartFloats *part, const cdMovedTriangles *a,
                                     const cdFixedTriangles *b, int cells, cdTriangleMasks *masks) {
    masks->byPlane = masks->bySide = 0;
    for (int row = 0; row < 4; row += CD_ROW_COUNT) {
        int shift = 4 * row, lanes = cells >> shift & ((1 << 4 * CD_ROW_COUNT) - 1);
        if (!lanes) continue;
        cdTriangleRows rows;
        cdLoadTriangleRows(part, a, row, &rows);
        int parted = lanes & cdFindLanesBetweenPlanes(a, b, &rows);
        masks->byPlane |= parted << shift;
        lanes &= ~parted;
        if (!lanes) continue;
        cdFarLanes far[2];
        parted = lanes & cdFindLanesBetweenSides(a, b, &rows, far);
        masks->bySide |= parted << shift;
        for (lanes &= ~parted; lanes; lanes &= lanes - 1) {
            int lane = cdGetLowestBit(lanes);
            masks->near[shift + lane] =
                (cdElementBits){cdGetNearElements(&far[0], lane), cdGetNearElements(&far[1], lane)};
        }
    }
    return cells & ~(masks->byPlane | masks->bySide);
}

#endif
