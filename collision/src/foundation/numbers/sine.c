// Sine, cosine and tangent, with the same bits on every system; see functions.h.
//
// Method: multiples of a quarter turn are subtracted; Taylor's series give the sine and the cosine of the
// rest, at most 0.79, as pairs. The first term left out is below 2^-62 of the result.
#include "foundation/numbers/functions.h"
#include "foundation/numbers/quarter_turns.h"

#include <math.h>

// (sin r - r) / r^3 and (cos r - 1 + r^2 / 2) / r^4, by powers of r^2: r^19 and r^18 are left out.
static const double sineSeries[8] = {
    -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
    -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
static const double cosineSeries[7] = {
    1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,         -1.0 / 3628800.0,
    1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};

static cdDoublePair getSine(cdDoublePair r) {
    double square = r.upper * r.upper;
    double rest = r.upper * square * cdEvaluateSeries(sineSeries, 8, square);
    return cdMakePair(r.upper, rest + r.lower * (1.0 - 0.5 * square));
}

static cdDoublePair getCosine(cdDoublePair r) {
    double square = r.upper * r.upper, half = 0.5 * square, upper = 1.0 - half;
    double rest = square * square * cdEvaluateSeries(cosineSeries, 7, square);
    return cdMakePair(upper, (1.0 - upper - half) + (rest - r.upper * r.lower));
}

// Returns the sine of r and a number of quarter turns.
static double getSineAt(cdDoublePair r, int quadrant) {
    cdDoublePair sine = quadrant & 1 ? getCosine(r) : getSine(r);
    return quadrant & 2 ? -sine.upper : sine.upper;
}

double cdSin(double x) {
    if (fabs(x) < 0x1p-27) return x; // also -0
    if (!isfinite(x)) return NAN;
    cdQuarterTurns turns = cdSubtractQuarterTurns(x);
    return getSineAt(turns.rest, turns.quadrant);
}

double cdCos(double x) {
    if (!isfinite(x)) return NAN;
    cdQuarterTurns turns = cdSubtractQuarterTurns(x);
    return getSineAt(turns.rest, turns.quadrant + 1);
}

double cdTan(double x) {
    if (fabs(x) < 0x1p-27) return x;
    if (!isfinite(x)) return NAN;
    cdQuarterTurns turns = cdSubtractQuarterTurns(x);
    cdDoublePair sine = getSine(turns.rest), cosine = getCosine(turns.rest);
    if (!(turns.quadrant & 1)) return cdDividePairs(sine, cosine).upper;
    return -cdDividePairs(cosine, sine).upper;
}
