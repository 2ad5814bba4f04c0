// Exact signs of orientation determinants.
//
// Input: points in double precision. Output: the sign the determinant has in exact arithmetic. A forward
// error bound on the plain formula decides almost always; where it cannot, the determinant is evaluated
// without any rounding, as an unevaluated sum of doubles (Shewchuk 1997, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates"; Dekker 1971 for the error of a sum and of a product).
//
// Exact for all finite coordinates that are 0 or between 1e-89 and 1e100 in size, where no product overflows
// and no rounding error underflows. Needs IEEE doubles without contraction to fused operations.
#ifndef CD_PREDICATES_H
#define CD_PREDICATES_H

#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

// The sign of (b - a) x (c - a): 1 when a, b, c turn counter-clockwise, 0 on a line.
int cdGetOrientation2(double ax, double ay, double bx, double by, double cx, double cy);

// The sign of ((b - a) x (c - a)) . (d - a): 1 when d lies on the side the normal of a, b, c points to, 0 in
// the plane.
int cdGetOrientation3(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d);

// The same sign for three points d at once: `signs[k]` of d[k]. Returns the signs' sum, so 3 or -3 when all
// points lie strictly on one side.
int cdGetPlaneSides(const cdVec3 triangle[3], const cdVec3 d[3], int signs[3]);

// (b - a) x (c - a), accurate to a few units in the last place of its largest component however thin the
// triangle; zero exactly when the triangle has no area.
cdVec3 cdGetTriangleCross(cdVec3 a, cdVec3 b, cdVec3 c);

#endif
