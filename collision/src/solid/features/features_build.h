// What cdCreateFeatures is made of: the maps and measures that a surface has beside its boundary
// representation. Each fills arrays of `surface`, whose boundary representation is complete.
#ifndef CD_FEATURES_BUILD_H
#define CD_FEATURES_BUILD_H

#include "solid/brep/brep_build.h"
#include "solid/features/features_data.h"

// features_maps.c: vertexEntities, edgeEntities, sameEdges.
void cdMapFeatures(cdFeatures *features, const cdBrepBuild *build);

// features_outlines.c: the trees over the sides of large outlines, and before there is room for them their
// counts.
void cdCountOutlines(cdFeatures *features);
void cdBuildOutlines(cdFeatures *features);

// features_shells.c: vertexShells, shellVertices. The first finds them and their count. NULL: no memory.
int32_t *cdFindVertexShells(cdFeatures *features, cdBrepBuild *build);
void cdListShells(cdFeatures *features, const int32_t *vertexShells);

// features_measure.c: of the info area, centroid and inertia.
void cdMeasureFeatureSet(cdFeatures *features);

#endif
