// Exact signs and comparisons about a ray o + t d and the corners of triangles.
//
// The direction is a vector, not the difference of two points, so no second point is rounded. Returned values
// have the sign of exact arithmetic and are accurate to one or two units in the last place. There is no
// filter: callers decide the easy cases by floating-point bounds.
//
// Exact for lengths that are 0 or between 1e-36 and 1e20, origins up to 1e200, and directions whose largest
// component is between 1/2 and 1: no part of a product of five of them leaves the range of doubles.
#ifndef CD_EXACT_RAY_H
#define CD_EXACT_RAY_H

#include "collision/vecmath.h"

typedef struct cdExactRay {
    cdVec3 origin, direction;
} cdExactRay;

// Returns ((a - o) x (b - a)) . d: positive if the ray passes the edge from a to b on its left, 0 if their
// lines are coplanar.
double cdGetRaySide(const cdExactRay *ray, cdVec3 a, cdVec3 b);

// Returns component `axis` of d x (p - o): all three are 0 if p is on the ray's line.
double cdGetRayTurn(const cdExactRay *ray, cdVec3 p, int axis);

// The parameter t at which the ray meets something, as a quotient of two expansions.
typedef struct cdRayRatio {
    int topCount, bottomCount;
    double top[192], bottom[96];
} cdRayRatio;

// Parameter at the plane of a triangle, which is not parallel to the ray.
void cdGetPlaneRatio(const cdExactRay *ray, const cdVec3 corners[3], cdRayRatio *ratio);
// Parameter at the line of an edge, coplanar with the ray; the turns of its ends about `axis` differ.
void cdGetEdgeRatio(const cdExactRay *ray, cdVec3 a, cdVec3 b, int axis, cdRayRatio *ratio);
// Parameter at a point on the ray's line.
void cdGetPointRatio(const cdExactRay *ray, cdVec3 p, cdRayRatio *ratio);

int cdGetRatioSign(const cdRayRatio *ratio);
// Returns the sign of p - q.
int cdCompareRatios(const cdRayRatio *p, const cdRayRatio *q);
// Returns the quotient less two numbers, rounded once or twice.
double cdRoundRatio(const cdRayRatio *ratio, const double less[2]);

#endif
