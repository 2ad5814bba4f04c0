// The intersection of two plane polygons, where most features that can coincide do.
//
// Input: two sets of loops in one plane, each the border of its inside: outer loops counter-clockwise, holes
// clockwise, in any number and shape; a point is inside where they wind about it more than zero times.
// Output: the outer loops and holes of the common inside. Points within the tolerance are one point, a border
// that passes a point within half of it goes through it, and parts no wider than about the tolerance are
// dropped: polygons that touch along a border only, or one that fills a hole of the other, have no overlap.
//
// All memory is taken from the caller's block. The same input gives the same output, bit for bit.
#ifndef CD_POLYGON_OVERLAY_H
#define CD_POLYGON_OVERLAY_H

#include "foundation/geometry/vec2.h"
#include "foundation/memory/memory.h"

#include <stdbool.h>

// Loops one after the other.
typedef struct cdPolygons {
    const cdVec2 *points;
    const int32_t *loopEnds; // loopEnds[loopCount]: end of each loop in `points`, where the next begins
    int32_t loopCount;
} cdPolygons;

typedef enum cdOverlayState {
    CD_OVERLAY_NO_ROOM = 0,
    CD_OVERLAY_UNSETTLED, // the borders could not be cut into pieces that meet in their ends only
    CD_OVERLAY_DONE
} cdOverlayState;

typedef struct cdOverlayLoop {
    int32_t firstPoint, pointCount;
    int32_t holeCount; // for an outer loop: that many loops after it are its holes; for a hole 0
    double area;       // below 0 for a hole
} cdOverlayLoop;

typedef struct cdPolygonOverlay {
    cdOverlayState state;
    cdVec2 *points;       // points[pointCount]
    cdOverlayLoop *loops; // loops[loopCount]: each outer one before its holes
    int32_t pointCount, loopCount;
    int32_t roundCount; // rounds of cutting
} cdPolygonOverlay;

// Intersects both. `tolerance` > 0, at least some hundred rounding units of the coordinates.
cdPolygonOverlay cdOverlayPolygons(const cdPolygons *a, const cdPolygons *b, double tolerance,
                                   cdMemory *memory);

// Joins one outer loop and the holes after it into one loop. Each hole is entered from a corner of the joined
// loop along a bridge, traversed, and left along the same bridge. joined[the loops' points + 2 a hole].
// Returns the number of points; 0: no room for a list of the holes.
int32_t cdBridgeHoles(const cdVec2 *points, const cdOverlayLoop *loops, cdVec2 *joined, cdMemory *memory);

#endif
