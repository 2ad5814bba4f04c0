// Cardano's formulas and certified brackets; see polynomial.h.
//
// Source: Cardano's formulas in trigonometric form for three real roots [RKC01 2]. Brackets: (1) split [0, 1]
// at the zeros of the derivative, (2) in each monotone piece polish Cardano's root within a change of sign,
// (3) widen it until the error bound cannot change the signs at its ends, (4) merge pieces whose common end
// is itself in doubt.
#include "foundation/numbers/polynomial.h"
#include "foundation/numbers/functions.h"

static const double twoPiThirds = 2.0943951023931953;

int cdSolveQuadratic(double c0, double c1, double c2, double roots[2]) {
    // Products of two coefficients must neither overflow nor underflow.
    double largest = cdMax(fabs(c0), cdMax(fabs(c1), fabs(c2)));
    if (largest > 0.0 && !(largest > 1e-100 && largest < 1e100)) {
        double scale = 1.0 / largest;
        return cdSolveQuadratic(scale * c0, scale * c1, scale * c2, roots);
    }
    if (c2 == 0.0) {
        if (c1 == 0.0) return 0;
        roots[0] = -c0 / c1;
        return 1;
    }
    double discriminant = c1 * c1 - 4.0 * c2 * c0;
    if (discriminant < 0.0) return 0;
    // The sum of equal signs loses no digits; the other root comes from the product c0 / c2.
    double q = -0.5 * (c1 + copysign(sqrt(discriminant), c1));
    double first = q / c2;
    double second = q != 0.0 ? c0 / q : first;
    roots[0] = cdMin(first, second);
    roots[1] = cdMax(first, second);
    return 2;
}

int cdSolveCubic(const double c[4], double roots[3]) {
    double a = c[2] / c[3], b = c[1] / c[3], d = c[0] / c[3];
    double largest = cdMax(fabs(a), cdMax(fabs(b), fabs(d)));
    // A leading term this small moves the roots in [0, 1] by less than rounding.
    if (c[3] == 0.0 || !(largest < 1e15)) return cdSolveQuadratic(c[0], c[1], c[2], roots);
    double shift = a / 3.0;
    double p = shift * shift - b / 3.0;
    double q = shift * (shift * shift - 0.5 * b) + 0.5 * d;
    double discriminant = q * q - p * p * p;
    if (discriminant > 0.0) {
        double s = cdCbrt(fabs(q) + sqrt(discriminant));
        double y = s != 0.0 ? s + p / s : 0.0;
        roots[0] = -copysign(y, q) - shift;
        return 1;
    }
    double radius = sqrt(cdMax(p, 0.0));
    double cosine = radius > 0.0 ? q / (radius * radius * radius) : 0.0;
    double angle = cdAcos(cdMax(-1.0, cdMin(1.0, cosine))) / 3.0;
    roots[0] = -2.0 * radius * cdCos(angle) - shift;
    roots[1] = -2.0 * radius * cdCos(angle - twoPiThirds) - shift;
    roots[2] = -2.0 * radius * cdCos(angle + twoPiThirds) - shift;
    if (roots[1] > roots[2]) {
        double swap = roots[1];
        roots[1] = roots[2];
        roots[2] = swap;
    }
    return 3;
}

// Newton's method inside a bracket whose ends have opposite signs.
static double polishRoot(const cdCubic *p, double lo, double hi, double seed) {
    bool rising = cdEvaluateCubic(p, hi) > cdEvaluateCubic(p, lo);
    double x = seed > lo && seed < hi ? seed : 0.5 * (lo + hi);
    for (int i = 0; i < 80; i++) {
        double value = cdEvaluateCubic(p, x);
        if (value == 0.0) return x;
        if ((value > 0.0) == rising)
            hi = x;
        else
            lo = x;
        double slope = cdEvaluateCubicSlope(p, x);
        double next = slope != 0.0 ? x - value / slope : lo;
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        if (fabs(next - x) <= 0x1p-54 || next == lo || next == hi) return next;
        x = next;
    }
    return x;
}

// Returns the closest point from a point in doubt towards `end` whose value has a certain sign, else `end`.
static double leaveDoubt(const cdCubic *p, double from, double end, double stride) {
    double length = fabs(end - from), sign = end > from ? 1.0 : -1.0;
    for (double step = stride; step < length; step *= 2.0) {
        double x = from + sign * step;
        if (fabs(cdEvaluateCubic(p, x)) > p->error) return x;
    }
    return end;
}

// Finds the part of a monotone piece where the value may be zero. False: no such part.
static bool suspectPiece(const cdCubic *p, double a, double b, const double *seeds, int seedCount,
                         cdSuspect *out) {
    double atA = cdEvaluateCubic(p, a), atB = cdEvaluateCubic(p, b);
    bool doubtA = fabs(atA) <= p->error, doubtB = fabs(atB) <= p->error;
    if (!doubtA && !doubtB && (atA > 0.0) == (atB > 0.0)) return false;
    double root = a;
    if ((atA > 0.0) != (atB > 0.0)) {
        double seed = 0.5 * (a + b);
        for (int i = 0; i < seedCount; i++)
            if (seeds[i] > a && seeds[i] < b) seed = seeds[i];
        root = polishRoot(p, a, b, seed);
    } else if (fabs(atB) < fabs(atA)) {
        root = b;
    }
    double slope = fabs(cdEvaluateCubicSlope(p, root));
    // At a double root the slope is useless: the first step is short, so that the suspect is at most twice as
    // wide as necessary.
    double stride = cdMax(0x1p-52, cdMin(0x1p-30, slope > 0.0 ? 2.0 * p->error / slope : 1.0));
    out->root = root;
    out->lo = doubtA ? a : leaveDoubt(p, root, a, stride);
    out->hi = doubtB ? b : leaveDoubt(p, root, b, stride);
    return true;
}

int cdFindSuspects(const cdCubic *p, cdSuspect suspects[CD_MAX_SUSPECTS]) {
    double ends[4] = {0.0};
    int endCount = 1;
    double turns[2];
    int turnCount = cdSolveQuadratic(p->c[1], 2.0 * p->c[2], 3.0 * p->c[3], turns);
    for (int i = 0; i < turnCount; i++)
        if (turns[i] > ends[endCount - 1] && turns[i] < 1.0) ends[endCount++] = turns[i];
    ends[endCount++] = 1.0;

    double seeds[3];
    int seedCount = cdSolveCubic(p->c, seeds);
    int count = 0;
    for (int i = 0; i + 1 < endCount; i++) {
        cdSuspect piece;
        if (!suspectPiece(p, ends[i], ends[i + 1], seeds, seedCount, &piece)) continue;
        if (count > 0 && suspects[count - 1].hi >= piece.lo) {
            suspects[count - 1].hi = piece.hi;
            suspects[count - 1].root = 0.5 * (suspects[count - 1].lo + piece.hi);
        } else {
            suspects[count++] = piece;
        }
    }
    return count;
}
