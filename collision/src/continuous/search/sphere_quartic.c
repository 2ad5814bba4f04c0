// The quartic of a moving sphere and a fixed one; see sphere_quartic.h.
//
// [RKC01 3.1] evaluates Q at both ends and at the roots of its derivative, by Cardano's formulas. Where the
// coefficients differ by many orders of magnitude these roots lose half their digits, and a minimum comes out
// higher than it is. So the interval is halved until Q's Bernstein coefficients, which bound it, certify its
// sign in each part. Spheres whose sign is open after HALVINGS count as meeting.
#include "continuous/search/sphere_quartic.h"
#include "continuous/elements/elements.h"
#include "foundation/numbers/rounding.h"

enum { DEGREE = 4, HALVINGS = 32 };

// In rounding units of the sum of the coefficients' sizes: 24 for shifting to `lo`, 8 for scaling, 8 for the
// sums, and a sum for each degree and halving.
static const double partUnits = 40.0 + DEGREE * HALVINGS;

cdSphereQuartic cdMakeSphereQuartic(const cdScrew *screw, cdVec3 moving, cdVec3 fixed, double radius) {
    cdMovingPoint p = cdMakeMovingPoint(screw, moving);
    cdVec3 d0 = cdSub(moving, fixed);
    double s = screw->s, k2 = screw->k2;
    double e0 = cdDot(d0, d0) - radius * radius;
    double e1 = 2.0 * s * cdDot(screw->u, d0);
    double e2 = s * s;
    double bSq = cdDot(p.b, p.b);
    double scale = cdLength(d0) + 2.0 * p.bScale + fabs(s) + radius;
    return (cdSphereQuartic){.c = {e0, e1 + 4.0 * cdDot(d0, p.b),
                                   e2 + k2 * e0 + 4.0 * bSq + 4.0 * cdDot(d0, cdCross(screw->g, p.b)),
                                   k2 * e1, k2 * e2},
                             .error = 64.0 * CD_EPSILON * scale * scale};
}

// Replaces the coefficients in tau by those in (tau - lo) / (hi - lo).
static void restrictTo(double c[DEGREE + 1], double lo, double hi) {
    double power = 1.0;
    for (int i = 0; i < DEGREE; i++)
        for (int k = DEGREE - 1; k >= i; k--)
            c[k] += lo * c[k + 1];
    for (int k = 1; k <= DEGREE; k++)
        c[k] *= power *= hi - lo;
}

// Replaces the coefficients of an interval by those of its first half, and writes those of the second.
static inline void halve(double first[DEGREE + 1], double second[DEGREE + 1]) {
    for (int k = 0; k <= DEGREE; k++)
        second[k] = first[k];
    for (int k = 1; k <= DEGREE; k++) {
        for (int i = 0; i <= DEGREE - k; i++)
            second[i] = 0.5 * (second[i] + second[i + 1]);
        first[k] = second[0];
    }
}

static bool staysAbove(double b[DEGREE + 1], int halvings) {
    double least = cdMin(cdMin(b[1], b[2]), b[3]), rest[DEGREE + 1];
    if (!(b[0] > 0.0 && b[DEGREE] > 0.0)) return false;
    if (least > 0.0) return true;
    if (halvings == 0) return false;
    halve(b, rest);
    return staysAbove(b, halvings - 1) && staysAbove(rest, halvings - 1);
}

bool cdSpheresMeet(const cdSphereQuartic *q, double lo, double hi) {
    // Shares of the coefficients of the powers in Bernstein coefficients.
    static const double shares[DEGREE + 1][DEGREE + 1] = {{1.0, 0.0, 0.0, 0.0, 0.0},
                                                          {1.0, 1.0 / 4.0, 0.0, 0.0, 0.0},
                                                          {1.0, 1.0 / 2.0, 1.0 / 6.0, 0.0, 0.0},
                                                          {1.0, 3.0 / 4.0, 1.0 / 2.0, 1.0 / 4.0, 0.0},
                                                          {1.0, 1.0, 1.0, 1.0, 1.0}};
    double c[DEGREE + 1], sizes[DEGREE + 1], b[DEGREE + 1], size = 0.0;
    for (int k = 0; k <= DEGREE; k++)
        c[k] = q->c[k], sizes[k] = fabs(q->c[k]);
    hi = cdMax(lo, hi);
    restrictTo(c, lo, hi);
    restrictTo(sizes, lo, hi);
    for (int k = 0; k <= DEGREE; k++)
        size += sizes[k];
    double error = q->error + partUnits * CD_EPSILON * size;
    for (int i = 0; i <= DEGREE; i++) {
        b[i] = -error;
        for (int k = 0; k <= i; k++)
            b[i] += shares[i][k] * c[k];
    }
    return !staysAbove(b, HALVINGS);
}
