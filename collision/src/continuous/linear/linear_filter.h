// Decisions on four linearly moving points in doubles: certain, or left open.
#ifndef CD_LINEAR_FILTER_H
#define CD_LINEAR_FILTER_H

#include "continuous/linear/linear_points.h"

// A part of [0, 1]. Outside all of them a polynomial has no root; `isRoot`: inside there is exactly one, it
// is simple, and the polynomial is not zero at either end. Both ends are multiples of 2^-52 then.
typedef struct cdLinearBracket {
    double lo, hi;
    bool isRoot;
} cdLinearBracket;

enum { CD_MAX_BRACKETS = 8 };

// Returns the brackets of a cubic in order, without those in which the elements are certainly disjoint.
int cdFindLinearBrackets(const cdLinearPoints *points, const cdLinearCubic *cubic,
                         cdLinearBracket brackets[CD_MAX_BRACKETS]);

typedef enum cdLinearVerdict { CD_LINEAR_APART, CD_LINEAR_TOUCH, CD_LINEAR_OPEN } cdLinearVerdict;

// Returns a verdict that holds at all times in [lo, hi]: the elements are disjoint; or they touch at each of
// these times at which the points are coplanar; or neither is certain.
cdLinearVerdict cdTestLinearBracket(const cdLinearPoints *points, double lo, double hi);

// Returns the verdict by the signs of the four sides along one axis, 2 for an unknown one: disjoint, touching
// if coplanar, or open.
cdLinearVerdict cdTestSides(cdContactKind kind, const int sides[4]);

#endif
