// Whether the convex hulls of two small sets of points share a point, exactly, by a rational linear
// programme.
//
// A pose rotates by its quaternion divided by its length, which is rational: the matrix divides by the
// quaternion's square. Hulls are closed: touching is sharing. Slow; it judges the other oracle.
#ifndef EXACT_CONVEX_H
#define EXACT_CONVEX_H

#include "oracle/oracle_convex.h"

#include <stdbool.h>

// B is moved aside by `shift`, in the world frame, first, and may be moved by up to `slack` more: by any
// vector whose three coordinates sum to no more than that in absolute value.
bool DoHullsMeetExactly(const OraclePoints *a, const OraclePoints *b, cdVec3 shift, double slack);

#endif
