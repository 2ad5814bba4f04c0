// The frame in which a hull is built, with equal extents along all axes.
//
// Input: points. Output: the number of dimensions they span beyond rounding, and for each an axis and an
// extent. In coordinates along these axes, divided by the extents, a plate or a needle is as thick as it is
// long, and the hull's combinatorics, which are invariant to affine maps, are found with all digits.
#ifndef CD_HULL_FRAME_H
#define CD_HULL_FRAME_H

#include "collision/vecmath.h"

#include <stdint.h>

typedef struct cdHullFrame {
    int32_t dimension; // 0 to 3
    cdVec3 origin;
    cdVec3 axes[3];        // unit, perpendicular
    double extents[3];     // extents along the axes, largest first; those beyond `dimension` are rounding
    int32_t first, second; // two points far from each other
} cdHullFrame;

cdHullFrame cdFindHullFrame(const cdVec3 *points, int32_t pointCount);

// coordinates[dimension * pointCount]
void cdFillHullCoordinates(const cdHullFrame *frame, const cdVec3 *points, int32_t pointCount,
                           double *coordinates);

#endif
