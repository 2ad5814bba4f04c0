// Inverse trigonometric functions, with the same bits on every system; see functions.h.
//
// Method: the angle of a vector in the first octant, y <= x, is atan(k / 8) + atan(t) for the k nearest to
// 8 y / x, with t = (y - k x / 8) / (x + k y / 8) as a pair. |t| is at most 1 / 16; Taylor's series gives the
// second part. The arc sine and the arc cosine are angles of (sqrt(1 - x^2), x).
#include "foundation/numbers/double_pair.h"
#include "foundation/numbers/functions.h"

#include <math.h>
#include <stdbool.h>

// atan(k / 8)
static const cdDoublePair tableAngles[9] = {{0.0, 0.0},
                                            {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                            {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                            {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                            {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                            {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                            {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                            {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                            {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

// (atan t - t) / t^3, by powers of t^2: t^15 is left out.
static const double series[6] = {-1.0 / 3.0, 1.0 / 5.0, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0, 1.0 / 13.0};

// Returns a + s b, for |s b| <= 2 |a|.
static cdDoublePair addMultiple(cdDoublePair a, double s, cdDoublePair b) {
    cdDoublePair product;
    product.upper = cdMultiplyTwo(s, b.upper, &product.lower);
    product.lower += s * b.lower;
    return cdAddPairs(a, product);
}

// Returns atan(y / x), for 0 <= y <= x, x between 2^-500 and 2^500.
static cdDoublePair getOctantAngle(cdDoublePair y, cdDoublePair x) {
    int k = (int)(8.0 * (y.upper / x.upper) + 0.5);
    cdDoublePair t = cdDividePairs(addMultiple(y, -0.125 * k, x), addMultiple(x, 0.125 * k, y));
    double square = t.upper * t.upper;
    double rest = t.lower + t.upper * square * cdEvaluateSeries(series, 6, square);
    if (k == 0) return cdMakePair(t.upper, rest);
    cdDoublePair sum = cdMakePair(tableAngles[k].upper, t.upper);
    return cdMakePair(sum.upper, sum.lower + (tableAngles[k].lower + rest));
}

// Returns the angle of a vector from the x axis; y >= 0, the larger of |x| and y between 2^-500 and 2^500.
static double getAngle(cdDoublePair y, cdDoublePair x) {
    bool left = x.upper < 0.0;
    if (left) x = cdNegatePair(x);
    bool steep = y.upper > x.upper;
    cdDoublePair angle = steep ? getOctantAngle(x, y) : getOctantAngle(y, x);
    if (steep)
        angle = cdAddPairs(cdQuarterTurnPair, left ? angle : cdNegatePair(angle));
    else if (left)
        angle = cdAddPairs(cdHalfTurnPair, cdNegatePair(angle));
    return angle.upper;
}

// Returns the angle of a vector with a zero or an infinity; y >= 0.
static double getSpecialAngle(double y, double x) {
    if (y == 0.0 || (isinf(x) && !isinf(y))) return signbit(x) ? cdHalfTurnPair.upper : 0.0;
    if (isinf(x)) return signbit(x) ? 0x1.2d97c7f3321d2p1 : 0.5 * cdQuarterTurnPair.upper;
    return cdQuarterTurnPair.upper;
}

double cdAtan2(double y, double x) {
    if (isnan(x) || isnan(y)) return NAN;
    double height = fabs(y), larger = height > fabs(x) ? height : fabs(x);
    if (x == 0.0 || y == 0.0 || isinf(larger)) return copysign(getSpecialAngle(height, x), y);
    if (height < 0x1p-30 * x) return y / x;
    double scale = larger > 0x1p400 ? 0x1p-600 : larger < 0x1p-400 ? 0x1p600 : 1.0;
    return copysign(getAngle((cdDoublePair){scale * height, 0.0}, (cdDoublePair){scale * x, 0.0}), y);
}

double cdAtan(double x) {
    return cdAtan2(x, 1.0);
}

// Returns sqrt(1 - x^2).
static cdDoublePair getOtherSide(double x) {
    double error, rounding, square = cdMultiplyTwo(x, x, &error);
    double difference = cdAddTwo(1.0, -square, &rounding);
    cdDoublePair rest = cdMakePair(difference, rounding - error);
    double root = sqrt(rest.upper);
    if (root == 0.0) return (cdDoublePair){0.0, 0.0};
    square = cdMultiplyTwo(root, root, &error);
    return cdMakePair(root, 0.5 * (rest.upper - square - error + rest.lower) / root);
}

double cdAsin(double x) {
    if (!(fabs(x) <= 1.0)) return NAN;
    if (fabs(x) < 0x1p-27) return x; // also -0
    return copysign(getAngle((cdDoublePair){fabs(x), 0.0}, getOtherSide(x)), x);
}

double cdAcos(double x) {
    if (!(fabs(x) <= 1.0)) return NAN;
    return getAngle(getOtherSide(x), (cdDoublePair){x, 0.0});
}
