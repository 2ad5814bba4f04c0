// Polynomials over [0, 1] by their Bernstein coefficients: b[0..degree].
//
// A value is a convex combination of the coefficients, so it stays within their range, up to 2 degree
// rounding units of the largest. A part of [0, 1] has coefficients of its own that converge to the values
// there. This certifies signs.
#ifndef CD_BERNSTEIN_H
#define CD_BERNSTEIN_H

#include "foundation/numbers/rounding.h"

enum { CD_BERNSTEIN_DEGREE = 8 };

// Computes the degree + 1 weights at t: the value is the sum of weights[k] b[k].
void cdGetBernsteinWeights(int degree, double t, double *weights);
double cdEvaluateBernstein(const double *b, int degree, double t);

// Computes the coefficients over [lo, hi] of [0, 1], by de Casteljau's construction.
void cdRestrictBernstein(const double *b, int degree, double lo, double hi, double *out);

// Computes the coefficients of the same polynomial for one degree more; `out` is not `b`.
void cdRaiseBernstein(const double *b, int degree, double *out);

// Computes the product, of degree degreeA + degreeB; `out` is neither factor.
void cdMultiplyBernstein(const double *a, int degreeA, const double *b, int degreeB, double *out);

// Returns the error of a value after cdFollowAbove, as a fraction of the largest coefficient: in units of
// 2^-53, three for each of the `degree` sums of two constructions and three clips, four for parameters.
static inline double cdGetFollowError(int degree) {
    return 10.0 * CD_EPSILON * degree;
}

// Returns the end, at most `to`, of the interval from `from` on which the polynomial is above 0, up to that
// error; `from` itself if it is not above 0 there.
double cdFollowAbove(const double *b, int degree, double from, double to);

// Finds the zeros at which the sign changes, ascending; zeros[degree]. Returns their number. A cluster that
// rounding cannot resolve gives one zero or none.
int cdFindSignChanges(const double *b, int degree, double *zeros);

#endif
