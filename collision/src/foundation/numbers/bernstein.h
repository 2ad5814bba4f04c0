// Polynomials over [0, 1] by their Bernstein coefficients: b[0..degree].
//
// A value is a convex combination of the coefficients: it never leaves their range, rounding included but for
// 2 degree rounding units of the largest, and a part of [0, 1] has coefficients of its own that close in on
// the values there. That is what certifies signs.
#ifndef CD_BERNSTEIN_H
#define CD_BERNSTEIN_H

#include "foundation/numbers/rounding.h"

enum { CD_BERNSTEIN_DEGREE = 8 };

// The degree + 1 weights at t: the value is the sum of weights[k] b[k].
void cdGetBernsteinWeights(int degree, double t, double *weights);
double cdEvaluateBernstein(const double *b, int degree, double t);

// The coefficients over [lo, hi] of [0, 1], by de Casteljau's construction.
void cdRestrictBernstein(const double *b, int degree, double lo, double hi, double *out);

// The same polynomial by the coefficients of one degree more; `out` is not `b`.
void cdRaiseBernstein(const double *b, int degree, double *out);

// The product, of degree degreeA + degreeB; `out` is neither.
void cdMultiplyBernstein(const double *a, int degreeA, const double *b, int degreeB, double *out);

// What following may add to a value or take from it, in shares of the largest coefficient: of 2^-53, three
// for each of the `degree` sums of two constructions and three clips, four for places rounded.
static inline double cdGetFollowError(int degree) {
    return 10.0 * CD_EPSILON * degree;
}

// How far from `from` on the polynomial is above 0, but for that error: at most `to`. `from` itself when it
// is not above there.
double cdFollowAbove(const double *b, int degree, double from, double to);

// Zeros where the sign changes, ascending; zeros[degree]. A cluster of several that rounding cannot part is
// one or none.
int cdFindSignChanges(const double *b, int degree, double *zeros);

#endif
