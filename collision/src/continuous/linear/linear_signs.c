// Signs by doubles where their error bound allows it, by integers elsewhere; see linear_signs.h.
//
// 1. Filter: the quadratic at the middle of the time's interval, its error, and how far it can move within.
// 2. At a fraction of few bits: homogeneous evaluation, exact in doubles.
// 3. At the ends of the motion: the adaptive orientation predicates.
// 4. Otherwise the polynomials are expanded with integer coefficients (linear_expand.c), and the sign is
//    taken at the algebraic number itself (foundation/numbers/wide_polynomial.c).
#include "continuous/linear/linear_signs.h"
#include "foundation/numbers/predicates.h"

static const double smallestExact = 1e-89, largestExact = 1e100;

static bool areInRange(const cdLinearInput *input) {
    double values[24];
    cdListLinearCoordinates(input, values);
    for (int i = 0; i < 24; i++) {
        double size = fabs(values[i]);
        if (size != 0.0 && !(size >= smallestExact && size <= largestExact)) return false;
    }
    return true;
}

void cdMakeLinearSigns(cdLinearSigns *signs, const cdLinearPoints *points) {
    signs->points = points;
    signs->isExact = cdIsOnGrid(points);
    signs->unit = 0.0;
    signs->isInRange = areInRange(points->input);
    signs->hasDifferences = signs->hasDefining = signs->isBeyondRange = false;
    signs->coplanarity = cdMakeCoplanarity(points);
    cdMakeSides(points, signs->isExact, signs->sides);
    signs->isPlanar = cdIsLinearPolyZero(signs, CD_LINEAR_COPLANARITY);
}

static const cdWidePoly *getDefining(cdLinearSigns *signs, int poly) {
    if (!signs->hasDefining || signs->defining != poly) cdExpandLinearPoly(signs, poly, &signs->definingPoly);
    signs->hasDefining = true;
    signs->defining = poly;
    return &signs->definingPoly;
}

static int getCubicSign(const cdLinearSigns *signs, bool atEnd) {
    if (signs->isPlanar) return 0;
    double value = signs->coplanarity.b[atEnd ? 3 : 0], error = signs->coplanarity.error;
    if (signs->isExact || fabs(value) > error) return (value > 0.0) - (value < 0.0);
    return CD_UNKNOWN_SIGN;
}

// Sums of multiples of one unit are exact while they have room in a double.
static int getSignAtFraction(const cdLinearSigns *signs, const double c[3], const cdLinearTime *time) {
    double n = time->above, d = time->below, most = cdMax(fabs(n), fabs(d));
    double unit = signs->unit * signs->unit * time->unit * time->unit;
    if (!((fabs(c[0]) + fabs(c[1]) + fabs(c[2])) * most * most < 0x1p52 * unit)) return CD_UNKNOWN_SIGN;
    double value = c[0] * (d * d) + c[1] * (n * d) + c[2] * (n * n);
    return (value > 0.0) - (value < 0.0);
}

int cdFilterLinearSign(const cdLinearSigns *signs, int poly, const cdLinearTime *time) {
    if (poly == time->poly) return 0;
    if (poly == CD_LINEAR_COPLANARITY)
        return time->kind == CD_LINEAR_END ? getCubicSign(signs, time->lo > 0.0) : CD_UNKNOWN_SIGN;
    cdLinearQuadratic q = cdGetLinearQuadratic(signs, poly);
    double t = 0.5 * (time->lo + time->hi);
    double value = (q.c[2] * t + q.c[1]) * t + q.c[0], slope = fabs(q.c[1]) + 2.0 * fabs(q.c[2]);
    double error = q.error + 4.0 * CD_EPSILON * (fabs(q.c[0]) + slope) + slope * (time->hi - time->lo);
    bool isExact = signs->isExact && time->kind == CD_LINEAR_END;
    if (fabs(value) > error || isExact) return (value > 0.0) - (value < 0.0);
    if (error == 0.0) return 0;
    return time->below != 0.0 ? getSignAtFraction(signs, q.c, time) : CD_UNKNOWN_SIGN;
}

static int signAlong(cdVec3 a, cdVec3 b, cdVec3 c, int axis) {
    if (axis == 0) return cdGetOrientation2(a.y, a.z, b.y, b.z, c.y, c.z);
    if (axis == 1) return cdGetOrientation2(a.z, a.x, b.z, b.x, c.z, c.x);
    return cdGetOrientation2(a.x, a.y, b.x, b.y, c.x, c.y);
}

static int getSignByPredicate(const cdVec3 p[4], int poly) {
    if (poly == CD_LINEAR_COPLANARITY) return cdGetOrientation3(p[0], p[1], p[2], p[3]);
    int i = poly / 3, first = i == 0 ? 1 : 0, second = i <= 1 ? 2 : 1, third = i == 3 ? 2 : 3;
    return signAlong(p[first], p[second], p[third], poly % 3);
}

static int getSignAtEnd(cdLinearSigns *signs, int poly, bool atEnd) {
    const cdLinearInput *input = signs->points->input;
    if (signs->isInRange && poly < CD_LINEAR_SPAN)
        return getSignByPredicate(atEnd ? input->end : input->start, poly);
    cdWidePoly p;
    cdExpandLinearPoly(signs, poly, &p);
    for (int i = 1; atEnd && i <= p.degree; i++)
        cdAddWide(&p.c[0], &p.c[0], 1, &p.c[i]);
    return p.c[0].sign;
}

static void makeInterval(const cdLinearTime *time, cdWideRoot *root) {
    root->isFraction = false;
    root->exponent = 52;
    cdSetWide(&root->low, time->lo, 52);
    cdSetWide(&root->high, time->hi, 52);
}

static void makeFraction(const cdLinearTime *time, cdWideRoot *root) {
    const double parts[2] = {time->above, time->below};
    int lowest, highest;
    cdGetBitRange(parts, 2, &lowest, &highest);
    root->isFraction = true;
    cdSetWide(&root->low, time->above, -lowest);
    cdSetWide(&root->high, time->below, -lowest);
    if (time->below > 0.0) return;
    cdNegateWide(&root->low);
    cdNegateWide(&root->high);
}

int cdGetLinearSign(cdLinearSigns *signs, int poly, const cdLinearTime *time) {
    int sign = cdFilterLinearSign(signs, poly, time);
    if (sign != CD_UNKNOWN_SIGN) return sign;
    if (time->kind == CD_LINEAR_END) return getSignAtEnd(signs, poly, time->lo > 0.0);
    cdWidePoly q;
    cdExpandLinearPoly(signs, poly, &q);
    const cdWidePoly *p = getDefining(signs, time->poly);
    if (time->kind == CD_LINEAR_ROOT) return cdGetSignAtWideRoot(&q, p, &time->root);
    cdWideRoot root;
    if (time->below != 0.0)
        makeFraction(time, &root);
    else
        makeInterval(time, &root);
    return cdGetSignAtWideRoot(&q, p, &root);
}

// Coefficients of the quadratics are at most eight times their largest value in [0, 1] [Markov].
bool cdIsLinearPolyZero(cdLinearSigns *signs, int poly) {
    bool isCubic = poly == CD_LINEAR_COPLANARITY, isZero = true;
    cdLinearQuadratic q = {{0.0, 0.0, 0.0}, 0.0};
    if (!isCubic) q = cdGetLinearQuadratic(signs, poly);
    const double *c = isCubic ? signs->coplanarity.b : q.c;
    double error = isCubic ? signs->coplanarity.error : q.error;
    for (int i = 0; i < (isCubic ? 4 : 3); i++) {
        if (fabs(c[i]) > 8.0 * error) return false;
        isZero = isZero && c[i] == 0.0;
    }
    if (signs->isExact) return isZero;
    if (isCubic && cdIsFlat(signs->points)) return true;
    if (isCubic && signs->isInRange && cdDecideCoplanarity(signs->points->input, &isZero)) return isZero;
    cdWidePoly p;
    cdExpandLinearPoly(signs, poly, &p);
    return p.degree < 0;
}
