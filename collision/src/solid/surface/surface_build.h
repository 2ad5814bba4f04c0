// What cdCreateSurface is made of: the maps and measures that a surface has beside its boundary
// representation. Each fills arrays of `surface`, whose boundary representation is complete.
#ifndef CD_SURFACE_BUILD_H
#define CD_SURFACE_BUILD_H

#include "solid/brep/brep_build.h"
#include "solid/surface/surface_data.h"

// surface_maps.c: vertexEntities, edgeEntities, sameEdges.
void cdMapSurface(cdSurface *surface, const cdBrepBuild *build);

// surface_outlines.c: the trees over the sides of large outlines, and before there is room for them their
// counts.
void cdCountOutlines(cdSurface *surface);
void cdBuildOutlines(cdSurface *surface);

// surface_shells.c: vertexShells, shellVertices. The first finds them and their count. NULL: no memory.
int32_t *cdFindVertexShells(cdSurface *surface, cdBrepBuild *build);
void cdListShells(cdSurface *surface, const int32_t *vertexShells);

// surface_measure.c: of the info area, centroid and inertia.
void cdMeasureSurface(cdSurface *surface);

#endif
