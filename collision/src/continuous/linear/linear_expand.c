// The polynomials of four linearly moving points with exact coefficients; see linear_signs.h.
//
// On grids of few bits the coefficients in doubles are exact. Elsewhere they are integers, in units of the
// lowest bit of any coordinate.
//
// Room: coordinates of M bits give steps of M + 2, sides of 2 M + 7 and a coplanarity of 3 M + 11 bits; signs
// need 9 times that (foundation/numbers/wide_polynomial.c), 27 M + 131 <= 8192.
#include "continuous/linear/linear_signs.h"

static void getComponents(cdVec3 v, double c[3]) {
    c[0] = v.x;
    c[1] = v.y;
    c[2] = v.z;
}

void cdListLinearCoordinates(const cdLinearInput *input, double values[24]) {
    for (int i = 0; i < 4; i++) {
        getComponents(input->start[i], values + 3 * i);
        getComponents(input->end[i], values + 12 + 3 * i);
    }
}

cdLinearQuadratic cdGetLinearQuadratic(const cdLinearSigns *signs, int poly) {
    if (poly >= CD_LINEAR_SPAN) return cdMakeSpan(signs->points, signs->isExact, poly - CD_LINEAR_SPAN);
    return signs->sides[poly / 3][poly % 3];
}

// False if the coordinates have too many bits.
static bool makeDifferences(cdLinearSigns *signs) {
    if (signs->hasDifferences) return !signs->isBeyondRange;
    signs->hasDifferences = true;
    const cdLinearInput *input = signs->points->input;
    double values[24];
    int lowest, highest;
    cdListLinearCoordinates(input, values);
    cdGetBitRange(values, 24, &lowest, &highest);
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

// Computes the side of three points: (second - first) x (third - first) along the axis.
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

// Computes point 1 times the cross product of points 2 and 3, which is the side without point 1.
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

cdLinearCubic cdGetBernstein(const cdLinearSigns *signs, int poly) {
    if (poly == CD_LINEAR_COPLANARITY) return signs->coplanarity;
    cdLinearQuadratic q = cdGetLinearQuadratic(signs, poly);
    const double *c = q.c;
    cdLinearCubic cubic = {
        {3.0 * c[0], 3.0 * c[0] + c[1], 3.0 * c[0] + 2.0 * c[1] + c[2], 3.0 * (c[0] + c[1] + c[2])}, 0.0};
    double largest = 3.0 * (fabs(c[0]) + fabs(c[1]) + fabs(c[2]));
    cubic.error = 3.0 * q.error + CD_LINEAR_EVALUATION_ERROR * largest;
    return cubic;
}

// Returns the coefficients where they are exact in doubles; of three times the coplanarity.
void cdGetExactCoefficients(const cdLinearSigns *signs, int poly, double c[4]) {
    c[3] = 0.0;
    if (poly == CD_LINEAR_COPLANARITY) {
        const double *b = signs->coplanarity.b;
        c[0] = b[0];
        c[1] = 3.0 * (b[1] - b[0]);
        c[2] = 3.0 * (b[0] - 2.0 * b[1] + b[2]);
        c[3] = b[3] - b[0] + 3.0 * (b[1] - b[2]);
        return;
    }
    cdLinearQuadratic q = cdGetLinearQuadratic(signs, poly);
    for (int k = 0; k < 3; k++)
        c[k] = q.c[k];
}

void cdExpandLinearPoly(cdLinearSigns *signs, int poly, cdWidePoly *to) {
    clearPoly(to);
    if (signs->isExact) {
        // Integers in units of the lowest bit of any of them.
        double c[4];
        int lowest, highest;
        cdGetExactCoefficients(signs, poly, c);
        cdGetBitRange(c, 4, &lowest, &highest);
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
