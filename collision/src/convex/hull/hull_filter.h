// The hull of many points, most of which lie inside it.
#ifndef CD_HULL_FILTER_H
#define CD_HULL_FILTER_H

#include "convex/hull/hull_facets.h"

// As cdFindHullFacets in three dimensions; coordinates from -3 to 3. Faster if most points are inside.
bool cdFindLargeHullFacets(cdHullMaker *maker, const double *coordinates, int32_t pointCount,
                           cdHullFacets *facets);

#endif
