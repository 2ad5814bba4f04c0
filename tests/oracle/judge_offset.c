// Judges cdFindOffsetContact by samples of the distance; see judge_offset.h.
#include "oracle/judge_offset.h"
#include "foundation/geometry/screw.h"
#include "mesh/shapes/closest.h"
#include "mesh/shapes/triangle_overlap.h"

#include <float.h>

enum { MAX_SAMPLES = 40 };

// --- distances in long double

static Real distanceAlong(RealVec3 p, RealVec3 a, RealVec3 along, Real t) {
    return lengthReal(subReal(addReal(a, scaleReal(t, along)), p));
}

static Real pointSegment(RealVec3 p, RealVec3 a, RealVec3 b) {
    RealVec3 along = subReal(b, a);
    Real lengthSq = dotReal(along, along), t = 0.0L;
    if (lengthSq > 0.0L) t = dotReal(subReal(p, a), along) / lengthSq;
    t = t < 0.0L ? 0.0L : t > 1.0L ? 1.0L : t;
    return distanceAlong(p, a, along, t);
}

static Real leastReal(Real x, Real y) {
    return x < y ? x : y;
}

static Real segments(const RealVec3 a[2], const RealVec3 b[2]) {
    Real least = leastReal(leastReal(pointSegment(a[0], b[0], b[1]), pointSegment(a[1], b[0], b[1])),
                           leastReal(pointSegment(b[0], a[0], a[1]), pointSegment(b[1], a[0], a[1])));
    RealVec3 e = subReal(a[1], a[0]), f = subReal(b[1], b[0]), n = crossReal(e, f),
             between = subReal(b[0], a[0]);
    Real square = dotReal(n, n);
    if (!(square > 0.0L)) return least;
    Real s = dotReal(crossReal(between, f), n) / square;
    if (!(s >= 0.0L && s <= 1.0L)) return least;
    return leastReal(least, pointSegment(addReal(a[0], scaleReal(s, e)), b[0], b[1]));
}

static Real pointInside(RealVec3 p, const RealVec3 t[3]) {
    RealVec3 e = subReal(t[1], t[0]), f = subReal(t[2], t[0]), n = crossReal(e, f), d = subReal(p, t[0]);
    Real square = dotReal(n, n);
    if (!(square > 0.0L)) return INFINITY;
    Real v = dotReal(crossReal(d, f), n) / square, w = dotReal(crossReal(e, d), n) / square;
    if (!(v >= 0.0L && w >= 0.0L && v + w <= 1.0L)) return INFINITY;
    RealVec3 foot = addReal(t[0], addReal(scaleReal(v, e), scaleReal(w, f)));
    return lengthReal(subReal(foot, p));
}

Real FindRealDistance(const RealVec3 a[3], const RealVec3 b[3]) {
    Real least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = leastReal(least, leastReal(pointInside(a[i], b), pointInside(b[i], a)));
        RealVec3 edgeA[2] = {a[i], a[(i + 1) % 3]};
        for (int k = 0; k < 3; k++) {
            RealVec3 edgeB[2] = {b[k], b[(k + 1) % 3]};
            least = leastReal(least, segments(edgeA, edgeB));
        }
    }
    return least;
}

void PlaceRealTriangle(const cdScrew *screw, const cdVec3 a[3], Real tau, RealVec3 placed[3]) {
    for (int k = 0; k < 3; k++) {
        RealVec3 x = toReal(a[k]), g = toReal(screw->g);
        RealVec3 b = addReal(toReal(screw->bc), crossReal(g, subReal(x, toReal(screw->c))));
        RealVec3 turn = addReal(b, scaleReal(tau, crossReal(g, b)));
        Real share = 2.0L * tau / (1.0L + (Real)screw->k2 * tau * tau);
        placed[k] = addReal(addReal(x, scaleReal(share, turn)), scaleReal(tau * screw->s, toReal(screw->u)));
    }
}

// --- samples

typedef struct Judge {
    const cdOffsetPair *pair;
    Real speed, size, rounding;
    OffsetVerdict verdict;
} Judge;

static Real distanceAt(Judge *judge, Real tau) {
    RealVec3 a[3], b[3];
    PlaceRealTriangle(judge->pair->screw, judge->pair->a, tau, a);
    for (int k = 0; k < 3; k++)
        b[k] = toReal(judge->pair->b[k]);
    judge->verdict.samples++;
    return FindRealDistance(a, b);
}

static void accuse(Judge *judge, const char *fault, Real tau, Real distance) {
    if (judge->verdict.fault) return;
    judge->verdict.fault = fault;
    judge->verdict.tau = tau;
    judge->verdict.distance = distance;
}

// Covers an interval with known distances at both ends.
static void cover(Judge *judge, Real lo, Real atLo, Real hi, Real atHi) {
    Real least = 0.5L * (atLo + atHi - judge->speed * (hi - lo));
    if (least > judge->pair->distance || judge->verdict.fault) return;
    if (judge->verdict.samples >= MAX_SAMPLES || hi - lo < 1e-14L) {
        // Stops only where the bound does not help, as always at the contact's own end.
        if (atLo > judge->pair->distance + 1e-9L * judge->size) judge->verdict.certified = false;
        return;
    }
    Real middle = 0.5L * (lo + hi), at = distanceAt(judge, middle);
    if (at < judge->pair->distance - judge->rounding)
        accuse(judge, "within the distance before the contact", middle, at);
    cover(judge, lo, atLo, middle, at);
    cover(judge, middle, at, hi, atHi);
}

static Judge openJudge(const cdOffsetPair *pair) {
    Judge judge = {.pair = pair, .verdict = {.certified = true}};
    Real extent = 0.0L;
    for (int k = 0; k < 3; k++) {
        RealVec3 arm = subReal(toReal(pair->a[k]), toReal(pair->screw->c));
        RealVec3 b = addReal(toReal(pair->screw->bc), crossReal(toReal(pair->screw->g), arm));
        Real speed = 2.0L * lengthReal(b) + fabsl((Real)pair->screw->s);
        if (speed > judge.speed) judge.speed = speed;
        Real reach = lengthReal(toReal(pair->a[k])) + lengthReal(toReal(pair->b[k])) + lengthReal(arm);
        if (reach > extent) extent = reach;
    }
    judge.size = extent + judge.speed + pair->distance;
    judge.rounding = 64.0L * LDBL_EPSILON * judge.size;
    return judge;
}

static bool crossAt(const cdOffsetPair *pair, double tau) {
    cdVec3 a[3];
    for (int k = 0; k < 3; k++)
        a[k] = cdGetPointAt(pair->screw, pair->a[k], tau);
    return cdTrianglesOverlap(a, pair->b);
}

static void judgeContact(Judge *judge, double tau0, const cdOffsetContact *contact, Real at) {
    const cdOffsetPair *pair = judge->pair;
    bool crossing = contact->tau.lo == tau0 && contact->distance == 0.0 && crossAt(pair, tau0);
    if (crossing) return;
    if (at > pair->distance + contact->tolerance + judge->rounding)
        accuse(judge, "farther apart than the tolerance at the contact", contact->tau.lo, at);
    if (fabsl(at - contact->distance) > 0.25L * contact->tolerance)
        accuse(judge, "distance of the contact", contact->tau.lo, at);
    RealVec3 between = subReal(toReal(contact->pointA), toReal(contact->pointB));
    // The points are rounded in the frame of the pair, whose origin may be far away.
    Real rounding = contact->tolerance + 4.0L * DBL_EPSILON * lengthReal(toReal(contact->pointA));
    if (fabsl(lengthReal(between) - at) > rounding) accuse(judge, "points", contact->tau.lo, at);
    if (fabs(cdLength(contact->normal) - 1.0) > 1e-12 && contact->distance > rounding)
        accuse(judge, "length of the normal", contact->tau.lo, at);
    if (fabsl(dotReal(between, toReal(contact->normal)) - at) > rounding && contact->distance > rounding)
        accuse(judge, "normal", contact->tau.lo, at);
}

OffsetVerdict JudgeOffset(const cdOffsetPair *pair, double tau0, double tau1,
                          const cdOffsetContact *contact) {
    Judge judge = openJudge(pair);
    double end = contact->state == CD_FREE ? tau1 : contact->tau.lo;
    Real atStart = distanceAt(&judge, tau0), atEnd = end > tau0 ? distanceAt(&judge, end) : atStart;
    if (end > tau0) {
        if (crossAt(pair, tau0)) accuse(&judge, "crossing at the start", tau0, 0.0L);
        if (atStart < pair->distance - judge.rounding)
            accuse(&judge, "within the distance at the start", tau0, atStart);
        if (atEnd < pair->distance - judge.rounding)
            accuse(&judge, "within the distance at the end", end, atEnd);
        cover(&judge, tau0, atStart, end, atEnd);
    }
    if (contact->state == CD_CONTACT) judgeContact(&judge, tau0, contact, atEnd);
    if (!(contact->tau.lo <= contact->tau.hi)) accuse(&judge, "interval", end, atEnd);
    return judge.verdict;
}
