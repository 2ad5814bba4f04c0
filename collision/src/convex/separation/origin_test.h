// Where the origin lies to a tetrahedron.
#ifndef CD_ORIGIN_TEST_H
#define CD_ORIGIN_TEST_H

#include "foundation/numbers/rounding.h"

// Whether the tetrahedron of four points holds the origin, farther than `margin` from each of its faces.
bool cdHoldsOrigin(const cdVec3 m[4], double margin);

#endif
