// Decides two hulls by their distance or penetration depth, if the search for a separating vector has reached
// its limit or values are within rounding.
#ifndef CD_DISTANCE_DEPTH_H
#define CD_DISTANCE_DEPTH_H

#include "convex/separation/convex_pair.h"

typedef struct cdDistanceDepth {
    cdState state;
    cdVec3 vector; // unit, the frame of the pair, from A towards B
    double gap;    // gap along it
    cdDifference at;
} cdDistanceDepth;

// `start`: a unit direction. Decides every pair: disjoint or overlapping beyond half the pair's tolerance,
// else touching.
cdDistanceDepth cdFindDistanceDepth(cdConvexPair *pair, cdVec3 start);

#endif
