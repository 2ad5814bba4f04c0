// Polynomials of degree up to three with integer coefficients: their roots in (0, 1) and exact signs there.
//
// A multiple root of such a polynomial is rational and is stored as a fraction. A simple root is stored as a
// dyadic interval that isolates it, for any distance to the next root, or as a fraction if the search met it
// exactly. Signs at a root are those of exact arithmetic, zero included.
#ifndef CD_WIDE_POLYNOMIAL_H
#define CD_WIDE_POLYNOMIAL_H

#include "foundation/numbers/wide_integer.h"

enum { CD_WIDE_DEGREE = 3 };

// c[0] + c[1] t + ... + c[degree] t^degree with c[degree] != 0; degree -1: zero.
typedef struct cdWidePoly {
    int degree;
    cdWide c[CD_WIDE_DEGREE + 1];
} cdWidePoly;

typedef struct cdWideRoot {
    bool isFraction;
    cdWide low, high; // the fraction low / high; otherwise the root is inside (low, high) / 2^exponent
    int exponent;
} cdWideRoot;

// Sets the degree: the index of the highest nonzero coefficient of all four.
void cdTrimWidePoly(cdWidePoly *p);

// Finds the distinct roots of p in (0, 1), in no order; p is not zero. Returns their number.
int cdFindWideRoots(const cdWidePoly *p, cdWideRoot roots[CD_WIDE_DEGREE]);

// Returns the sign of q at `root`, a root of p. An interval must be as cdFindWideRoots returns it: one simple
// root inside and no root at its ends.
int cdGetSignAtWideRoot(const cdWidePoly *q, const cdWidePoly *p, const cdWideRoot *root);

// Returns doubles in [0, 1] with the root in [lo, hi].
void cdGetWideRootBounds(const cdWideRoot *root, double *lo, double *hi);

#endif
