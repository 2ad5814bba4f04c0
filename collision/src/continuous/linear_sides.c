// How long the sides of edges keep two linearly moving elements apart.
//
// Elements that touch have shadows that touch, along any axis. In the shadow, the side of a line through two
// moving points on which a third lies is the sign of a quadratic in t. A point is outside a triangle while it
// is on the outer side of one edge; two edges are apart while one has both ends on one side of the other's
// line. Such a certificate lasts to the first root of its quadratics, less their rounding.
//
// Unlike a fixed separating direction (linear_contact.c) it turns with the edges: it does not stall where a
// point comes down to an edge within their common plane, slower and slower.
#include "continuous/linear_sides.h"
#include "foundation/polynomial.h"

typedef struct Quadratic {
    double c[3], error;
} Quadratic;

// A point in the shadow: at (x, y) + t (dx, dy).
typedef struct ShadowPoint {
    double x, y, dx, dy;
} ShadowPoint;

static const double sideError = 64.0 * CD_EPSILON;

static ShadowPoint castShadow(cdVec3 start, cdVec3 step, int axis) {
    if (axis == 0) return (ShadowPoint){start.y, start.z, step.y, step.z};
    if (axis == 1) return (ShadowPoint){start.z, start.x, step.z, step.x};
    return (ShadowPoint){start.x, start.y, step.x, step.y};
}

static ShadowPoint subtract(ShadowPoint a, ShadowPoint b) {
    return (ShadowPoint){a.x - b.x, a.y - b.y, a.dx - b.dx, a.dy - b.dy};
}

static double reachOf(ShadowPoint p) {
    return fabs(p.x) + fabs(p.y) + fabs(p.dx) + fabs(p.dy);
}

// Positive where p is to the left of the line from a to b.
static Quadratic makeSide(ShadowPoint a, ShadowPoint b, ShadowPoint p, double size) {
    ShadowPoint u = subtract(b, a), v = subtract(p, a);
    Quadratic side;
    side.c[0] = u.x * v.y - u.y * v.x;
    side.c[1] = u.x * v.dy + u.dx * v.y - u.y * v.dx - u.dy * v.x;
    side.c[2] = u.dx * v.dy - u.dy * v.dx;
    side.error = sideError * size * (reachOf(u) + reachOf(v));
    return side;
}

// 1, -1, or 0 when rounding leaves the sign open.
static int signAt(const Quadratic *q, double t) {
    double value = (q->c[2] * t + q->c[1]) * t + q->c[0];
    return value > q->error ? 1 : value < -q->error ? -1 : 0;
}

// The time up to which q certainly keeps its sign.
static double keepSign(const Quadratic *q, int sign, double t, double hi) {
    double roots[2];
    int count = cdSolveQuadratic(q->c[0] - sign * q->error, q->c[1], q->c[2], roots);
    for (int i = 0; i < count; i++)
        if (roots[i] > t && roots[i] < hi) return cdMax(t, roots[i] - 4.0 * CD_EPSILON);
    return hi;
}

// Two quadratics that must keep their signs together.
static double keepBoth(const Quadratic *p, const Quadratic *q, double t, double hi) {
    return cdMin(keepSign(p, signAt(p, t), t, hi), keepSign(q, signAt(q, t), t, hi));
}

static double followTriangle(const ShadowPoint p[4], double size, double t, double hi) {
    double last = t;
    Quadratic area = makeSide(p[1], p[2], p[3], size);
    for (int k = 0; k < 3; k++) {
        Quadratic side = makeSide(p[1 + k], p[1 + (k + 1) % 3], p[0], size);
        if (signAt(&side, t) * signAt(&area, t) < 0) last = cdMax(last, keepBoth(&side, &area, t, hi));
    }
    return last;
}

static double followEdges(const ShadowPoint p[4], double size, double t, double hi) {
    double last = t;
    for (int k = 0; k < 4; k += 2) {
        const ShadowPoint *line = p + k, *ends = p + 2 - k;
        Quadratic first = makeSide(line[0], line[1], ends[0], size);
        Quadratic second = makeSide(line[0], line[1], ends[1], size);
        if (signAt(&first, t) * signAt(&second, t) > 0) last = cdMax(last, keepBoth(&first, &second, t, hi));
    }
    return last;
}

double cdFollowSides(cdContactKind kind, const cdVec3 start[4], const cdVec3 step[4], double size, double t,
                     double hi) {
    double last = t;
    for (int axis = 0; axis < 3; axis++) {
        ShadowPoint p[4];
        for (int i = 0; i < 4; i++)
            p[i] = castShadow(start[i], step[i], axis);
        double kept = kind == CD_EDGE_EDGE ? followEdges(p, size, t, hi) : followTriangle(p, size, t, hi);
        last = cdMax(last, kept);
    }
    return last;
}
