// The vectors that may still separate: those along which no vertex of the Minkowski difference found so far
// lies behind the origin [CW96 4.2].
//
// Kept is one such vector w, renewed in O(i) when the i-th vertex m contradicts it: a separating plane, if
// there is one, can be turned until it touches m, so it is enough to look, across m, for a line that has the
// others on one side. When there is none, four of the vertices hold the origin between them. Only directions
// count, so nothing is made of unit length that need not be.
#ifndef CD_DIRECTION_CONE_H
#define CD_DIRECTION_CONE_H

#include "convex/separation/convex_pair.h"

enum { CD_CONE_MAX = 64 };

typedef struct cdDirectionCone {
    int32_t count;
    cdVec3 w; // about as long as a unit vector
    cdDifference found[CD_CONE_MAX];
    cdVec3 units[CD_CONE_MAX]; // towards the vertices found
    int32_t witness[4];        // once no vector is left: whose tetrahedron holds the origin
} cdDirectionCone;

// Begins with two vertices; no vertex may be the origin.
void cdStartCone(cdDirectionCone *cone, const cdDifference *first, const cdDifference *second);

// Adds a vertex; false when no vector can separate any more.
bool cdNarrowCone(cdDirectionCone *cone, const cdDifference *found);

#endif
