// The corners of the convex hull of points about in a plane, and what they say of points over it.
//
// Constraints at the corners say what one in between says: heights over a plane are linear along it. Pure
// functions of the caller's arrays.
#ifndef CD_HULL_CORNERS_H
#define CD_HULL_CORNERS_H

#include "collision/vecmath.h"

#include <stdint.h>

enum { CD_HULL_CORNERS = 16 };

// Writes which of points[count] are corners, counter-clockwise about the unit normal, and returns their
// number, at most `capacity` and CD_HULL_CORNERS; of more the outermost ones. Points within `reach`, which is
// above the rounding of the points, are one, and corners within it of the line of their neighbours are none.
int32_t cdListHullCorners(const cdVec3 *points, int32_t count, cdVec3 normal, double reach, int32_t *corners,
                          int32_t capacity);

// A point with its height.
typedef struct cdRaisedPoint {
    cdVec3 point;
    double height;
} cdRaisedPoint;

// Whether a point lies over the hull of corners[count], in order about the normal (one or two are a point or
// a segment), within `reach`; then `height` is that of the corners there, else nothing.
bool cdFindHeightOver(const cdRaisedPoint *corners, int32_t count, cdVec3 normal, cdVec3 point, double reach,
                      double *height);

#endif
