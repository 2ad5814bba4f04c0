// How deep two triangles are in each other.
#ifndef CD_TRIANGLE_DEPTH_H
#define CD_TRIANGLE_DEPTH_H

#include "contact/pairs/near_triangles.h"

// The depth of a pair and a point both share. 0: not deeper than `least`.
double cdFindTriangleDepth(const cdRegionWork *work, const cdWorkTriangle *a, const cdWorkTriangle *b,
                           double least, cdVec3 *point);

#endif
