// Facets of a convex hull, by Qhull.
#ifndef CD_HULL_FACETS_H
#define CD_HULL_FACETS_H

#include <stdbool.h>
#include <stdint.h>

// Edges of a polygon or triangles of a polytope.
typedef struct cdHullFacets {
    int32_t *corners; // corners[dimension * count], indices of points; triangles counter-clockwise outside
    int32_t count;
    bool noMemory;
    double error; // maximum distance of points outside the facets' hull, in the units of the coordinates
} cdHullFacets;

// An instance of Qhull for any number of hulls. @errors NULL: no memory
typedef struct cdHullMaker cdHullMaker;
cdHullMaker *cdCreateHullMaker(void);
void cdDestroyHullMaker(cdHullMaker *maker);

// Finds the hull of coordinates[dimension * pointCount], dimension 2 or 3, pointCount above the dimension.
// @errors false: no hull, or, with facets->noMemory, no memory
bool cdFindHullFacets(cdHullMaker *maker, const double *coordinates, int32_t dimension, int32_t pointCount,
                      cdHullFacets *facets);
void cdFreeHullFacets(cdHullFacets *facets);

#endif
