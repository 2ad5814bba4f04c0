// Parts of cdBuildFeatures: the maps and measures of features beside their boundary representation, which is
// complete. Each fills arrays of `features`.
#ifndef CD_FEATURES_BUILD_H
#define CD_FEATURES_BUILD_H

#include "solid/brep/brep_build.h"
#include "solid/features/features_data.h"

// features_maps.c: vertexEntities, edgeEntities, sameEdges.
void cdMapFeatures(cdFeatures *features, const cdBrepBuild *build);

// features_create.c: allocates the arrays of the maps by the build.
bool cdTakeFeatureMaps(cdFeatures *features, cdBrepBuild *build);
// Packs features whose arrays are separate into one block, with all that follows from these arrays.
// @errors NULL: no memory
cdFeatures *cdPackFeatures(const cdFeatures *parts, cdBrepBuild *build);

// features_outlines.c: counts the sides of large outlines, then builds the trees over them.
void cdCountOutlines(cdFeatures *features);
void cdBuildOutlines(cdFeatures *features);

// features_shells.c: vertexShells, shellVertices. The first function finds and counts them. NULL: no memory.
int32_t *cdFindVertexShells(cdFeatures *features, cdBrepBuild *build);
void cdListShells(cdFeatures *features, const int32_t *vertexShells);

// features_measure.c: area, centroid and inertia of the info.
void cdMeasureFeatureSet(cdFeatures *features);

#endif
