// Two boxes that stand still: the normals of the planes that may part them, and the gaps along these.
#ifndef CD_BOX_GAP_H
#define CD_BOX_GAP_H

#include "collision/boxes.h"

// Sine of the angle between two edges below which they count as parallel: there rounding takes half of the
// digits of what is square to both.
#define CD_PARALLEL_SINE 0x1p-26

// The normal of `direction` of boxes/route/route.h, unit, on the side of A; zero where two edges are
// parallel.
cdVec3 cdGetBoxNormal(const cdBoxAt *a, const cdBoxAt *b, int32_t direction, double side);

// Returns the widest of the gaps along the 15 directions of boxes/route/route.h, a length. Above 0 the boxes
// are disjoint; below 0 its size is their penetration depth. `direction` and `side` describe the plane of
// that gap. Directions of parallel edges are skipped, since the directions of the faces cover them.
double cdFindBoxGap(const cdBoxAt *a, const cdBoxAt *b, int32_t *direction, double *side);

// Returns the gap along one direction; 0 for a direction that is skipped.
double cdGetBoxGapAlong(const cdBoxAt *a, const cdBoxAt *b, int32_t direction);

#endif
