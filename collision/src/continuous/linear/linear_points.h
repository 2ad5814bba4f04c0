// Four linearly moving points and the polynomials in t that decide when their elements touch.
//
// All polynomials are of differences to point 0. Their coefficients in doubles carry bounds on their error;
// on grids of few bits they are exact, and the bounds are 0.
//
// - The coplanarity of the four points: a cubic.
// - The side (i, axis): twice the signed area of the three points other than i, in their order, seen along
//   an axis; a quadratic. All three areas of i vanish exactly where these three points are on a line.
// - The span of i: the dot product of the vectors from a point to both ends of an edge, a quadratic. The
//   three are the points other than i. On a line, it is positive exactly where the point is off the edge.
#ifndef CD_LINEAR_POINTS_H
#define CD_LINEAR_POINTS_H

#include "collision/query.h"
#include "foundation/numbers/rounding.h"

// Numbers of polynomials: side (i, axis) is 3 i + axis, span i is CD_LINEAR_SPAN + i.
enum { CD_LINEAR_COPLANARITY = 12, CD_LINEAR_SPAN = 13 };

// Stands for a sign, -1, 0 or 1, that is unknown.
enum { CD_UNKNOWN_SIGN = 2 };

// Rounding of a cubic's evaluation and subdivision, relative to its largest Bernstein coefficient.
#define CD_LINEAR_EVALUATION_ERROR (160.0 * CD_EPSILON)

typedef struct cdLinearPoints {
    const cdLinearInput *input;
    cdVec3 start[4], end[4]; // relative to point 0, rounded
    double reach[4];         // bound on the coordinates of `start` and `end`, by point
    double size;             // the largest of them
} cdLinearPoints;

// c[0] + c[1] t + c[2] t^2; `error` bounds what rounding of the coefficients does to values in [0, 1].
typedef struct cdLinearQuadratic {
    double c[3], error;
} cdLinearQuadratic;

// Three times the coplanarity in Bernstein form; `error` includes that of evaluating and subdividing it.
typedef struct cdLinearCubic {
    double b[4], error;
} cdLinearCubic;

cdLinearPoints cdMakeLinearPoints(const cdLinearInput *input);

static inline int cdGetFirstCount(cdContactKind kind) {
    return kind == CD_VERTEX_FACE ? 1 : 2;
}

// Lists the points of span i: the point, and both ends of the edge.
void cdGetSpanPoints(cdContactKind kind, int i, int points[3]);

// True if no difference of two points and no coefficient below is rounded.
bool cdIsOnGrid(const cdLinearPoints *points);
// True if the points stay in a plane across one of the coordinate axes.
bool cdIsFlat(const cdLinearPoints *points);

cdLinearCubic cdMakeCoplanarity(const cdLinearPoints *points);
void cdMakeSides(const cdLinearPoints *points, bool exact, cdLinearQuadratic sides[4][3]);
cdLinearQuadratic cdMakeSpan(const cdLinearPoints *points, bool exact, int i);

// True if the elements are separated along one coordinate axis at both ends of the motion, and so in between.
bool cdAreAxesSeparating(const cdLinearInput *input);

#endif
