// Parts of points, segments and convex polygons on their way down the index.
//
// A part lies on one side of every plane of its way. Points and parts are stacks in the workspace.
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

// Adds what of each part lies above (1), on (0) or below (-1) the plane [BV92 4.3, SplitRegions].
cdPartRun cdTakeParts(cdPartStack *stack, const cdIndexNode *node, cdPartRun from, int side,
                      double tolerance);

// Whether two convex polygons, or two segments, that share a side, or an end, are convex together;
// joined[capacity]. Returns the number of points, 0: they are not, or share nothing.
int32_t cdJoinParts(const cdVec3 *a, int32_t aCount, const cdVec3 *b, int32_t bCount, cdVec3 *joined,
                    int32_t capacity);

#endif
