// Functions of s in [-r, r] known as a straight line and a bound on what is off it.
//
// Input: such functions; output: their sums and products, again so. A function f is kept as value and slope
// with |f(s) - value - slope s| <= rest for all |s| <= r; every operation adds its own rounding to `rest`, so
// that with r = 0 this is a number in long double with a certain bound on its error. `rest` itself is rounded
// too: who uses it takes NEAR_LINE_SAFETY times it. Source: Taylor models of first order (Makino, Berz 2003).
#ifndef NEAR_LINE_H
#define NEAR_LINE_H

#include "oracle/oracle_motion.h"

#include <math.h>

typedef struct NearLine {
    Real value, slope, rest;
} NearLine;

typedef struct NearLine3 {
    NearLine v[3];
} NearLine3;

#define NEAR_LINE_UNIT   0x1p-64L // half a unit in the last place of long double
#define NEAR_LINE_SAFETY (1.0L + 0x1p-40L)

// The largest |f| but for the rest.
static inline Real reachOfLine(NearLine a, Real r) {
    return fabsl(a.value) + fabsl(a.slope) * r;
}

static inline NearLine addLines(NearLine a, NearLine b, Real r) {
    NearLine sum = {a.value + b.value, a.slope + b.slope, a.rest + b.rest};
    sum.rest += NEAR_LINE_UNIT * reachOfLine(sum, r);
    return sum;
}

static inline NearLine subLines(NearLine a, NearLine b, Real r) {
    NearLine difference = {a.value - b.value, a.slope - b.slope, a.rest + b.rest};
    difference.rest += NEAR_LINE_UNIT * reachOfLine(difference, r);
    return difference;
}

// (a + a' s + A) (b + b' s + B): all but the line through the middle goes to the rest.
static inline NearLine mulLines(NearLine a, NearLine b, Real r) {
    NearLine product = {a.value * b.value, a.value * b.slope + a.slope * b.value, 0.0L};
    Real reachA = reachOfLine(a, r), reachB = reachOfLine(b, r);
    product.rest = fabsl(a.slope * b.slope) * r * r + a.rest * (reachB + b.rest) + b.rest * reachA +
                   4.0L * NEAR_LINE_UNIT * reachA * reachB;
    return product;
}

static inline NearLine scaleLine(Real k, NearLine a, Real r) {
    NearLine scaled = {k * a.value, k * a.slope, fabsl(k) * a.rest};
    scaled.rest += NEAR_LINE_UNIT * reachOfLine(scaled, r);
    return scaled;
}

static inline NearLine3 crossLines(const NearLine3 *a, const NearLine3 *b, Real r) {
    NearLine3 product;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        product.v[k] = subLines(mulLines(a->v[i], b->v[j], r), mulLines(a->v[j], b->v[i], r), r);
    }
    return product;
}

static inline NearLine dotLines(const NearLine3 *a, const NearLine3 *b, Real r) {
    NearLine sum = addLines(mulLines(a->v[0], b->v[0], r), mulLines(a->v[1], b->v[1], r), r);
    return addLines(sum, mulLines(a->v[2], b->v[2], r), r);
}

#endif
