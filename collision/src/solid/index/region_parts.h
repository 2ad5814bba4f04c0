// Parts of points, segments and convex polygons during the descent down the index.
//
// A part is on one side of every plane of its path. Points and parts are stacks in the workspace.
#ifndef CD_REGION_PARTS_H
#define CD_REGION_PARTS_H

#include "solid/solid_data.h"

typedef struct cdRegionPart {
    int32_t source, first, count; // points[first .. first + count)
} cdRegionPart;

typedef struct cdPartStack {
    cdRegionPart *parts;
    cdVec3 *points; // less center
    int32_t partCount, partCapacity, pointCount, pointCapacity;
    bool full;
} cdPartStack;

typedef struct cdPartRun {
    int32_t first, count;
} cdPartRun;

// Adds the piece of each part above (1), on (0) or below (-1) the plane [BV92 4.3, SplitRegions].
cdPartRun cdTakeParts(cdPartStack *stack, const cdIndexNode *node, cdPartRun from, int side,
                      double tolerance);

// Joins two convex polygons that share a side, or two segments that share an end, into joined[capacity].
// Returns the number of points; 0 if the union is not convex or they share nothing.
int32_t cdJoinParts(const cdVec3 *a, int32_t aCount, const cdVec3 *b, int32_t bCount, cdVec3 *joined,
                    int32_t capacity);

#endif
