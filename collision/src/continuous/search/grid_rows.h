// Tests the pairs of a grid in floats, row by row: by the chords of their paths, by slabs, by boxes.
// Separation is certain; pairs that are left open need not meet. Included by the files of cdGridTests.
//
// Rounding. Let u = CD_FLOAT_EPSILON and L be the sum of radii, halves, inflation, bulges and the step of two
// nodes. A pair whose centres stay within L of each other has no coordinate between its centres above L. In
// units of u L then, besides the rounding of the centres themselves (cdMakeSpanFrame): an axis is off by 9
// units of 1 (turned in floats), its height over a point by 13 for either end of the path and by 30 for the
// lower one, a cosine or sine by 15 units of 1, all extents together by 45, the part that turns by 12: 100 in
// all at most. The minimum distance of a centre from a chord is off by 6 for the position along it and by 10
// for the point there. CD_ROW_ROUNDING counts 256. A pair that is farther from each other than L is separated
// in truth if it is found to be: were it not, its errors would be those above.
#ifndef CD_GRID_ROWS_H
#define CD_GRID_ROWS_H

#include "continuous/search/search.h"
#include "foundation/numbers/bits.h"
#include "foundation/numbers/row_lanes.h"

// One row or two of a grid: some of A's nodes with all of B's. Lengths are in the units of the span's frame.
typedef struct cdNodeRows {
    cdRows3 from, step; // of A's centres, from B's
    cdRows radiusA, radiusB;
    cdRows bulge;    // over the part of interest
    cdRows reach;    // radii, inflation and bulge together
    cdRows rounding; // of lengths
    int row;         // A's first node
} cdNodeRows;

static inline void cdLoadNodeRows(const cdPartFloats *part, const cdNodeGrid *grid, int row,
                                  cdNodeRows *rows) {
    const cdMovedFour *a = grid->a;
    const cdPlacedFour *b = &grid->b->at;
    rows->row = row;
    rows->from = cdSubRows3(cdSpreadOverRows3(a->at.center, row), cdRepeatFour3(b->center));
    rows->step = cdSpreadOverRows3(a->step, row);
    rows->radiusA = cdSpreadOverRows(a->at.radius, row);
    rows->radiusB = cdRepeatFour(b->radius);
    rows->bulge = cdMulRows(cdSpreadOverRows(a->bulge, row), cdSpreadRows(part->bulgeShare));
    cdRows radii = cdAddRows(rows->radiusA, rows->radiusB);
    rows->reach = cdAddRows(cdAddRows(radii, cdSpreadRows(part->inflation)), rows->bulge);
    rows->rounding =
        cdAddRows(cdSpreadRows(part->rounding), cdMulRows(cdSpreadRows((float)CD_ROW_ROUNDING), rows->reach));
}

// Returns the lanes that the chord separates, and the squares of the distances of centres from chords.
static inline int cdFindLanesOffChord(const cdPartFloats *part, const cdNodeGrid *grid,
                                      const cdNodeRows *rows, cdRows *nearnessSq) {
    cdRows none = cdSpreadRows(0.0f);
    cdRows toEnd =
        cdMulRows(cdDotRows3(rows->from, rows->step), cdSpreadOverRows(grid->a->stepScale, rows->row));
    cdRows lambda = cdMinRows(cdMaxRows(cdSubRows(none, toEnd), none), cdSpreadRows(part->lambdaEnd));
    cdRows3 nearest = cdMulAddRows3(rows->from, lambda, rows->step);
    cdRows outer = cdAddRows(rows->reach, rows->rounding);
    *nearnessSq = cdDotRows3(nearest, nearest);
    return cdRowsAbove(*nearnessSq, cdMulRows(outer, outer));
}

// Returns the lanes whose spheres need not meet, of those that the chord does not separate.
static inline int cdFindUndecidedLanes(const cdNodeRows *rows, cdRows nearnessSq) {
    cdRows bulges = cdAddRows(rows->bulge, rows->bulge);
    cdRows inner = cdSubRows(cdSubRows(rows->reach, bulges), rows->rounding);
    inner = cdMaxRows(inner, cdSpreadRows(0.0f));
    return cdRowsAbove(nearnessSq, cdMulRows(inner, inner));
}

// Returns a bound on how far the turn and the bulge move any point of A's nodes across the screw's axis.
static inline cdRows cdBoundTurned(const cdPartFloats *part, const cdNodeRows *rows) {
    return cdAddRows(rows->bulge, cdMulRows(cdSpreadRows(part->turn), rows->radiusA));
}

// Returns the distance of a plane across an axis through B's centre from A's, throughout: the same sign.
static inline cdRows cdFindHeights(const cdPartFloats *part, const cdNodeRows *rows, cdRows3 axis) {
    cdRows from = cdDotRows3(axis, rows->from);
    cdRows to = cdAddRows(from, cdMulRows(cdSpreadRows(part->lambdaEnd), cdDotRows3(axis, rows->step)));
    cdRows under = cdSubRows(cdSpreadRows(0.0f), cdMaxRows(from, to));
    return cdMaxRows(cdMinRows(from, to), under);
}

// Returns the gaps beyond `extents` that planes across an axis keep between the two throughout; `sine` is
// that of the axis with the screw's. A turn and the bulge of a path lie across the screw's axis, so along a
// plane's normal only its part across that axis counts.
static inline cdRows cdFindPlaneGaps(const cdPartFloats *part, const cdNodeRows *rows, cdRows3 axis,
                                     cdRows turned, cdRows sine, cdRows extents) {
    cdRows needed = cdAddRows(cdAddRows(extents, cdSpreadRows(part->inflation)), cdMulRows(turned, sine));
    return cdSubRows(cdFindHeights(part, rows, axis), needed);
}

// Tests two fixed planes: across B's normal, and across A's at the span's start. Turning by an angle
// lengthens A's extent along a direction by at most that angle times A's radius, so surfaces that turn about
// their common normal keep their distance. A disc of radius r and height 2 h, whose normal has the cosine c
// and the sine s with the plane's, has the extent h |c| + r s.
//
// `close`: lanes that doubles may separate.
static inline int cdFindLanesBetweenSlabs(const cdPartFloats *part, const cdNodeGrid *grid,
                                          const cdNodeRows *rows, int *close) {
    const cdPlacedFour *a = &grid->a->at, *b = &grid->b->at;
    cdRows3 normalA = cdSpreadOverRows3(a->normal, rows->row), normalB = cdRepeatFour3(b->normal);
    cdRows heightA = cdSpreadOverRows(a->halfHeight, rows->row), heightB = cdRepeatFour(b->halfHeight);
    cdRows cosine = cdAbsRows(cdDotRows3(normalA, normalB));
    cdRows3 cross = cdCrossRows3(normalA, normalB);
    cdRows sine = cdSqrtRows(cdDotRows3(cross, cross)), turned = cdBoundTurned(part, rows);
    cdRows extentA = cdAddRows(cdMulRows(heightA, cosine), cdMulRows(rows->radiusA, sine));
    cdRows extentB = cdAddRows(cdMulRows(heightB, cosine), cdMulRows(rows->radiusB, sine));
    cdRows alongB =
        cdFindPlaneGaps(part, rows, normalB, turned, cdRepeatFour(b->sine), cdAddRows(heightB, extentA));
    cdRows alongA = cdFindPlaneGaps(part, rows, normalA, turned, cdSpreadOverRows(a->sine, rows->row),
                                    cdAddRows(heightA, extentB));
    cdRows gap = cdMaxRows(alongA, alongB);
    cdRows heights = cdMulRows(cdSpreadRows((float)CD_ROW_ROUNDING), cdAddRows(heightA, heightB));
    cdRows rounding = cdAddRows(rows->rounding, heights);
    *close = cdRowsAbove(gap, cdSubRows(cdSpreadRows(0.0f), rounding));
    return cdRowsAbove(gap, rounding);
}

// One box a lane, with its extents along the axes of the other.
typedef struct cdRowBoxes {
    cdRows3 axes[3];
    cdRows halves[3], sines[3];
} cdRowBoxes;

static inline void cdLoadBoxes(const cdNodeGrid *grid, int row, cdRowBoxes *boxA, cdRowBoxes *boxB) {
    const cdPlacedFour *a = &grid->a->at, *b = &grid->b->at;
    *boxA = (cdRowBoxes){{cdSpreadOverRows3(a->normal, row), cdSpreadOverRows3(a->sides.axes[0], row),
                          cdSpreadOverRows3(a->sides.axes[1], row)},
                         {cdSpreadOverRows(a->halfHeight, row), cdSpreadOverRows(a->sides.halves[0], row),
                          cdSpreadOverRows(a->sides.halves[1], row)},
                         {cdSpreadOverRows(a->sine, row), cdSpreadOverRows(a->sides.sines[0], row),
                          cdSpreadOverRows(a->sides.sines[1], row)}};
    *boxB = (cdRowBoxes){
        {cdRepeatFour3(b->normal), cdRepeatFour3(b->sides.axes[0]), cdRepeatFour3(b->sides.axes[1])},
        {cdRepeatFour(b->halfHeight), cdRepeatFour(b->sides.halves[0]), cdRepeatFour(b->sides.halves[1])},
        {cdRepeatFour(b->sine), cdRepeatFour(b->sides.sines[0]), cdRepeatFour(b->sides.sines[1])}};
}

// Tests six planes across the sides of both boxes.
//
// Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference
// detection", SIGGRAPH 1996, section 5; of its 15 directions the six across the sides. The others separate
// few more pairs and cost as much again.
static inline int cdFindLanesBetweenBoxes(const cdPartFloats *part, const cdNodeGrid *grid,
                                          const cdNodeRows *rows) {
    cdRowBoxes a, b;
    cdLoadBoxes(grid, rows->row, &a, &b);
    cdRows extentsA[3], extentsB[3], halves = cdSpreadRows(0.0f);
    for (int i = 0; i < 3; i++) {
        extentsA[i] = a.halves[i], extentsB[i] = b.halves[i];
        halves = cdAddRows(halves, cdAddRows(a.halves[i], b.halves[i]));
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            cdRows cosine = cdAbsRows(cdDotRows3(a.axes[i], b.axes[k]));
            extentsA[i] = cdAddRows(extentsA[i], cdMulRows(b.halves[k], cosine));
            extentsB[k] = cdAddRows(extentsB[k], cdMulRows(a.halves[i], cosine));
        }
    cdRows gap = cdSpreadRows(-INFINITY), turned = cdBoundTurned(part, rows);
    for (int i = 0; i < 3; i++) {
        gap = cdMaxRows(gap, cdFindPlaneGaps(part, rows, a.axes[i], turned, a.sines[i], extentsA[i]));
        gap = cdMaxRows(gap, cdFindPlaneGaps(part, rows, b.axes[i], turned, b.sines[i], extentsB[i]));
    }
    cdRows rounding = cdAddRows(rows->rounding, cdMulRows(cdSpreadRows((float)CD_ROW_ROUNDING), halves));
    return cdRowsAbove(gap, rounding);
}

// --- Whole grids

static inline void cdTestGridRows(const cdPartFloats *part, const cdNodeGrid *grid, cdGridMasks *masks,
                                  float nearnessSq[16]) {
    int cells = grid->cells;
    *masks = (cdGridMasks){.cellCount = cdCountBits(cells)};
    for (int row = 0; row < 4; row += CD_ROW_COUNT) {
        int shift = 4 * row, lanes = cells >> shift & ((1 << 4 * CD_ROW_COUNT) - 1), close;
        if (!lanes) continue;
        cdNodeRows rows;
        cdRows squares;
        cdLoadNodeRows(part, grid, row, &rows);
        int apart = lanes & cdFindLanesOffChord(part, grid, &rows, &squares);
        cdStoreRows(nearnessSq + shift, squares);
        masks->apart |= apart << shift;
        if (apart == lanes) continue;
        masks->undecided |= (lanes & ~apart & cdFindUndecidedLanes(&rows, squares)) << shift;
        int parted = cdFindLanesBetweenSlabs(part, grid, &rows, &close);
        masks->parted |= (lanes & parted) << shift;
        masks->close |= (lanes & close & ~parted) << shift;
    }
    masks->apartCount = cdCountBits(masks->apart);
}

static inline int cdTestBoxRows(const cdPartFloats *part, const cdNodeGrid *grid, int cells) {
    int parted = 0;
    for (int row = 0; row < 4; row += CD_ROW_COUNT) {
        int shift = 4 * row, lanes = cells >> shift & ((1 << 4 * CD_ROW_COUNT) - 1);
        if (!lanes) continue;
        cdNodeRows rows;
        cdLoadNodeRows(part, grid, row, &rows);
        parted |= (lanes & cdFindLanesBetweenBoxes(part, grid, &rows)) << shift;
    }
    return parted;
}

#endif
