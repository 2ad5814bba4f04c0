// The family of directions that stay perpendicular to an edge of A and an edge of B.
//
// It extends the edge-edge equation of [RKC01 2]. With q = 1 + k2 tau^2, N(v) = q times the turned direction
// v (a quadratic), A's edge from a along e, B's from c along f, and n(tau) = N(e) x f, the cubic of
// elements.h is
//     P(tau) = f . (q (a(tau) - c) x N(e) / q) = n . (a(tau) - c),
// so the lines are |P| / |N(e) x f| apart. The quartic terms cancel in P, and both sides carry one power of 1
// / q; so lines at the distance d have P^2 - d^2 |N(e) x f|^2 = 0, of degree 6, or P = +-d |N(e) x f|. The
// squared form loses half of the digits where d is small, so the second one is followed: |N(e) x f| is the
// length of a curve of degree 2, and at most the polynomial whose Bernstein coefficients are the lengths of
// the curve's own. What remains is the cubic
//     P - d sum B_i |control point i| > 0,
// certain, exact at both ends of an interval, and off by the square of its length between them: the interval
// is shortened to twice the way to the zero a few times.
//
// The triangles have third corners a + e' and c + f'. Along n these are higher than the edges by
//     alpha = f . N(e' x e) / q   and   beta = N(e) . (f x f') / q,
// quadratics times 1 / q. So n certifies the distance of the triangles where P + alpha - beta, for each of
// the up to four pairs of an end of A and one of B, passes the same test.
#include "continuous/offset_pair.h"
#include "foundation/bernstein.h"

enum { REFINEMENTS = 4 };

static const double equationError = 16.0 * CD_EPSILON, formError = 8.0 * CD_EPSILON;

// Times q, as coefficients in tau. `alpha` of A's corner above its edge, `beta` of B's; `scale` that errors
// have.
typedef struct EdgeFamily {
    cdCubic height; // P, with the sign that makes it positive
    double alpha[3], beta[3];
    bool hasAlpha, hasBeta;
    cdVec3 normal[3]; // n
    double error;     // of P + alpha - beta together, and of |n| d
} EdgeFamily;

static cdVec3 edgeOf(const cdOffsetShape *shape, int edge) {
    return cdSub(shape->v[cdGetOffsetEdgeEnd(shape, edge)], shape->v[edge]);
}

// From the edge's start to the corner beside it.
static cdVec3 sideOf(const cdOffsetShape *shape, int edge) {
    return cdSub(shape->v[(edge + 2) % 3], shape->v[edge]);
}

static void addAlpha(EdgeFamily *family, const cdScrew *screw, cdVec3 e, cdVec3 side, cdVec3 f, double sign) {
    cdVec3 v = cdCross(side, e), once = cdCross(screw->g, v);
    family->alpha[0] = sign * cdDot(f, v);
    family->alpha[1] = sign * 2.0 * cdDot(f, once);
    family->alpha[2] = sign * (2.0 * cdDot(f, cdCross(screw->g, once)) + screw->k2 * cdDot(f, v));
    family->hasAlpha = true;
}

static void addBeta(EdgeFamily *family, const cdMovingEdge *edge, cdVec3 f, cdVec3 side, double sign) {
    cdVec3 w = cdCross(f, side);
    family->beta[0] = sign * cdDot(edge->e, w);
    family->beta[1] = sign * cdDot(edge->n1, w);
    family->beta[2] = sign * cdDot(edge->n2, w);
    family->hasBeta = true;
}

static EdgeFamily makeFamily(const cdOffsetWork *work, int edgeA, int edgeB, cdVec3 toward, double tau) {
    const cdOffsetView *view = &work->views[0];
    int endA = cdGetOffsetEdgeEnd(&work->a, edgeA), endB = cdGetOffsetEdgeEnd(&work->b, edgeB);
    cdVec3 e = edgeOf(&work->a, edgeA), f = edgeOf(&work->b, edgeB);
    cdMovingEdge moving = cdMakeMovingEdge(&view->screw, &view->moving[edgeA], &view->moving[endA]);
    EdgeFamily family = {.height = cdMakeEdgeEdgeCubic(&moving, work->b.v[edgeB], work->b.v[endB])};
    family.normal[0] = cdCross(e, f);
    family.normal[1] = cdCross(moving.n1, f);
    family.normal[2] = cdCross(moving.n2, f);
    cdVec3 now = cdMulAdd(family.normal[0], tau, cdMulAdd(family.normal[1], tau, family.normal[2]));
    double sign = cdDot(now, toward) < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 4; k++)
        family.height.c[k] *= sign;
    if (work->a.count == 3) addAlpha(&family, &view->screw, e, sideOf(&work->a, edgeA), f, sign);
    if (work->b.count == 3) addBeta(&family, &moving, f, sideOf(&work->b, edgeB), sign);
    double sides = work->views[0].fixedExtent + work->views[1].fixedExtent + work->distance;
    double sum = 0.0;
    for (int k = 0; k < 4; k++)
        sum += fabs(family.height.c[k]);
    family.error = family.height.error + equationError * family.height.scale * sides +
                   (formError + cdGetFollowError(3)) * (sum + family.height.scale * sides);
    return family;
}

// The Bernstein coefficients over [lo, hi] of a polynomial in tau, less those of d times a bound on |n|.
static void fillCoefficients(const double c[4], const double bound[4], double lo, double hi, double error,
                             double out[4]) {
    double w = hi - lo, value = ((c[3] * lo + c[2]) * lo + c[1]) * lo + c[0];
    double slope = ((3.0 * c[3] * lo + 2.0 * c[2]) * lo + c[1]) * w / 3.0;
    double curve = (3.0 * c[3] * lo + c[2]) * w * w / 3.0;
    out[0] = value;
    out[1] = value + slope;
    out[2] = out[1] + slope + curve;
    out[3] = ((c[3] * hi + c[2]) * hi + c[1]) * hi + c[0];
    for (int k = 0; k < 4; k++)
        out[k] -= bound[k] + error;
}

// d times the cubic above |n| over [lo, hi].
static void boundNormal(const EdgeFamily *family, double distance, double lo, double hi, double out[4]) {
    const cdVec3 *n = family->normal;
    cdVec3 first = cdMulAdd(n[0], lo, cdMulAdd(n[1], lo, n[2]));
    cdVec3 slope = cdMulAdd(n[1], 2.0 * lo, n[2]);
    cdVec3 middle = cdMulAdd(first, 0.5 * (hi - lo), slope);
    cdVec3 last = cdMulAdd(n[0], hi, cdMulAdd(n[1], hi, n[2]));
    double l0 = distance * cdLength(first), l1 = distance * cdLength(middle), l2 = distance * cdLength(last);
    out[0] = l0;
    out[1] = (l0 + 2.0 * l1) / 3.0;
    out[2] = (2.0 * l1 + l2) / 3.0;
    out[3] = l2;
}

static double followInterval(const EdgeFamily *family, double distance, double lo, double hi) {
    double bound[4], b[4], last = 1.0;
    boundNormal(family, distance, lo, hi, bound);
    for (int i = 0; i < 4; i++) {
        bool above = i & 1, below = i & 2;
        if ((above && !family->hasAlpha) || (below && !family->hasBeta)) continue;
        double c[4];
        for (int k = 0; k < 4; k++)
            c[k] = family->height.c[k];
        for (int k = 0; k < 3; k++)
            c[k] += (above ? family->alpha[k] : 0.0) - (below ? family->beta[k] : 0.0);
        fillCoefficients(c, bound, lo, hi, family->error, b);
        last = cdMin(last, cdFollowAbove(b, 3, 0.0, 1.0));
        if (!(last > 0.0)) return lo;
    }
    // Rounded down: a place in the interval may not lie beyond the one certified.
    return last < 1.0 ? lo + (hi - lo) * last * (1.0 - 2.0 * CD_EPSILON) : hi;
}

double cdFollowOffsetEdges(const cdOffsetWork *work, int edgeA, int edgeB, cdVec3 toward, double tau) {
    EdgeFamily family = makeFamily(work, edgeA, edgeB, toward, tau);
    double last = tau, end = 1.0;
    for (int i = 0; i < REFINEMENTS; i++) {
        double next = followInterval(&family, work->distance, tau, end);
        double gain = next - last;
        last = cdMax(last, next);
        if (next >= end || !(next > tau) || gain < 0.125 * (next - tau)) break;
        end = cdMin(end, next + (next - tau));
    }
    return last;
}
