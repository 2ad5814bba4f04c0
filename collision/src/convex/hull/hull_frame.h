// The frame in which a hull is built.
//
// Input: points. Output: the number of dimensions they span beyond rounding, for each an axis and an extent,
// and a scale. Hulls in space are exact for the points times the scale, hulls of flat points for what is seen
// of these along a coordinate axis.
#ifndef CD_HULL_FRAME_H
#define CD_HULL_FRAME_H

#include "collision/vecmath.h"

#include <stdint.h>

typedef struct cdHullFrame {
    int32_t dimension; // 0 to 3
    cdVec3 origin;
    cdVec3 axes[3];        // unit, perpendicular
    double extents[3];     // extents along the axes, largest first; those beyond `dimension` are rounding
    cdVec3 normal;         // of flat points
    int flatAxis;          // the coordinate axis, 0 to 2, closest to it
    int32_t first, second; // two points far from each other
    double scale;          // a power of two; coordinates times it are below 1, the largest above 1/4 (except
                           // of denormal numbers)
} cdHullFrame;

cdHullFrame cdFindHullFrame(const cdVec3 *points, int32_t pointCount);

// The smallest magnitude other than 0 of coordinates that are compared exactly: no product of three
// underflows, nor does its rounding error.
static const double cdHullSmallest = 0x1p-200;

static inline double cdDropTiny(double x) {
    return fabs(x) < cdHullSmallest ? 0.0 : x;
}

// Returns a point as it is compared exactly.
static inline cdVec3 cdScaleHullPoint(const cdHullFrame *frame, cdVec3 p) {
    double s = frame->scale;
    return (cdVec3){cdDropTiny(s * p.x), cdDropTiny(s * p.y), cdDropTiny(s * p.z)};
}

#endif
