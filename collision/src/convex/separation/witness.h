// Witnesses of a collision: four vertices of the Minkowski difference, or three and the point between the
// middles of the hulls, that hold the origin between them. They are kept as pairs of vertices, and most often
// hold it in the next query too.
#ifndef CD_WITNESS_H
#define CD_WITNESS_H

#include "convex/separation/direction_cone.h"

// Whether the four vertices that left no vector hold the origin, farther than `margin` from each face.
bool cdConeHoldsOrigin(const cdDirectionCone *cone, double margin);

void cdKeepWitness(const cdDirectionCone *cone, cdConvexCache *cache);

// Whether the cached witness holds the origin at the pair's poses. The cache may hold anything.
bool cdWitnessHolds(const cdConvexPair *pair, const cdConvexCache *cache, double margin);

#endif
