// Two hulls decided by how far apart or how deep in each other they are: the way out when the search for a
// separating vector has reached its limit or meets numbers within rounding.
#ifndef CD_DISTANCE_DEPTH_H
#define CD_DISTANCE_DEPTH_H

#include "convex/separation/convex_pair.h"

typedef struct cdDistanceDepth {
    cdState state;
    cdVec3 vector; // unit, the frame of the pair, from A towards B
    double gap;    // along it
    cdDifference at;
} cdDistanceDepth;

// `start`: a unit direction. Decides every pair: disjoint or colliding beyond half the pair's tolerance,
// touching else.
cdDistanceDepth cdFindDistanceDepth(cdConvexPair *pair, cdVec3 start);

#endif
