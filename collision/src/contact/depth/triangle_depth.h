// Computes how deep two triangles penetrate each other.
#ifndef CD_TRIANGLE_DEPTH_H
#define CD_TRIANGLE_DEPTH_H

#include "contact/pairs/near_triangles.h"

// Returns the depth of a pair and a point that both share. 0: not deeper than `least`.
double cdFindTriangleDepth(const cdRegionWork *work, const cdWorkTriangle *a, const cdWorkTriangle *b,
                           double least, cdVec3 *point);

#endif
