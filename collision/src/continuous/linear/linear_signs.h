// Exact signs of the polynomials of linear_points.h at the times at which elements can begin to touch.
#ifndef CD_LINEAR_SIGNS_H
#define CD_LINEAR_SIGNS_H

#include "continuous/linear/linear_points.h"
#include "foundation/numbers/wide_polynomial.h"

// Limit of exact integers: bits from the lowest to the highest of all coordinates.
enum { CD_MAX_COORDINATE_BITS = 293 };

// Data of exact decisions on one input: some 30 kB on the stack, most of it filled in on demand.
typedef struct cdLinearSigns {
    const cdLinearPoints *points;
    double unit;    // all differences of points are multiples of it; 0: not known yet
    bool isExact;   // coefficients in doubles have no error
    bool isPlanar;  // the points are coplanar all the time
    bool isInRange; // the predicates of predicates.h are exact on these coordinates
    bool hasDifferences, hasDefining;
    bool isBeyondRange; // integers were needed that have no room: signs read as 0 and are invalid
    int defining;       // number of the polynomial in `definingPoly`
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
    double unit;     // both are multiples of it
    cdWideRoot root; // of CD_LINEAR_ROOT
} cdLinearTime;

void cdMakeLinearSigns(cdLinearSigns *signs, const cdLinearPoints *points);

// Lists all coordinates: of the points at t = 0 in order, then at t = 1.
void cdListLinearCoordinates(const cdLinearInput *input, double values[24]);

// Returns a side or a span.
cdLinearQuadratic cdGetLinearQuadratic(const cdLinearSigns *signs, int poly);
// Returns a polynomial in Bernstein form, times 3.
cdLinearCubic cdGetBernstein(const cdLinearSigns *signs, int poly);
// Returns the coefficients where isExact holds, up to a positive factor.
void cdGetExactCoefficients(const cdLinearSigns *signs, int poly, double c[4]);
// Expands one with integer coefficients, always; zero where they have no room.
void cdExpandLinearPoly(cdLinearSigns *signs, int poly, cdWidePoly *to);

// Lists the times in (0, 1) at which a polynomial is zero, as fractions. Returns their number; -1 where they
// are not fractions of few bits.
int cdFindLinearFractions(cdLinearSigns *signs, int poly, cdLinearTime times[2]);

// Returns the sign in doubles; CD_UNKNOWN_SIGN where that is uncertain.
int cdFilterLinearSign(const cdLinearSigns *signs, int poly, const cdLinearTime *time);
// Returns the exact sign, -1, 0 or 1.
int cdGetLinearSign(cdLinearSigns *signs, int poly, const cdLinearTime *time);

// linear_whole.c: decides whether the points are coplanar at all times. The coefficients must be so small
// that doubles cannot distinguish them from zero.
// @errors false: the coordinates have too many bits
bool cdDecideCoplanarity(const cdLinearInput *input, bool *isZero);

// True if all coefficients are exactly zero.
bool cdIsLinearPolyZero(cdLinearSigns *signs, int poly);

#endif
