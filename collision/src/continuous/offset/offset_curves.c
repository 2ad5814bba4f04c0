// Directions from a vertex or an edge to a moving vertex, where the distance is that to a ball or a
// cylinder.
//
// A direction that stays fixed leaves a curved surface soon: a vertex that circles an edge just beyond d
// would take a step for every small turn. Here the direction follows the vertex x: with one to three unit
// vectors u_k across the fixed feature at c, q = 1 + k2 tau^2 and the cubics C_k = q u_k . (x(tau) - c)
// [numerics section 2],
//     n(tau) = sum u_k C_k / q.
// It certifies the distance where n . (x_i - y_j) > d |n| for all corners x_i of the moving and y_j of
// the fixed one. With |n| <= (|n|^2 + m^2) / (2 m) for m = |n| at some tau, and times q^2, that is of
// degree 6:
//     sum C_k (C_k^i - q u_k . (y_j - c)) - d / (2 m) (sum C_k^2 + m^2 q^2) > 0.
// For x itself and c it is the equation of the ball or the cylinder, linearised in |n| at tau; its zero is a
// step of Newton's method from the safe side. Any u_k give a certificate, so their own rounding does no
// harm.
#include "continuous/offset/offset_pair.h"
#include "foundation/numbers/bernstein.h"

enum { CUBIC = 3, DEGREE = 6, STEPS = 6 };

// Rounding units of the squared size of a cubic: 16 of each factor, the products and sums of three of
// them, and their Bernstein coefficients.
static const double productUnits = 96.0;

// All polynomials by their Bernstein coefficients over [0, 1].
typedef struct CurveFamily {
    int axisCount, movingCount, fixedCount, leader; // x is the corner `leader`
    double heights[3][3][CUBIC + 1];                // C_k^i of corner i along axis k
    double extents[3][3];                           // of the fixed corner j along axis k
    double turn[CUBIC + 1];                         // q, raised to the cubic's degree
    double lengthSq[DEGREE + 1], turnSq[DEGREE + 1];
    double error; // of a product of heights
} CurveFamily;

static void makeCubic(const cdScrew *screw, const cdMovingPoint *p, cdVec3 axis, cdVec3 origin, double b[4]) {
    double height = cdDot(axis, cdSub(p->x, origin)), slide = screw->s * cdDot(axis, screw->u);
    double c1 = 2.0 * cdDot(axis, p->b) + slide;
    double c2 = screw->k2 * height + 2.0 * cdDot(axis, cdCross(screw->g, p->b));
    b[0] = height;
    b[1] = height + c1 / 3.0;
    b[2] = height + (2.0 * c1 + c2) / 3.0;
    b[3] = height + c1 + c2 + screw->k2 * slide;
}

static int fillAxes(const cdOffsetShape *shape, cdFeatureKind kind, int index, cdVec3 axes[3]) {
    static const cdVec3 AXES[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int k = 0; k < 3; k++)
        axes[k] = AXES[k];
    if (kind != CD_FEATURE_EDGE) return 3;
    cdVec3 along = cdNormalize(cdSub(shape->v[cdGetOffsetEdgeEnd(shape, index)], shape->v[index]));
    double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    cdVec3 other = AXES[x <= y && x <= z ? 0 : y <= z ? 1 : 2];
    axes[0] = cdNormalize(cdCross(along, other));
    axes[1] = cdNormalize(cdCross(along, axes[0]));
    return 2;
}

static CurveFamily makeFamily(const cdOffsetView *view, cdFeatureKind kind, int index, int leader,
                              double distance) {
    const cdOffsetShape *fixed = view->fixed;
    const cdScrew *screw = &view->screw;
    cdVec3 axes[3], origin = fixed->v[index];
    CurveFamily family = {.movingCount = view->movingCount, .fixedCount = fixed->count, .leader = leader};
    family.axisCount = fillAxes(fixed, kind, index, axes);
    double scale = 0.0;
    for (int i = 0; i < view->movingCount; i++) {
        const cdMovingPoint *p = &view->moving[i];
        scale = cdMax(scale, cdLength(cdSub(p->x, origin)) + 2.0 * p->bScale);
        for (int k = 0; k < family.axisCount; k++)
            makeCubic(screw, p, axes[k], origin, family.heights[i][k]);
    }
    for (int j = 0; j < fixed->count; j++)
        for (int k = 0; k < family.axisCount; k++)
            family.extents[j][k] = cdDot(axes[k], cdSub(fixed->v[j], origin));
    double turn[CUBIC + 1] = {1.0, 1.0, 1.0 + screw->k2 / 3.0, 1.0 + screw->k2};
    for (int k = 0; k <= CUBIC; k++)
        family.turn[k] = turn[k];
    cdMultiplyBernstein(turn, CUBIC, turn, CUBIC, family.turnSq);
    for (int k = 0; k <= DEGREE; k++)
        family.lengthSq[k] = 0.0;
    for (int k = 0; k < family.axisCount; k++) {
        double square[DEGREE + 1];
        cdMultiplyBernstein(family.heights[leader][k], CUBIC, family.heights[leader][k], CUBIC, square);
        for (int n = 0; n <= DEGREE; n++)
            family.lengthSq[n] += square[n];
    }
    scale = (scale + view->fixedExtent + fabs(screw->s) + distance) * (1.0 + screw->k2);
    family.error = (productUnits * CD_EPSILON + cdGetFollowError(DEGREE)) * scale * scale;
    return family;
}

// Computes the left side without d, for corners i and j.
static void multiply(const CurveFamily *family, int i, int j, double out[DEGREE + 1]) {
    for (int n = 0; n <= DEGREE; n++)
        out[n] = 0.0;
    for (int k = 0; k < family->axisCount; k++) {
        double height[CUBIC + 1], product[DEGREE + 1];
        for (int n = 0; n <= CUBIC; n++)
            height[n] = family->heights[i][k][n] - family->turn[n] * family->extents[j][k];
        cdMultiplyBernstein(family->heights[family->leader][k], CUBIC, height, CUBIC, product);
        for (int n = 0; n <= DEGREE; n++)
            out[n] += product[n];
    }
}

static double followOnce(const CurveFamily *family, double distance, double tau,
                         double sides[9][DEGREE + 1]) {
    double turnSq = cdEvaluateBernstein(family->turnSq, DEGREE, tau);
    double m = sqrt(cdMax(0.0, cdEvaluateBernstein(family->lengthSq, DEGREE, tau) / turnSq)), last = 1.0;
    if (!(m > 0.0)) return tau;
    double share = 0.5 * distance / m,
           error = family->error * (1.0 + share) + 32.0 * CD_EPSILON * distance * m;
    for (int pair = 0; pair < family->movingCount * family->fixedCount; pair++) {
        double b[DEGREE + 1];
        for (int n = 0; n <= DEGREE; n++)
            b[n] = sides[pair][n] - share * (family->lengthSq[n] + m * m * family->turnSq[n]) - error;
        last = cdMin(last, cdFollowAbove(b, DEGREE, tau, last));
        if (!(last > tau)) return tau;
    }
    return last;
}

double cdFollowOffsetCurve(const cdOffsetWork *work, int view, cdFeatureKind kind, int index, int leader,
                           double tau) {
    static const double littleGain = 0x1p-16;
    CurveFamily family = makeFamily(&work->views[view], kind, index, leader, work->distance);
    double sides[9][DEGREE + 1], last = tau;
    for (int i = 0; i < family.movingCount; i++)
        for (int j = 0; j < family.fixedCount; j++)
            multiply(&family, i, j, sides[i * family.fixedCount + j]);
    for (int i = 0; i < STEPS; i++) {
        double next = followOnce(&family, work->distance, last, sides), gain = next - last;
        last = next;
        if (last >= 1.0 || !(gain > littleGain * (last - tau))) break;
    }
    return last;
}
