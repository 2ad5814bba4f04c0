// Decides exactly, by a rational linear programme, whether the convex hulls of two small point sets share a
// point.
//
// A pose rotates by its quaternion divided by its length, which is rational: the matrix divides by the
// quaternion's square. Hulls are closed: touching counts as sharing. Slow; it judges the other oracle.
#ifndef EXACT_CONVEX_H
#define EXACT_CONVEX_H

#include "oracle/oracle_convex.h"

#include <stdbool.h>

// B is first moved by `shift`, in the world frame, and may move by up to `slack` more: by any vector whose
// three coordinates sum to no more than that in absolute value.
bool DoHullsMeetExactly(const OraclePoints *a, const OraclePoints *b, cdVec3 shift, double slack);

#endif
