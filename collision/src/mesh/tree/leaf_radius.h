// The radius of a sphere tree's leaves.
#ifndef CD_LEAF_RADIUS_H
#define CD_LEAF_RADIUS_H

#include "mesh/mesh_data.h"

// Returns the radius to use for a mesh: the requested one, or, if that is 0, the automatic one.
double cdChooseLeafRadius(const cdMesh *mesh, double requested);

#endif
