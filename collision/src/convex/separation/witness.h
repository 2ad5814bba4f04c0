// Witnesses of a collision: four vertices of the Minkowski difference, or three and the difference of the
// hulls' centres, whose tetrahedron contains the origin. They are kept as pairs of vertices, and mostly still
// contain it in the next query.
#ifndef CD_WITNESS_H
#define CD_WITNESS_H

#include "convex/separation/direction_cone.h"

// True if the cone's witness contains the origin, farther than `margin` from each face.
bool cdConeHoldsOrigin(const cdDirectionCone *cone, double margin);

void cdKeepWitness(const cdDirectionCone *cone, cdConvexCache *cache);

// True if the cached witness contains the origin at the pair's poses. The cache may have any content.
bool cdWitnessHolds(const cdConvexPair *pair, const cdConvexCache *cache, double margin);

#endif
