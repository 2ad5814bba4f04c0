// What cdCreateSurface is made of: the maps and measures that a surface has beside its boundary
// representation. Each fills arrays of `surface`, whose boundary representation is complete.
#ifndef CD_SURFACE_BUILD_H
#define CD_SURFACE_BUILD_H

#include "solid/brep_build.h"
#include "solid/surface_data.h"

// surface_maps.c: vertexEntities, edgeEntities, sameEdges.
void cdMapSurface(cdSurface *surface, const cdBrepBuild *build);

// surface_measure.c: of the info area, centroid and inertia.
void cdMeasureSurface(cdSurface *surface);

#endif
