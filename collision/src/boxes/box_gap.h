// The gap between two boxes that stand still.
#ifndef CD_BOX_GAP_H
#define CD_BOX_GAP_H

#include "collision/boxes.h"

// The widest of the gaps along the 15 directions of boxes/route.h, a length: above 0 the boxes are apart,
// below 0 it is how deep they are in each other. `direction` and `side` are its plane's. Directions of edges
// that are parallel within rounding are passed over: those of faces say the same.
double cdFindBoxGap(const cdPlacedBox *a, const cdPlacedBox *b, int32_t *direction, double *side);

// The gap along one of them; 0 along one that is passed over.
double cdGetBoxGapAlong(const cdPlacedBox *a, const cdPlacedBox *b, int32_t direction);

#endif
