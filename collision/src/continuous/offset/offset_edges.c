// The family of directions that stay perpendicular to an edge of A and an edge of B.
//
// It extends the edge-edge equation of [RKC01 2]. With q = 1 + k2 tau^2, N(v) = q times the turned direction
// v (a quadratic), A's edge from a along e, B's from c along f, and n(tau) = N(e) x f, the cubic of
// elements.h is
//     P(tau) = f . (q (a(tau) - c) x N(e) / q) = n . (a(tau) - c),
// so the distance of the lines is |P| / |N(e) x f|. The quartic terms cancel in P, and both sides carry one
// power of 1 / q. So lines at the distance d have P^2 - d^2 |N(e) x f|^2 = 0, of degree 6, or P = +-d |N(e) x
// f|. The squared form loses half of the digits where d is small, so the second one is followed, with
// polynomials in place of |n| that are never below it. (a) (|n|^2 + m^2) / (2 m), m = |n(tau)|: of degree 4,
// equal to |n| at tau and of the same slope. Its zero is a step of Newton's method from the safe side, and
// the next step starts there. (b) The cubic whose Bernstein coefficients are the lengths of the curve's own:
// off by more near tau, by less where |n| grows to many times m.
//
// The triangles have third corners a + e' and c + f'. Along n these are higher than the edges by
//     alpha = f . N(e' x e) / q   and   beta = N(e) . (f x f') / q,
// quadratics times 1 / q. So n certifies the distance of the triangles where P + alpha - beta, for each
// of the up to four pairs of an end of A and one of B, passes the same test.
#include "continuous/offset/offset_pair.h"
#include "foundation/numbers/bernstein.h"

enum { DEGREE = 4, STEPS = 8 };

// In rounding units of a sum of terms, each at most a dozen roundings of 2^-53 deep; and of Bernstein
// coefficients.
static const double equationError = 8.0 * CD_EPSILON, formError = 8.0 * CD_EPSILON;

// Times q, as coefficients in tau. `alpha` is the height of A's corner above its edge, `beta` of B's; errors
// scale with `scale`.
typedef struct EdgeFamily {
    cdCubic height; // P, with the sign that makes it positive
    double alpha[3], beta[3];
    bool hasAlpha, hasBeta;
    cdVec3 normal[3]; // n
    double square[5]; // |n|^2
    double scale;     // the error of n scales with it
    double error;     // of P + alpha - beta together, and of |n| d
} EdgeFamily;

static cdVec3 edgeOf(const cdOffsetShape *shape, int edge) {
    return cdSub(shape->v[cdGetOffsetEdgeEnd(shape, edge)], shape->v[edge]);
}

// Returns the vector from the edge's start to the third corner.
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
    const cdVec3 *n = family.normal;
    family.square[0] = cdDot(n[0], n[0]);
    family.square[1] = 2.0 * cdDot(n[0], n[1]);
    family.square[2] = cdDot(n[1], n[1]) + 2.0 * cdDot(n[0], n[2]);
    family.square[3] = 2.0 * cdDot(n[1], n[2]);
    family.square[4] = cdDot(n[2], n[2]);
    // Lengths of the terms of N(e), and of the cubics' other factors.
    double k = sqrt(view->screw.k2), turned = 1.0 + k * (3.0 + 3.0 * k);
    cdVec3 delta = cdSub(moving.a, work->b.v[edgeB]);
    double reach = cdLength(delta) + moving.velocityScale + work->distance;
    if (family.hasAlpha) reach += cdLength(sideOf(&work->a, edgeA));
    if (family.hasBeta) reach += cdLength(sideOf(&work->b, edgeB));
    family.scale = cdLength(e) * cdLength(f) * turned;
    family.error = equationError * family.scale * reach;
    return family;
}

static cdVec3 normalAt(const EdgeFamily *family, double tau) {
    return cdMulAdd(family->normal[0], tau, cdMulAdd(family->normal[1], tau, family->normal[2]));
}

// Computes P + alpha - beta for one of the four pairs of ends; false: it is never below another one.
static bool getPair(const EdgeFamily *family, int pair, double c[4]) {
    bool above = pair & 1, below = pair & 2;
    if ((above && !family->hasAlpha) || (below && !family->hasBeta)) return false;
    for (int k = 0; k < 4; k++)
        c[k] = family->height.c[k];
    for (int k = 0; k < 3; k++)
        c[k] += (above ? family->alpha[k] : 0.0) - (below ? family->beta[k] : 0.0);
    return true;
}

// --- by the tangent

static double followTangent(const EdgeFamily *family, double distance, double tau) {
    double m = cdLength(normalAt(family, tau)), last = 1.0;
    if (!(m > 0.0)) return tau;
    double share = 0.5 * distance / m;
    double error = family->error +
                   2.0 * (equationError + cdGetFollowError(DEGREE)) * share * family->scale * family->scale;
    for (int pair = 0; pair < 4; pair++) {
        double c[5] = {0.0};
        if (!getPair(family, pair, c)) continue;
        for (int k = 0; k <= DEGREE; k++)
            c[k] -= share * family->square[k];
        c[0] -= share * m * m + error;
        double sum = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + fabs(c[3]) + fabs(c[4]);
        c[0] -= (formError + cdGetFollowError(DEGREE)) * sum;
        double b[5] = {c[0], c[0] + c[1] / 4.0, c[0] + c[1] / 2.0 + c[2] / 6.0,
                       c[0] + 0.75 * c[1] + c[2] / 2.0 + c[3] / 4.0, c[0] + c[1] + c[2] + c[3] + c[4]};
        last = cdMin(last, cdFollowAbove(b, DEGREE, tau, last));
        if (!(last > tau)) return tau;
    }
    return last;
}

// --- by the hull

// Computes Bernstein coefficients over [lo, hi]: a polynomial in tau, less d times a bound on |n|.
static void fillCoefficients(const double c[4], const double bound[4], double lo, double hi, double error,
                             double out[4]) {
    double w = hi - lo, value = ((c[3] * lo + c[2]) * lo + c[1]) * lo + c[0];
    double slope = ((3.0 * c[3] * lo + 2.0 * c[2]) * lo + c[1]) * w / 3.0;
    double curve = (3.0 * c[3] * lo + c[2]) * w * w / 3.0;
    out[0] = value;
    out[1] = value + slope;
    out[2] = out[1] + slope + curve;
    out[3] = ((c[3] * hi + c[2]) * hi + c[1]) * hi + c[0];
    double sum = bound[0] + bound[1] + bound[2] + bound[3];
    for (int k = 0; k < 4; k++)
        sum += fabs(c[k]);
    for (int k = 0; k < 4; k++)
        out[k] -= bound[k] + error + (formError + cdGetFollowError(3)) * sum;
}

// Computes d times the cubic above |n| over [lo, hi].
static void boundNormal(const EdgeFamily *family, double distance, double lo, double hi, double out[4]) {
    const cdVec3 *n = family->normal;
    cdVec3 first = normalAt(family, lo), last = normalAt(family, hi);
    cdVec3 slope = cdMulAdd(n[1], 2.0 * lo, n[2]);
    cdVec3 middle = cdMulAdd(first, 0.5 * (hi - lo), slope);
    double l0 = distance * cdLength(first), l1 = distance * cdLength(middle), l2 = distance * cdLength(last);
    out[0] = l0;
    out[1] = (l0 + 2.0 * l1) / 3.0;
    out[2] = (2.0 * l1 + l2) / 3.0;
    out[3] = l2;
}

static double followHull(const EdgeFamily *family, double distance, double lo, double hi) {
    double bound[4], b[4], c[4], last = 1.0;
    boundNormal(family, distance, lo, hi, bound);
    for (int pair = 0; pair < 4; pair++) {
        if (!getPair(family, pair, c)) continue;
        fillCoefficients(c, bound, lo, hi, family->error, b);
        last = cdMin(last, cdFollowAbove(b, 3, 0.0, last));
        if (!(last > 0.0)) return lo;
    }
    // Rounded down: the certified interval may not end beyond the zero.
    return last < 1.0 ? lo + (hi - lo) * last * (1.0 - 2.0 * CD_EPSILON) : hi;
}

double cdFollowOffsetEdges(const cdOffsetWork *work, int edgeA, int edgeB, cdVec3 toward, double tau) {
    static const double littleGain = 0x1p-16;
    EdgeFamily family = makeFamily(work, edgeA, edgeB, toward, tau);
    double last = tau;
    for (int i = 0; i < STEPS; i++) {
        double next = followTangent(&family, work->distance, last);
        if (next < 1.0 && i == 0) next = cdMax(next, followHull(&family, work->distance, last, 1.0));
        double gain = next - last;
        last = next;
        if (last >= 1.0 || !(gain > littleGain * (last - tau))) break;
    }
    return last;
}
