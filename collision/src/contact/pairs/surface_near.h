// Distance of a point from a surface, by its mesh's sphere tree.
#ifndef CD_SURFACE_NEAR_H
#define CD_SURFACE_NEAR_H

#include "solid/features/features_data.h"

// True if some triangle is within `reach` of a point given in the surface's stored coordinates.
bool cdIsNearSurface(const cdFeatures *features, cdVec3 point, double reach);

// Returns the distance of the surface from such a point, and its nearest triangle.
double cdFindSurfaceDistance(const cdFeatures *features, cdVec3 point, int32_t *triangle);

#endif
