// Exponential function and binary logarithm, with the same bits on every system; see functions.h.
//
// Method: exp(x) = 2^n exp(r), r = x - n log 2 at most 0.35 in size, log 2 cut into a part of 32 bits, whose
// product with n is exact, and a rest [Cody, Waite]; Taylor's series of exp(r) - 1. The logarithm of x = 2^e
// m, m between sqrt(1 / 2) and sqrt(2), is e + 2 atanh((m - 1) / (m + 1)) / log 2.
#include "foundation/numbers/double_pair.h"
#include "foundation/numbers/functions.h"

#include <math.h>

static const double logTwoUpper = 0x1.62e42fee00000p-1, logTwoLower = 0x1.a39ef35793c76p-33;
static const cdDoublePair inverseLogTwo = {0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56};

// (exp r - 1 - r) / r^2, by powers of r: r^15 is left out.
static const double series[13] = {1.0 / 2.0,          1.0 / 6.0,        1.0 / 24.0,        1.0 / 120.0,
                                  1.0 / 720.0,        1.0 / 5040.0,     1.0 / 40320.0,     1.0 / 362880.0,
                                  1.0 / 3628800.0,    1.0 / 39916800.0, 1.0 / 479001600.0, 1.0 / 6227020800.0,
                                  1.0 / 87178291200.0};

// (atanh s - s) / s^3, by powers of s^2: s^25 is left out.
static const double logSeries[11] = {1.0 / 3.0,  1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0, 1.0 / 13.0,
                                     1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0, 1.0 / 23.0};

// Returns exp(r) - 1, r = x - n log 2.
static cdDoublePair getGrowth(double x, double n) {
    double error, r = cdAddTwo(x - n * logTwoUpper, -n * logTwoLower, &error);
    return cdMakePair(r, error + r * r * cdEvaluateSeries(series, 13, r));
}

double cdExp(double x) {
    if (isnan(x)) return NAN;
    if (x > 710.0) return INFINITY;
    if (x < -746.0) return 0.0;
    double n = rint(x * inverseLogTwo.upper);
    cdDoublePair growth = getGrowth(x, n);
    cdDoublePair result = cdMakePair(1.0, growth.upper);
    return ldexp(result.upper + (result.lower + growth.lower), (int)n);
}

double cdExpm1(double x) {
    if (fabs(x) < 0x1p-54) return x; // also -0
    if (isnan(x)) return NAN;
    if (x > 710.0) return INFINITY;
    if (x < -38.0) return -1.0;
    double n = rint(x * inverseLogTwo.upper);
    cdDoublePair growth = getGrowth(x, n);
    if (n == 0.0) return growth.upper;
    if (n > 1000.0) return cdExp(x);
    double power = ldexp(1.0, (int)n);
    // 2^n (1 + growth) - 1
    cdDoublePair constant;
    constant.upper = cdAddTwo(power, -1.0, &constant.lower);
    return cdAddPairs(constant, (cdDoublePair){power * growth.upper, power * growth.lower}).upper;
}

double cdLog2(double x) {
    if (isnan(x) || x < 0.0) return NAN;
    if (x == 0.0) return -INFINITY;
    if (isinf(x)) return x;
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0.70710678118654752) m *= 2.0, exponent--;
    cdDoublePair sum;
    sum.upper = cdAddTwo(m, 1.0, &sum.lower);
    cdDoublePair s = cdDividePairs((cdDoublePair){m - 1.0, 0.0}, sum);
    double square = s.upper * s.upper;
    double rest = s.upper * square * cdEvaluateSeries(logSeries, 11, square);
    cdDoublePair half = cdMakePair(s.upper, s.lower + rest);
    cdDoublePair part = cdMultiplyPairs((cdDoublePair){2.0 * half.upper, 2.0 * half.lower}, inverseLogTwo);
    return cdAddPairs((cdDoublePair){exponent, 0.0}, part).upper;
}
