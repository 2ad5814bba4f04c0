// Signs by doubles where their error bound allows it, by integers elsewhere; see linear_signs.h.
//
// 1. Filter: the quadratic at the middle of the time's interval, its error, and how far it can move within.
// 2. At the ends of the motion: the adaptive orientation predicates.
// 3. Otherwise the polynomials are expanded with integer coefficients, in units of the lowest bit of any
//    coordinate, and the sign is taken at the algebraic number itself (wide_polynomial.c).
//
// Room: coordinates of M bits give steps of M + 2, sides of 2 M + 7 and a coplanarity of 3 M + 11 bits; signs
// need 9 times that (wide_polynomial.c), 27 M + 131 <= 8192.
#include "continuous/linear_signs.h"
#include "foundation/predicates.h"

static const double smallestExact = 1e-89, largestExact = 1e100;

static void getComponents(cdVec3 v, double c[3]) {
    c[0] = v.x;
    c[1] = v.y;
    c[2] = v.z;
}

static void listCoordinates(const cdLinearInput *input, double values[24]) {
    for (int i = 0; i < 4; i++) {
        getComponents(input->start[i], values + 3 * i);
        getComponents(input->end[i], values + 12 + 3 * i);
    }
}

// The exponents of the lowest and of the highest bit of all values; both 0 when all are 0.
static void findBitRange(const double *values, int count, int *lowest, int *highest) {
    bool any = false;
    *lowest = *highest = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] == 0.0) continue;
        int low, high;
        cdGetBitRange(values[i], &low, &high);
        *lowest = any && *lowest < low ? *lowest : low;
        *highest = any && *highest > high ? *highest : high;
        any = true;
    }
}

static bool areInRange(const cdLinearInput *input) {
    double values[24];
    listCoordinates(input, values);
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
}

// False when the coordinates have too many bits.
static bool makeDifferences(cdLinearSigns *signs) {
    if (signs->hasDifferences) return !signs->isBeyondRange;
    signs->hasDifferences = true;
    const cdLinearInput *input = signs->points->input;
    double values[24];
    int lowest, highest;
    listCoordinates(input, values);
    findBitRange(values, 24, &lowest, &highest);
    signs->isBeyondRange = highest - lowest >= CD_MAX_COORDINATE_BITS;
    if (signs->isBeyondRange) return false;
    cdWide from[6];
    for (int k = 0; k < 24; k++) {
        int i = k % 12 / 3, axis = k % 3;
        cdWide *a = &signs->start[i][axis], *d = &signs->step[i][axis], *to = k < 12 ? a : d;
        cdSetWide(to, values[k], -lowest);
        if (i == 0) cdCopyWide(&from[k < 12 ? axis : 3 + axis], to);
        cdAddWide(to, to, -1, &from[k < 12 ? axis : 3 + axis]);
        if (to == d) cdAddWide(d, d, -1, a);
    }
    return true;
}

static void clearPoly(cdWidePoly *p) {
    for (int i = 0; i <= CD_WIDE_DEGREE; i++)
        p->c[i].sign = p->c[i].count = 0;
    p->degree = -1;
}

// A coordinate of a point relative to another one: a + t d.
typedef struct Line {
    cdWide a, d;
} Line;

static void makeLine(Line *line, const cdLinearSigns *signs, int point, int from, int axis) {
    cdAddWide(&line->a, &signs->start[point][axis], -1, &signs->start[from][axis]);
    cdAddWide(&line->d, &signs->step[point][axis], -1, &signs->step[from][axis]);
}

// to += sign p q
static void addLines(cdWidePoly *to, int sign, const Line *p, const Line *q) {
    cdAddProductWide(&to->c[0], sign, &p->a, &q->a);
    cdAddProductWide(&to->c[1], sign, &p->a, &q->d);
    cdAddProductWide(&to->c[1], sign, &p->d, &q->a);
    cdAddProductWide(&to->c[2], sign, &p->d, &q->d);
}

// The side of three points: (second - first) x (third - first) along the axis.
static void expandSide(const cdLinearSigns *signs, int i, int axis, cdWidePoly *to) {
    int first = i == 0 ? 1 : 0, second = i <= 1 ? 2 : 1, third = i == 3 ? 2 : 3;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Line p, q;
    clearPoly(to);
    makeLine(&p, signs, second, first, u);
    makeLine(&q, signs, third, first, v);
    addLines(to, 1, &p, &q);
    makeLine(&p, signs, second, first, v);
    makeLine(&q, signs, third, first, u);
    addLines(to, -1, &p, &q);
    cdTrimWidePoly(to);
}

static void expandSpan(const cdLinearSigns *signs, int i, cdWidePoly *to) {
    int of[3];
    cdGetSpanPoints(signs->points->input->kind, i, of);
    clearPoly(to);
    for (int axis = 0; axis < 3; axis++) {
        Line p, q;
        makeLine(&p, signs, of[1], of[0], axis);
        makeLine(&q, signs, of[2], of[0], axis);
        addLines(to, 1, &p, &q);
    }
    cdTrimWidePoly(to);
}

// Point 1 times the cross product of points 2 and 3, which is the side without point 1.
static void expandCoplanarity(const cdLinearSigns *signs, cdWidePoly *to) {
    clearPoly(to);
    for (int axis = 0; axis < 3; axis++) {
        cdWidePoly side;
        expandSide(signs, 1, axis, &side);
        for (int k = 0; k <= side.degree; k++) {
            cdAddProductWide(&to->c[k], 1, &side.c[k], &signs->start[1][axis]);
            cdAddProductWide(&to->c[k + 1], 1, &side.c[k], &signs->step[1][axis]);
        }
    }
    cdTrimWidePoly(to);
}

static cdLinearQuadratic getQuadratic(const cdLinearSigns *signs, int poly) {
    if (poly >= CD_LINEAR_SPAN) return cdMakeSpan(signs->points, signs->isExact, poly - CD_LINEAR_SPAN);
    return signs->sides[poly / 3][poly % 3];
}

cdLinearCubic cdGetBernstein(const cdLinearSigns *signs, int poly) {
    if (poly == CD_LINEAR_COPLANARITY) return signs->coplanarity;
    cdLinearQuadratic q = getQuadratic(signs, poly);
    const double *c = q.c;
    cdLinearCubic cubic = {
        {3.0 * c[0], 3.0 * c[0] + c[1], 3.0 * c[0] + 2.0 * c[1] + c[2], 3.0 * (c[0] + c[1] + c[2])}, 0.0};
    double largest = 3.0 * (fabs(c[0]) + fabs(c[1]) + fabs(c[2]));
    cubic.error = 3.0 * q.error + CD_LINEAR_EVALUATION_ERROR * largest;
    return cubic;
}

// The coefficients of a polynomial, where they are exact in doubles; of three times the coplanarity.
static void getExactCoefficients(const cdLinearSigns *signs, int poly, double c[4]) {
    c[3] = 0.0;
    if (poly == CD_LINEAR_COPLANARITY) {
        const double *b = signs->coplanarity.b;
        c[0] = b[0];
        c[1] = 3.0 * (b[1] - b[0]);
        c[2] = 3.0 * (b[0] - 2.0 * b[1] + b[2]);
        c[3] = b[3] - b[0] + 3.0 * (b[1] - b[2]);
        return;
    }
    cdLinearQuadratic q = getQuadratic(signs, poly);
    for (int k = 0; k < 3; k++)
        c[k] = q.c[k];
}

void cdExpandLinearPoly(cdLinearSigns *signs, int poly, cdWidePoly *to) {
    clearPoly(to);
    if (signs->isExact) {
        // Integers in units of the lowest bit of any of them.
        double c[4];
        int lowest, highest;
        getExactCoefficients(signs, poly, c);
        findBitRange(c, 4, &lowest, &highest);
        for (int k = 0; k < 4; k++)
            cdSetWide(&to->c[k], c[k], -lowest);
        cdTrimWidePoly(to);
    } else if (makeDifferences(signs)) {
        if (poly == CD_LINEAR_COPLANARITY)
            expandCoplanarity(signs, to);
        else if (poly >= CD_LINEAR_SPAN)
            expandSpan(signs, poly - CD_LINEAR_SPAN, to);
        else
            expandSide(signs, poly / 3, poly % 3, to);
    }
}

static const cdWidePoly *getDefining(cdLinearSigns *signs, int poly) {
    if (!signs->hasDefining || signs->defining != poly) cdExpandLinearPoly(signs, poly, &signs->definingPoly);
    signs->hasDefining = true;
    signs->defining = poly;
    return &signs->definingPoly;
}

static int getCubicSign(const cdLinearSigns *signs, bool atEnd) {
    double value = signs->coplanarity.b[atEnd ? 3 : 0], error = signs->coplanarity.error;
    if (signs->isExact || fabs(value) > error) return (value > 0.0) - (value < 0.0);
    return CD_UNKNOWN_SIGN;
}

// The largest power of two of which all differences of the points are multiples.
static double findUnit(const cdLinearPoints *points) {
    double values[18];
    int lowest, highest;
    for (int i = 0; i < 3; i++) {
        getComponents(points->start[i + 1], values + 3 * i);
        getComponents(points->end[i + 1], values + 9 + 3 * i);
    }
    findBitRange(values, 18, &lowest, &highest);
    return ldexp(1.0, lowest);
}

// Sums of multiples of one unit are exact while they have room in a double.
static int getSignAtFraction(const cdLinearSigns *signs, const double c[3], const cdLinearTime *time) {
    double n = time->above, d = time->below, most = cdMax(fabs(n), fabs(d));
    double unit = signs->unit * signs->unit * time->unit * time->unit;
    if (!((fabs(c[0]) + fabs(c[1]) + fabs(c[2])) * most * most < 0x1p53 * unit)) return CD_UNKNOWN_SIGN;
    double value = c[0] * (d * d) + c[1] * (n * d) + c[2] * (n * n);
    return (value > 0.0) - (value < 0.0);
}

static int addFraction(double above, double below, cdLinearTime *times, int count) {
    if (!(above * below > 0.0 && fabs(above) < fabs(below))) return count;
    double t = above / below;
    cdLinearTime *time = &times[count];
    time->above = above;
    time->below = below;
    time->lo = cdMax(0.0, t - 0x1p-50);
    time->hi = cdMin(1.0, t + 0x1p-50);
    return count + 1;
}

// The roots in (0, 1) of c[0] + c[1] t + c[2] t^2, multiples of a unit; -1 when they have too many bits.
static int solveExactly(const double c[3], double unit, cdLinearTime times[2]) {
    if (c[2] == 0.0) return addFraction(-c[0], c[1], times, 0);
    double first = c[1] * c[1], second = 4.0 * c[0] * c[2], square = first - second;
    if (!(first + fabs(second) < 0x1p52 * unit * unit)) return -1;
    if (square < 0.0) return 0;
    double root = sqrt(square), big = 0x1.8p52 * unit;
    bool isWhole = (root + big) - big == root; // in units, so that its square is not rounded
    if (!isWhole || root * root != square) return -1;
    int count = addFraction(-c[1] - root, 2.0 * c[2], times, 0);
    return root == 0.0 ? count : addFraction(-c[1] + root, 2.0 * c[2], times, count);
}

int cdFindLinearFractions(cdLinearSigns *signs, int poly, cdLinearTime times[2]) {
    double c[4];
    if (!signs->isExact) return -1;
    getExactCoefficients(signs, poly, c);
    if (c[3] != 0.0) return -1;
    if (signs->unit == 0.0) signs->unit = findUnit(signs->points);
    double unit = signs->unit * signs->unit * (poly == CD_LINEAR_COPLANARITY ? signs->unit : 1.0);
    int count = solveExactly(c, unit, times);
    for (int i = 0; i < count; i++) {
        times[i].kind = CD_LINEAR_BRACKET;
        times[i].poly = poly;
        times[i].unit = unit;
    }
    return count;
}

int cdFilterLinearSign(const cdLinearSigns *signs, int poly, const cdLinearTime *time) {
    if (poly == time->poly) return 0;
    if (poly == CD_LINEAR_COPLANARITY)
        return time->kind == CD_LINEAR_END ? getCubicSign(signs, time->lo > 0.0) : CD_UNKNOWN_SIGN;
    cdLinearQuadratic q = getQuadratic(signs, poly);
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
    findBitRange(parts, 2, &lowest, &highest);
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
    if (!isCubic) q = getQuadratic(signs, poly);
    const double *c = isCubic ? signs->coplanarity.b : q.c;
    double error = isCubic ? signs->coplanarity.error : q.error;
    for (int i = 0; i < (isCubic ? 4 : 3); i++) {
        if (fabs(c[i]) > 8.0 * error) return false;
        isZero = isZero && c[i] == 0.0;
    }
    if (signs->isExact) return isZero;
    if (isCubic && cdIsFlat(signs->points)) return true;
    cdWidePoly p;
    cdExpandLinearPoly(signs, poly, &p);
    return p.degree < 0;
}
