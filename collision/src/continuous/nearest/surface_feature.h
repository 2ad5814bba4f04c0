// The feature of a mesh that a point lies on.
#ifndef CD_SURFACE_FEATURE_H
#define CD_SURFACE_FEATURE_H

#include "collision/query.h"

// Returns the feature of an element that a point of it lies on, in the frame of the mesh's own vertices: the
// vertex within `tolerance`, else the edge within it, else the element.
cdFeature cdLocateFeature(const cdMesh *mesh, cdFeatureKind element, int32_t index, cdVec3 p,
                          double tolerance);

#endif
