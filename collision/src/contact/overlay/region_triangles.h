// The polygon of a contact region: its area, its bridges, its triangles.
#ifndef CD_REGION_TRIANGLES_H
#define CD_REGION_TRIANGLES_H

#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

#include <stdint.h>

// Returns the area of a polygon as a vector: along the normal about which its corners run counter-clockwise.
cdVec3 cdFindAreaVector(const cdVec3 *points, int32_t pointCount);

// True if the side of a polygon from a corner to the next is a bridge, which the loop passes both ways.
bool cdIsRegionBridge(const cdVec3 *points, int32_t pointCount, int32_t corner);

// Triangulates a polygon with bridges: triangles[3 * capacity], indices into points. Returns their number.
// Its corners run counter-clockwise about `normal`, of any length.
int32_t cdTriangulateRegion(const cdVec3 *points, int32_t pointCount, cdVec3 normal, int32_t *triangles,
                            int32_t capacity);

#endif
