// A separating vector of a hull and the swept volume of a moving one.
#ifndef CD_SWEPT_VECTOR_H
#define CD_SWEPT_VECTOR_H

#include "convex/separation/convex_pair.h"

typedef struct cdSweptVector {
    bool separated;
    bool fromCache; // decided by the cached vector, or refuted by the cached witness
    int32_t iterations;
    cdVec3 vector; // unit, the frame of the pair, from A towards B
    double gap;    // gap along it, including the ball about A
    cdDifference at;
} cdSweptVector;

// Searches for a vector along which the pair, with A at both its poses and thickened by its ball, has a gap
// above the tolerance. Starts from `vector`, unit, and the cache (NULL: no cache), which it updates except
// for the vector, whose axes are the caller's. Finding none proves nothing.
cdSweptVector cdFindSweptVector(cdConvexPair *pair, cdVec3 vector, cdConvexCache *cache);

#endif
