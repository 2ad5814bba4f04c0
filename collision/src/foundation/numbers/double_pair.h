// Sums of two doubles, the upper one rounded from both: about 106 bits.
#ifndef CD_DOUBLE_PAIR_H
#define CD_DOUBLE_PAIR_H

#include "foundation/numbers/expansion.h"
#include "foundation/numbers/float_mode.h"

typedef struct cdDoublePair {
    double upper, lower;
} cdDoublePair;

// Half a turn and a quarter turn: the errors are below 2^-107.
static const cdDoublePair cdHalfTurnPair = {0x1.921fb54442d18p1, 0x1.1a62633145c07p-53};
static const cdDoublePair cdQuarterTurnPair = {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54};

// Returns upper + lower, where |upper| >= |lower| or upper is 0 [Dekker].
static inline cdDoublePair cdMakePair(double upper, double lower) {
    double sum = upper + lower;
    return (cdDoublePair){sum, lower - (sum - upper)};
}

static inline cdDoublePair cdNegatePair(cdDoublePair a) {
    return (cdDoublePair){-a.upper, -a.lower};
}

// Returns a + b, for |a| >= |b| or signs that are equal.
static inline cdDoublePair cdAddPairs(cdDoublePair a, cdDoublePair b) {
    double error, sum = cdAddTwo(a.upper, b.upper, &error);
    return cdMakePair(sum, error + (a.lower + b.lower));
}

// Returns a b.
static inline cdDoublePair cdMultiplyPairs(cdDoublePair a, cdDoublePair b) {
    double error, product = cdMultiplyTwo(a.upper, b.upper, &error);
    return cdMakePair(product, error + (a.upper * b.lower + a.lower * b.upper));
}

// Returns a / b: a quotient, and that of its exact remainder.
static inline cdDoublePair cdDividePairs(cdDoublePair a, cdDoublePair b) {
    double inverse = 1.0 / b.upper, quotient = a.upper * inverse;
    double error, product = cdMultiplyTwo(quotient, b.upper, &error);
    double rest = (a.upper - product - error) + (a.lower - quotient * b.lower);
    return cdMakePair(quotient, rest * inverse);
}

// Returns c[0] + c[1] x + ... + c[count - 1] x^(count - 1) [Horner].
static inline double cdEvaluateSeries(const double *c, int count, double x) {
    double sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}

#endif
