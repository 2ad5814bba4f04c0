// The corners of the convex hull of nearly coplanar points, and the height that they imply over other points.
//
// Constraints at the corners imply those in between, since heights over a plane are linear along it. Pure
// functions of the caller's arrays.
#ifndef CD_HULL_CORNERS_H
#define CD_HULL_CORNERS_H

#include "collision/vecmath.h"

#include <stdint.h>

enum { CD_HULL_CORNERS = 16 };

// Lists the corners among points[count], counter-clockwise about the unit normal. Returns their number, at
// most `capacity` and CD_HULL_CORNERS; of more the outermost ones. Points within `reach`, which exceeds their
// rounding, coincide; points within it of the line of their neighbours are no corners.
int32_t cdListHullCorners(const cdVec3 *points, int32_t count, cdVec3 normal, double reach, int32_t *corners,
                          int32_t capacity);

// A point with its height.
typedef struct cdRaisedPoint {
    cdVec3 point;
    double height;
} cdRaisedPoint;

// True if a point is over the hull of corners[count], in order about the normal (one or two are a point or a
// segment), within `reach`. Then `height` is the height of the corners there; else it is unchanged.
bool cdFindHeightOver(const cdRaisedPoint *corners, int32_t count, cdVec3 normal, cdVec3 point, double reach,
                      double *height);

#endif
