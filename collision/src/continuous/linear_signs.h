// Exact signs of the polynomials of linear_points.h at the times at which elements can begin to touch.
#ifndef CD_LINEAR_SIGNS_H
#define CD_LINEAR_SIGNS_H

#include "continuous/linear_points.h"
#include "foundation/wide_polynomial.h"

// The most bits from the lowest to the highest of all coordinates that exact integers have room for.
enum { CD_MAX_COORDINATE_BITS = 293 };

// Everything that exact decisions on one input use. Large (some 80 kB) and only ever on the stack; what is
// needed of it is filled in on demand.
typedef struct cdLinearSigns {
    const cdLinearPoints *points;
    double unit;    // of which all differences of points are multiples; 0: not known yet
    bool isExact;   // coefficients in doubles have no error
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

// The times in (0, 1) at which a polynomial of degree two or less is zero, as fractions; -1 when it is none
// or when these are none of few bits.
int cdFindLinearFractions(cdLinearSigns *signs, int poly, cdLinearTime times[2]);

// A polynomial in Bernstein form, times 3.
cdLinearCubic cdGetBernstein(const cdLinearSigns *signs, int poly);

// Writes a polynomial with integer coefficients, up to a positive factor.
void cdExpandLinearPoly(cdLinearSigns *signs, int poly, cdWidePoly *to);

// The sign in doubles, 2 where that is uncertain.
int cdFilterLinearSign(const cdLinearSigns *signs, int poly, const cdLinearTime *time);
// The exact sign, -1, 0 or 1.
int cdGetLinearSign(cdLinearSigns *signs, int poly, const cdLinearTime *time);

// True when all coefficients are exactly zero.
bool cdIsLinearPolyZero(cdLinearSigns *signs, int poly);

#endif
