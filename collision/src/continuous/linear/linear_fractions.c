// Rational roots of polynomials of degree two or less, exact in doubles; see linear_signs.h.
//
// Points on grids of few bits meet at times that are fractions: the square root of the discriminant is then a
// whole number of units. Signs at such a time need neither an interval nor long integers.
#include "continuous/linear/linear_signs.h"

// Returns the largest power of two of which all differences of the points are multiples.
static double findUnit(const cdLinearPoints *points) {
    double values[18];
    int lowest, highest;
    for (int i = 0; i < 3; i++) {
        const cdVec3 *a = &points->start[i + 1], *b = &points->end[i + 1];
        const double own[6] = {a->x, a->y, a->z, b->x, b->y, b->z};
        for (int k = 0; k < 6; k++)
            values[6 * i + k] = own[k];
    }
    cdGetBitRange(values, 18, &lowest, &highest);
    return ldexp(1.0, lowest);
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

// Finds the roots in (0, 1) of c[0] + c[1] t + c[2] t^2, multiples of a unit; -1 if they have too many bits.
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
    cdGetExactCoefficients(signs, poly, c);
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
