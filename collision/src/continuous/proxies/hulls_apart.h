// Separates the convex hulls of meshes that stand still, by a cached separating vector [CW96].
#ifndef CD_HULLS_APART_H
#define CD_HULLS_APART_H

#include "mesh/mesh_data.h"

// Two meshes at two poses.
typedef struct cdPlacedPair {
    const cdMesh *meshA, *meshB;
    cdPose poseA, poseB;
} cdPlacedPair;

// True if both meshes have hulls that are more than `gap` from each other; then so are the meshes as placed.
bool cdAreHullsApart(const cdPlacedPair *pair, double gap, cdConvexCache *cache);

#endif
