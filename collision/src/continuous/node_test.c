// Whether two nodes' volumes can meet during a span: spheres [RKC01 3.1] and slabs.
//
// (1) The moving centre stays within `bulge` of its chord, so the distance of the other centre from the chord
// decides most pairs both ways [RKC01 4.2, with the chord in place of the cylinder]. (2) Where the bulge
// leaves it open, the minimum over time of the quartic Q(tau) = q (|c(tau) - y|^2 - r^2) decides: Q is looked
// at in both ends and at the roots of its derivative, a cubic [RKC01 3.1]. (3) Spheres that meet may still
// hold surfaces that pass each other: each node's slab is tested against the other's volume along the slab's
// normal, with the turn of A added.
#include "continuous/search.h"

// Q and its derivative as coefficients in tau.
typedef struct Quartic {
    double c[5];
    double error;
} Quartic;

static double evaluateQuartic(const Quartic *q, double x) {
    return (((q->c[4] * x + q->c[3]) * x + q->c[2]) * x + q->c[1]) * x + q->c[0];
}

static Quartic makeDistanceQuartic(const cdScrew *screw, cdVec3 moving, cdVec3 fixed, double radius) {
    cdMovingPoint p = cdMakeMovingPoint(screw, moving);
    cdVec3 d0 = cdSub(moving, fixed);
    double s = screw->s, k2 = screw->k2;
    double e0 = cdDot(d0, d0) - radius * radius;
    double e1 = 2.0 * s * cdDot(screw->u, d0);
    double e2 = s * s;
    double bSq = cdDot(p.b, p.b);
    Quartic q;
    q.c[0] = e0;
    q.c[1] = e1 + 4.0 * cdDot(d0, p.b);
    q.c[2] = e2 + k2 * e0 + 4.0 * bSq + 4.0 * cdDot(d0, cdCross(screw->g, p.b));
    q.c[3] = k2 * e1;
    q.c[4] = k2 * e2;
    double scale = cdLength(d0) + 2.0 * sqrt(bSq) + fabs(s) + radius;
    q.error = 64.0 * CD_EPSILON * scale * scale;
    return q;
}

// Whether the spheres meet for some tau in [lo, hi].
static bool spheresMeet(const cdScrew *screw, cdVec3 moving, cdVec3 fixed, double radius, double lo,
                        double hi) {
    Quartic q = makeDistanceQuartic(screw, moving, fixed, radius);
    if (evaluateQuartic(&q, lo) <= q.error || evaluateQuartic(&q, hi) <= q.error) return true;
    double slope[4] = {q.c[1], 2.0 * q.c[2], 3.0 * q.c[3], 4.0 * q.c[4]};
    double roots[3];
    int count = cdSolveCubic(slope, roots);
    for (int i = 0; i < count; i++)
        if (roots[i] > lo && roots[i] < hi && evaluateQuartic(&q, roots[i]) <= q.error) return true;
    return false;
}

static bool quarticApart(cdSearch *search, int32_t nodeA, cdVec3 centerB, double radius) {
    search->stats.quarticTests++;
    cdVec3 moving =
        cdAdd(cdMulMat3Vec3(&search->rotation, search->a->tree.volumes[nodeA].center), search->center);
    return !spheresMeet(search->screw, moving, centerB, radius, search->span.tau0, search->tauEnd);
}

// Whether a disc of radius r, height 2 h and unit normal n reaches less than `gap` along a direction, c =
// dot(n, direction): its extent is h |c| + r sqrt(1 - c^2). Without the root.
static inline bool extentBelow(double gap, double h, double r, double c) {
    double rest = gap - h * fabs(c);
    return rest > 0.0 && rest * rest > r * r * (1.0 - c * c + 4.0 * CD_EPSILON);
}

static bool slabsApart(const cdSearch *search, const cdMovedNode *a, const cdNodeVolume *b, cdVec3 d0,
                       double bulge) {
    cdVec3 end = cdMulAdd(d0, search->lambdaEnd, a->step);
    double c = cdDot(a->normal, b->normal);
    // Turning by an angle lengthens A's extent along a fixed direction by at most that angle times its reach.
    double slack = bulge + search->inflation + search->turn * (a->radius + a->halfHeight);
    double from = cdDot(b->normal, d0), to = cdDot(b->normal, end);
    if (from * to > 0.0 &&
        extentBelow(cdMin(fabs(from), fabs(to)) - b->halfHeight - slack, a->halfHeight, a->radius, c))
        return true;
    from = cdDot(a->normal, d0);
    to = cdDot(a->normal, end);
    return from * to > 0.0 &&
           extentBelow(cdMin(fabs(from), fabs(to)) - a->halfHeight - slack, b->halfHeight, b->radius, c);
}

bool cdNodesMayMeet(cdSearch *search, const cdMovedNode *a, int32_t nodeA, int32_t nodeB, double *nearness) {
    const cdNodeVolume *b = &search->b->tree.volumes[nodeB];
    search->stats.sphereTests++;
    cdVec3 centerB = cdAdd(b->center, search->offsetB);
    cdVec3 d0 = cdSub(a->from, centerB);
    double bulge = a->bulge * search->bulgeShare;
    double radius = a->radius + b->radius + search->inflation;
    double lambda = cdMin(search->lambdaEnd, cdMax(0.0, -cdDot(d0, a->step) * a->stepScale));
    double nearestSq = cdLengthSq(cdMulAdd(d0, lambda, a->step));
    *nearness = nearestSq;
    if (search->disabled & CD_DISABLE_TRAJECTORY_BOUND) {
        if (quarticApart(search, nodeA, centerB, radius)) return false;
    } else {
        double outer = radius + bulge, inner = radius - bulge;
        if (nearestSq > outer * outer) {
            search->stats.boundRejects++;
            return false;
        }
        bool certain = inner > 0.0 && nearestSq <= inner * inner;
        if (!certain && quarticApart(search, nodeA, centerB, radius)) return false;
    }
    if (!(search->disabled & CD_DISABLE_SLABS) && slabsApart(search, a, b, d0, bulge)) {
        search->stats.slabRejects++;
        return false;
    }
    return true;
}
