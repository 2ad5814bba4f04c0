// How near a point is to a surface, by its mesh's sphere tree.
#ifndef CD_SURFACE_NEAR_H
#define CD_SURFACE_NEAR_H

#include "solid/features/features_data.h"

// Whether some triangle is within `reach` of a point given in the surface's stored coordinates.
bool cdIsNearSurface(const cdFeatures *features, cdVec3 point, double reach);

// The distance of the surface from such a point, and its nearest triangle.
double cdFindSurfaceDistance(const cdFeatures *features, cdVec3 point, int32_t *triangle);

#endif
