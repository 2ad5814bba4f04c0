// Functions of s in [-r, r], represented by a parabola and a bound on the deviation from it.
//
// Input: such functions; output: their sums and products in the same form. A function f is stored as value,
// slope and bend with |f(s) - value - slope s - bend s^2| <= rest for all |s| <= r. Every operation adds its
// own rounding to `rest`, so with r = 0 this is a number in long double with a certain bound on its error.
// `rest` itself is rounded too: callers use NEAR_CURVE_SAFETY times it. Source: Taylor models of second order
// (Makino, Berz 2003).
#ifndef NEAR_CURVE_H
#define NEAR_CURVE_H

#include "oracle/oracle_motion.h"

#include <math.h>

typedef struct NearCurve {
    Real value, slope, bend, rest;
} NearCurve;

typedef struct NearCurve3 {
    NearCurve v[3];
} NearCurve3;

#define NEAR_CURVE_UNIT   0x1p-64L // half a unit in the last place of long double
#define NEAR_CURVE_SAFETY (1.0L + 0x1p-40L)

// Returns the maximum |f|, without the rest.
static inline Real reachOfCurve(NearCurve a, Real r) {
    return fabsl(a.value) + (fabsl(a.slope) + fabsl(a.bend) * r) * r;
}

static inline NearCurve addCurves(NearCurve a, NearCurve b, Real r) {
    NearCurve sum = {a.value + b.value, a.slope + b.slope, a.bend + b.bend, a.rest + b.rest};
    sum.rest += NEAR_CURVE_UNIT * reachOfCurve(sum, r);
    return sum;
}

static inline NearCurve subCurves(NearCurve a, NearCurve b, Real r) {
    NearCurve difference = {a.value - b.value, a.slope - b.slope, a.bend - b.bend, a.rest + b.rest};
    difference.rest += NEAR_CURVE_UNIT * reachOfCurve(difference, r);
    return difference;
}

// Terms in s^3 and s^4 are added to the rest, as are all products with a rest.
static inline NearCurve mulCurves(NearCurve a, NearCurve b, Real r) {
    NearCurve product = {a.value * b.value, a.value * b.slope + a.slope * b.value,
                         a.value * b.bend + a.slope * b.slope + a.bend * b.value, 0.0L};
    Real reachA = reachOfCurve(a, r), reachB = reachOfCurve(b, r);
    Real cubic = fabsl(a.slope * b.bend + a.bend * b.slope) + fabsl(a.bend * b.bend) * r;
    product.rest = cubic * r * r * r + a.rest * (reachB + b.rest) + b.rest * reachA +
                   6.0L * NEAR_CURVE_UNIT * reachA * reachB;
    return product;
}

static inline NearCurve scaleCurve(Real k, NearCurve a, Real r) {
    NearCurve scaled = {k * a.value, k * a.slope, k * a.bend, fabsl(k) * a.rest};
    scaled.rest += NEAR_CURVE_UNIT * reachOfCurve(scaled, r);
    return scaled;
}

static inline NearCurve3 crossCurves(const NearCurve3 *a, const NearCurve3 *b, Real r) {
    NearCurve3 product;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        product.v[k] = subCurves(mulCurves(a->v[i], b->v[j], r), mulCurves(a->v[j], b->v[i], r), r);
    }
    return product;
}

static inline NearCurve dotCurves(const NearCurve3 *a, const NearCurve3 *b, Real r) {
    NearCurve sum = addCurves(mulCurves(a->v[0], b->v[0], r), mulCurves(a->v[1], b->v[1], r), r);
    return addCurves(sum, mulCurves(a->v[2], b->v[2], r), r);
}

#endif
