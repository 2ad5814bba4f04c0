// How long the sides of edges keep two linearly moving elements apart.
#ifndef CD_LINEAR_SIDES_H
#define CD_LINEAR_SIDES_H

#include "collision/query.h"

// The largest time up to `hi` to which the shadows of the two elements along an axis of the frame are certain
// to stay apart from t on; t itself when no shadow says so. `start` and `step`: the four points, p(t) = start
// + t step, coordinates bounded by `size`.
double cdFollowSides(cdContactKind kind, const cdVec3 start[4], const cdVec3 step[4], double size, double t,
                     double hi);

#endif
