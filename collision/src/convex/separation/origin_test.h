// Tests whether a tetrahedron contains the origin.
#ifndef CD_ORIGIN_TEST_H
#define CD_ORIGIN_TEST_H

#include "foundation/numbers/rounding.h"

// True if the tetrahedron of four points contains the origin, farther than `margin` from each of its faces.
bool cdHoldsOrigin(const cdVec3 m[4], double margin);

#endif
