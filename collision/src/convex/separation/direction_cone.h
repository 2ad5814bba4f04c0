// The vectors that may still separate: those along which no vertex of the Minkowski difference found so far
// is behind the origin [CW96 4.2].
//
// One such vector w is kept, and renewed in O(i) if the i-th vertex m contradicts it: a separating plane can
// be turned until it touches m, so it is enough to search, perpendicular to m, for a line with the others on
// one side. If there is no such line, four of the vertices enclose the origin. Only directions count, so
// vectors are normalized only where necessary.
#ifndef CD_DIRECTION_CONE_H
#define CD_DIRECTION_CONE_H

#include "convex/separation/convex_pair.h"

enum { CD_CONE_MAX = 64 };

typedef struct cdDirectionCone {
    int32_t count;
    cdVec3 w;                            // about as long as a unit vector
    cdDifference found[CD_CONE_MAX + 1]; // and a place for the next
    cdVec3 units[CD_CONE_MAX];           // towards the vertices found
    int32_t witness[4]; // once no vector remains: vertices of a tetrahedron around the origin
} cdDirectionCone;

// Begins with two vertices; no vertex may be the origin.
void cdStartCone(cdDirectionCone *cone, const cdDifference *first, const cdDifference *second);

// Adds a vertex, which may be in its place, found[count]; false if no vector can separate any more.
bool cdNarrowCone(cdDirectionCone *cone, const cdDifference *found);

#endif
