// A separating vector of a hull and all that a moving one sweeps.
#ifndef CD_SWEPT_VECTOR_H
#define CD_SWEPT_VECTOR_H

#include "convex/separation/convex_pair.h"

typedef struct cdSweptVector {
    bool separated;
    bool fromCache; // at once: by the cached vector, or not at all by the cached witness
    int32_t iterations;
    cdVec3 vector; // unit, the frame of the pair, from A towards B
    double gap;    // along it, the ball about A counted in
    cdDifference at;
} cdSweptVector;

// Looks for a vector along which the pair, A at both its poses and thickened by its ball, stays apart by more
// than the tolerance. Starts from `vector`, unit, and what the cache has, NULL: no cache; keeps there what it
// learns but for the vector, whose axes are the caller's. Not finding one says nothing.
cdSweptVector cdFindSweptVector(cdConvexPair *pair, cdVec3 vector, cdConvexCache *cache);

#endif
