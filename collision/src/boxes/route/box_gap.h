// Two boxes that stand still: the normals of the planes that may part them, and the gaps along these.
#ifndef CD_BOX_GAP_H
#define CD_BOX_GAP_H

#include "collision/boxes.h"

// Sine of the angle between two edges below which they count as parallel: there rounding takes half of the
// digits of what is square to both.
#define CD_PARALLEL_SINE 0x1p-26

// The normal of `direction` of boxes/route/route.h, unit, on the side of A; zero where two edges are
// parallel.
cdVec3 cdGetBoxNormal(const cdPlacedBox *a, const cdPlacedBox *b, int32_t direction, double side);

// The widest of the gaps along the 15 directions of boxes/route/route.h, a length: above 0 the boxes are
// apart, below 0 it is how deep they are in each other. `direction` and `side` are its plane's. Directions of
// edges that are parallel are passed over: those of faces say the same.
double cdFindBoxGap(const cdPlacedBox *a, const cdPlacedBox *b, int32_t *direction, double *side);

// The gap along one of them; 0 along one that is passed over.
double cdGetBoxGapAlong(const cdPlacedBox *a, const cdPlacedBox *b, int32_t direction);

#endif
