// Exact signs of the polynomials of linear_points.h at the times at which elements can begin to touch.
#ifndef CD_LINEAR_SIGNS_H
#define CD_LINEAR_SIGNS_H

#include "continuous/linear/linear_points.h"
#include "foundation/numbers/wide_polynomial.h"

// The most bits from the lowest to the highest of all coordinates that exact integers have room for.
enum { CD_MAX_COORDINATE_BITS = 293 };

// Everything that exact decisions on one input use: some 30 kB on the stack, most of it filled in on demand.
typedef struct cdLinearSigns {
    const cdLinearPoints *points;
    double unit;    // of which all differences of points are multiples; 0: not known yet
    bool isExact;   // coefficients in doubles have no error
    bool isPlanar;  // the points are coplanar all the time
    bool isInRange; // the predicates of predicates.h are exact on these coordinates
    bool hasDifferences, hasDefining;
    bool isBeyondRange; // integers were needed that have no room: signs read as 0, and mean nothing
    int defining;       // the polynomial that `definingPoly` is
    cdWidePoly definingPoly;
    cdWide start[4][3], step[4][3]; // relative to point 0, in a common unit
    cdLinearCubic coplanarity;
    cdLinearQuadratic sides[4][3];
} cdLinearSigns;

typedef enum cdLinearTimeKind {
    CD_LINEAR_END,     // 0 or 1
    CD_LINEAR_BRACKET, // the root inside a bracket of cdFindLinearBrackets
    CD_LINEAR_ROOT     // a root of cdFindWideRoots
} cdLinearTimeKind;

// A time in [lo, hi].
typedef struct cdLinearTime {
    cdLinearTimeKind kind;
    double lo, hi;
    int poly; // the polynomial that is 0 at this time; -1 for an end
    // The time is above / below, and signs there are exact while values stay within 53 bits; 0: unknown.
    double above, below;
    double unit;     // of which both are multiples
    cdWideRoot root; // of CD_LINEAR_ROOT
} cdLinearTime;

void cdMakeLinearSigns(cdLinearSigns *signs, const cdLinearPoints *points);

// All coordinates: of the points at t = 0 in order, then at t = 1.
void cdListLinearCoordinates(const cdLinearInput *input, double values[24]);

// A side or a span.
cdLinearQuadratic cdGetLinearQuadratic(const cdLinearSigns *signs, int poly);
// A polynomial in Bernstein form, times 3.
cdLinearCubic cdGetBernstein(const cdLinearSigns *signs, int poly);
// The coefficients where isExact holds, up to a positive factor.
void cdGetExactCoefficients(const cdLinearSigns *signs, int poly, double c[4]);
// The same as integers, always; zero when there is no room for them.
void cdExpandLinearPoly(cdLinearSigns *signs, int poly, cdWidePoly *to);

// The times in (0, 1) at which a polynomial is zero, as fractions. Returns their number; -1 where they are
// not fractions of few bits.
int cdFindLinearFractions(cdLinearSigns *signs, int poly, cdLinearTime times[2]);

// The sign in doubles, CD_UNKNOWN_SIGN where that is uncertain.
int cdFilterLinearSign(const cdLinearSigns *signs, int poly, const cdLinearTime *time);
// The exact sign, -1, 0 or 1.
int cdGetLinearSign(cdLinearSigns *signs, int poly, const cdLinearTime *time);

// linear_whole.c: decides whether the points are coplanar all the time. The coefficients must be so small
// that doubles cannot tell them from zero.
// @errors false: the coordinates have too many bits
bool cdDecideCoplanarity(const cdLinearInput *input, bool *isZero);

// True when all coefficients are exactly zero.
bool cdIsLinearPolyZero(cdLinearSigns *signs, int poly);

#endif
