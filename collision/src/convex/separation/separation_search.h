// The search for a separating vector [CW96 2.2, 4], after the cached vector has failed.
#ifndef CD_SEPARATION_SEARCH_H
#define CD_SEPARATION_SEARCH_H

#include "convex/separation/convex_pair.h"

// Restores unit length after rounding.
static inline cdVec3 cdCorrectLength(cdVec3 s) {
    return cdScale(1.5 - 0.5 * cdLengthSq(s), s);
}

// Tests the cached witness, searches, and updates the cache (NULL: none). `limit`: iterations; `usable`: true
// if the cache has a vector and vertices of the hulls, after a free result the vertices along that vector.
cdSeparation cdSearchSeparatingVector(cdConvexPair *pair, int32_t limit, bool usable, cdConvexCache *cache);

// Records a pair that the cache decided.
void cdTraceSettled(const cdConvexPair *pair, const cdSeparation *result);

#endif
