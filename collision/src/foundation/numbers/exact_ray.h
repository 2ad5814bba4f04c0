// Exact signs and comparisons about a ray o + t d and the corners of triangles.
//
// The direction is a vector, not the difference of two points, so no second point has to be rounded. A value
// returned has the sign that exact arithmetic gives and is accurate to a unit in the last place or two. No
// filter comes before: callers decide the easy cases by floating-point bounds.
//
// Exact for lengths that are 0 or between 1e-36 and 1e20, origins up to 1e200, and directions whose largest
// component is between 1/2 and 1: no part of a product of five of them leaves the range of doubles.
#ifndef CD_EXACT_RAY_H
#define CD_EXACT_RAY_H

#include "collision/vecmath.h"

typedef struct cdExactRay {
    cdVec3 origin, direction;
} cdExactRay;

// ((a - o) x (b - a)) . d: positive when the ray passes the edge from a to b on its left, 0 when their lines
// share a plane.
double cdGetRaySide(const cdExactRay *ray, cdVec3 a, cdVec3 b);

// Component `axis` of d x (p - o): all three are 0 when p lies on the ray's line.
double cdGetRayTurn(const cdExactRay *ray, cdVec3 p, int axis);

// The parameter t at which the ray meets something, as a quotient of two expansions.
typedef struct cdRayRatio {
    int topCount, bottomCount;
    double top[192], bottom[96];
} cdRayRatio;

// The plane of a triangle, which the ray is not parallel to.
void cdGetPlaneRatio(const cdExactRay *ray, const cdVec3 corners[3], cdRayRatio *ratio);
// The line of an edge in one plane with the ray; the turns of its ends about `axis` differ.
void cdGetEdgeRatio(const cdExactRay *ray, cdVec3 a, cdVec3 b, int axis, cdRayRatio *ratio);
// A point on the ray's line.
void cdGetPointRatio(const cdExactRay *ray, cdVec3 p, cdRayRatio *ratio);

int cdGetRatioSign(const cdRayRatio *ratio);
// The sign of p - q.
int cdCompareRatios(const cdRayRatio *p, const cdRayRatio *q);
// The quotient less two numbers, rounded once or twice.
double cdRoundRatio(const cdRayRatio *ratio, const double less[2]);

#endif
