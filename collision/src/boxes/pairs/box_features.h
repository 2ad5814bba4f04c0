// What touches where, for two boxes that touch: the pair of features, a point and the normal.
#ifndef CD_BOX_FEATURES_H
#define CD_BOX_FEATURES_H

#include "collision/boxes.h"

typedef struct cdBoxTouch {
    cdBoxPair pair;
    cdVec3 point, normal; // of the boxes' frame; unit, from B to A
} cdBoxTouch;

// The features that lie on the plane of `direction` and `side`, where the origin is on it and inside all
// others: a vertex in a face, else two edges that cross. Of several, vertex-face comes before face-vertex
// before edge-edge, then the lower numbers, as in cdFindFirstContact. Where edges are nearly parallel the
// normal is that of the plane that parts the boxes best.
cdBoxTouch cdDescribeBoxTouch(const cdBoxAt *a, const cdBoxAt *b, int32_t direction, double side,
                              double tolerance);

#endif
