// How deep two triangles are in each other.
#ifndef CD_TRIANGLE_DEPTH_H
#define CD_TRIANGLE_DEPTH_H

#include "contact/near_triangles.h"

// Keeps the pair in work->crossing when its triangles are deeper in each other than those there.
void cdNoteCrossing(cdRegionWork *work, const cdNearTriangles *pair);

#endif
