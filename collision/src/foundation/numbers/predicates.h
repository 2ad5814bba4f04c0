// Exact signs of orientation determinants.
//
// Input: points in double precision. Output: the sign of the determinant in exact arithmetic. A forward
// error bound on the plain formula decides almost always; otherwise the determinant is evaluated
// without any rounding, as an unevaluated sum of doubles (Shewchuk 1997, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates"; Dekker 1971 for the error of a sum and of a product).
//
// Exact for all finite coordinates that are 0 or between 1e-89 and 1e100 in magnitude, where no product
// overflows and no rounding error underflows. Needs IEEE doubles without contraction to fused operations.
#ifndef CD_PREDICATES_H
#define CD_PREDICATES_H

#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

// Returns the sign of (b - a) x (c - a): 1 if a, b, c turn counter-clockwise, 0 on a line.
int cdGetOrientation2(double ax, double ay, double bx, double by, double cx, double cy);

// Returns the sign of ((b - a) x (c - a)) . (d - a): 1 if d is on the side that the normal of a, b, c points
// to, 0 in the plane.
int cdGetOrientation3(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d);

// The same sign for three points at once: `signs[k]` for d[k]. Returns the signs' sum, so 3 or -3 if all
// points are strictly on one side.
int cdGetPlaneSides(const cdVec3 triangle[3], const cdVec3 d[3], int signs[3]);

// Returns (b - a) x (c - a), accurate to a few units in the last place of its largest component for any
// triangle; zero if and only if the triangle has no area.
cdVec3 cdGetTriangleCross(cdVec3 a, cdVec3 b, cdVec3 c);

// Returns the unit normal of a triangle; zero for one without area.
cdVec3 cdMakeTriangleNormal(cdVec3 a, cdVec3 b, cdVec3 c);

#endif
