// Cubics with certified zeros.
//
// Every elementary equation of this library is a cubic in tau over [0, 1] with rounded coefficients.
// Cardano's formulas [RKC01 2] give its roots fast but not safely, so they only seed the search: a cubic has
// a bound on the error of its value anywhere in [0, 1], and the intervals where that bound allows a zero
// ("suspects") are bracketed by signs the bound cannot change.
//
// Input: coefficients c[0] + c[1] x + c[2] x^2 + c[3] x^3 and the error bound. Output: at most four disjoint
// suspects in order; outside them the true polynomial has no zero in [0, 1].
#ifndef CD_POLYNOMIAL_H
#define CD_POLYNOMIAL_H

#include "foundation/numbers/rounding.h"

typedef struct cdCubic {
    double c[4];
    double error; // |computed value - true value| for every x in [0, 1]
    double scale; // for an elementary equation: bound on |value| for elements at distance 1
} cdCubic;

// An interval with a possible zero. `root` is the best estimate and depends on the cubic alone.
typedef struct cdSuspect {
    double lo, hi, root;
} cdSuspect;

enum { CD_MAX_SUSPECTS = 4 };

static inline double cdEvaluateCubic(const cdCubic *p, double x) {
    return ((p->c[3] * x + p->c[2]) * x + p->c[1]) * x + p->c[0];
}

static inline double cdEvaluateCubicSlope(const cdCubic *p, double x) {
    return (3.0 * p->c[3] * x + 2.0 * p->c[2]) * x + p->c[1];
}

// False if the Bernstein coefficients over [lo, hi] are all beyond `slack` on one side: then so is the value.
static inline bool cdCubicMayReach(const cdCubic *p, double slack, double lo, double hi) {
    double w = hi - lo;
    double b0 = cdEvaluateCubic(p, lo);
    double d1 = cdEvaluateCubicSlope(p, lo) * w * (1.0 / 3.0);
    double d2 = (3.0 * p->c[3] * lo + p->c[2]) * (w * w) * (1.0 / 3.0);
    double b1 = b0 + d1;
    double b2 = b1 + d1 + d2;
    double b3 = cdEvaluateCubic(p, hi);
    double least = cdMin(cdMin(b0, b1), cdMin(b2, b3));
    double most = cdMax(cdMax(b0, b1), cdMax(b2, b3));
    return least <= slack && most >= -slack;
}

// Finds the real roots of the quadratic c0 + c1 x + c2 x^2, ascending; without cancellation. Returns their
// number, 0 for a constant.
int cdSolveQuadratic(double c0, double c1, double c2, double roots[2]);

// Finds the real roots of the cubic by Cardano's formulas, ascending; lower degrees if leading terms vanish.
int cdSolveCubic(const double c[4], double roots[3]);

// Finds the suspects of a cubic over [0, 1]. Returns their number.
int cdFindSuspects(const cdCubic *p, cdSuspect suspects[CD_MAX_SUSPECTS]);

#endif
