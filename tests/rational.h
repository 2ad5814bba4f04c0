// Exact rational arithmetic for oracles: expressions over GMP's rationals, as nested calls.
//
// Results are in a pool that resetRationals() empties; a test resets it after each case. Not fast.
#ifndef TESTS_RATIONAL_H
#define TESTS_RATIONAL_H

#include "collision/vecmath.h"

#include <gmp.h>
#include <stdlib.h>

typedef const __mpq_struct *Rational;

typedef struct RationalVec3 {
    Rational x, y, z;
} RationalVec3;

enum { RATIONAL_POOL_SIZE = 8192 };

static __mpq_struct rationalPool[RATIONAL_POOL_SIZE];
static int rationalsMade, rationalsUsed;

static inline mpq_ptr newRational(void) {
    if (rationalsUsed == RATIONAL_POOL_SIZE) abort();
    mpq_ptr r = &rationalPool[rationalsUsed++];
    if (rationalsUsed > rationalsMade) {
        mpq_init(r);
        rationalsMade = rationalsUsed;
    }
    return r;
}

static inline void resetRationals(void) {
    rationalsUsed = 0;
}

static inline void freeRationals(void) {
    for (int i = 0; i < rationalsMade; i++)
        mpq_clear(&rationalPool[i]);
    rationalsMade = rationalsUsed = 0;
}

static inline Rational toRational(double value) {
    mpq_ptr r = newRational();
    mpq_set_d(r, value);
    return r;
}

static inline Rational addRational(Rational a, Rational b) {
    mpq_ptr r = newRational();
    mpq_add(r, a, b);
    return r;
}

static inline Rational subRational(Rational a, Rational b) {
    mpq_ptr r = newRational();
    mpq_sub(r, a, b);
    return r;
}

static inline Rational mulRational(Rational a, Rational b) {
    mpq_ptr r = newRational();
    mpq_mul(r, a, b);
    return r;
}

// b must not be zero.
static inline Rational divRational(Rational a, Rational b) {
    mpq_ptr r = newRational();
    mpq_div(r, a, b);
    return r;
}

static inline int signOfRational(Rational a) {
    return mpq_sgn(a);
}

static inline int compareRational(Rational a, Rational b) {
    int order = mpq_cmp(a, b);
    return (order > 0) - (order < 0);
}

static inline Rational minRational(Rational a, Rational b) {
    return compareRational(a, b) <= 0 ? a : b;
}

static inline Rational maxRational(Rational a, Rational b) {
    return compareRational(a, b) >= 0 ? a : b;
}

static inline double fromRational(Rational a) {
    return mpq_get_d(a);
}

static inline RationalVec3 toRationalVec3(cdVec3 v) {
    return (RationalVec3){toRational(v.x), toRational(v.y), toRational(v.z)};
}

static inline RationalVec3 subRationalVec3(RationalVec3 a, RationalVec3 b) {
    return (RationalVec3){subRational(a.x, b.x), subRational(a.y, b.y), subRational(a.z, b.z)};
}

// a + s b
static inline RationalVec3 mulAddRationalVec3(RationalVec3 a, Rational s, RationalVec3 b) {
    return (RationalVec3){addRational(a.x, mulRational(s, b.x)), addRational(a.y, mulRational(s, b.y)),
                          addRational(a.z, mulRational(s, b.z))};
}

static inline Rational dotRationalVec3(RationalVec3 a, RationalVec3 b) {
    return addRational(addRational(mulRational(a.x, b.x), mulRational(a.y, b.y)), mulRational(a.z, b.z));
}

static inline RationalVec3 crossRationalVec3(RationalVec3 a, RationalVec3 b) {
    return (RationalVec3){subRational(mulRational(a.y, b.z), mulRational(a.z, b.y)),
                          subRational(mulRational(a.z, b.x), mulRational(a.x, b.z)),
                          subRational(mulRational(a.x, b.y), mulRational(a.y, b.x))};
}

#endif
