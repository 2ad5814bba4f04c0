// First contact of four points that each move linearly: vertex against triangle, or edge against edge.
//
// The twin of elements.c for deforming meshes: coplanarity of the four points is a cubic in t as well, so the
// same certified roots and the same decision by distance serve. (1) Work relative to the first point, so a
// common offset or velocity cancels. (2) Where the cubic may vanish, a narrow suspect is decided by the
// distance of the elements at its root; (3) a wide one (motion within a plane, grazing, no motion) by
// separating directions, along which the gap of every pair of points is linear in t, and by the sides of
// edges (linear_sides.c).
#include "continuous/linear_sides.h"
#include "foundation/hooks.h"
#include "foundation/polynomial.h"
#include "mesh/closest.h"

enum { MAX_ROUNDS = 400 };

static const double equationError = 64.0 * CD_EPSILON;
static const double touchUnits = 1024.0;

// The four points relative to the first one, which stays at the origin.
typedef struct RelativePoints {
    cdContactKind kind;
    cdVec3 start[4], step[4];
    int firstCount; // points of the first element: 1 or 2
    double size;    // bound on all coordinates
    double speed;   // bound on all relative speeds
    double tolerance, width;
} RelativePoints;

static double sumAbs(cdVec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static RelativePoints makeRelative(const cdLinearInput *input) {
    RelativePoints r = {.kind = input->kind, .firstCount = input->kind == CD_VERTEX_FACE ? 1 : 2};
    for (int i = 1; i < 4; i++) {
        r.start[i] = cdSub(input->start[i], input->start[0]);
        r.step[i] = cdSub(cdSub(input->end[i], input->end[0]), r.start[i]);
        r.size = cdMax(r.size, sumAbs(r.start[i]) + sumAbs(r.step[i]));
    }
    for (int i = 0; i < r.firstCount; i++)
        for (int k = r.firstCount; k < 4; k++)
            r.speed = cdMax(r.speed, cdLength(cdSub(r.step[k], r.step[i])));
    r.tolerance = touchUnits * CD_EPSILON * r.size;
    double ratio = r.speed > 0.0 ? r.size / r.speed : INFINITY;
    r.width = cdMin(0x1p-32, 0x1p-42 + touchUnits * CD_EPSILON * ratio);
    return r;
}

// dot(a, b x c) of three linearly moving vectors as a cubic in t.
static cdCubic makeTripleCubic(const cdVec3 start[3], const cdVec3 step[3]) {
    cdVec3 bc = cdCross(start[1], start[2]);
    cdVec3 mixed = cdAdd(cdCross(start[1], step[2]), cdCross(step[1], start[2]));
    cdVec3 late = cdCross(step[1], step[2]);
    cdCubic cubic;
    cubic.c[0] = cdDot(start[0], bc);
    cubic.c[1] = cdDot(step[0], bc) + cdDot(start[0], mixed);
    cubic.c[2] = cdDot(step[0], mixed) + cdDot(start[0], late);
    cubic.c[3] = cdDot(step[0], late);
    cubic.error = equationError;
    for (int i = 0; i < 3; i++)
        cubic.error *= sumAbs(start[i]) + sumAbs(step[i]);
    return cubic;
}

static cdCubic makeCoplanarCubic(const RelativePoints *r) {
    if (r->kind == CD_VERTEX_FACE) return makeTripleCubic(&r->start[1], &r->step[1]);
    cdVec3 start[3] = {r->start[2], r->start[1], cdSub(r->start[3], r->start[2])};
    cdVec3 step[3] = {r->step[2], r->step[1], cdSub(r->step[3], r->step[2])};
    return makeTripleCubic(start, step);
}

static cdClosest closestAt(const RelativePoints *r, double t) {
    cdVec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = cdMulAdd(r->start[i], t, r->step[i]);
    if (r->kind == CD_VERTEX_FACE) return cdFindClosestPointTriangle(p[0], p[1], p[2], p[3]);
    return cdFindClosestSegments(p[0], p[1], p[2], p[3]);
}

// The largest time up to `hi` such that direction n keeps the elements `clearance` apart from t on; t itself
// when n does not separate them there: the direction between near points is tilted by rounding.
static double followDirection(const RelativePoints *r, cdVec3 n, double clearance, double t, double hi) {
    double last = hi;
    for (int i = 0; i < r->firstCount; i++)
        for (int k = r->firstCount; k < 4; k++) {
            double gap = cdDot(n, cdSub(r->start[i], r->start[k])) - clearance;
            double rate = cdDot(n, cdSub(r->step[i], r->step[k]));
            if (gap + rate * t < 0.0) return t;
            if (gap + rate * last < 0.0) last = cdMax(t, cdMin(last, -gap / rate));
        }
    return last;
}

// The normal of the triangle, or of both edges, on the side of `toward`: near contact it is far more accurate
// than the direction between closest points.
static cdVec3 findNormal(const RelativePoints *r, double t, cdVec3 toward) {
    cdVec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = cdMulAdd(r->start[i], t, r->step[i]);
    bool edges = r->kind == CD_EDGE_EDGE;
    cdVec3 first = cdSub(p[edges ? 1 : 2], p[edges ? 0 : 1]), second = cdSub(p[3], p[edges ? 2 : 1]);
    cdVec3 normal = cdNormalize(cdCross(cdNormalize(first), cdNormalize(second)));
    return cdDot(normal, toward) < 0.0 ? cdNegate(normal) : normal;
}

static cdContactState stepBySeparation(const RelativePoints *r, double lo, double hi, double *root) {
    double t = lo, clearance = 0.5 * r->tolerance;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        cdClosest closest = closestAt(r, t);
        double distance = sqrt(closest.distanceSq);
        *root = t;
        if (distance <= r->tolerance) return CD_CONTACT;
        if (t >= hi) return CD_FREE;
        cdVec3 n = cdScale(1.0 / distance, cdSub(closest.onFirst, closest.onSecond));
        double next = followDirection(r, n, clearance, t, hi);
        next = cdMax(next, followDirection(r, findNormal(r, t, n), clearance, t, hi));
        next = cdMax(next, cdFollowSides(r->kind, r->start, r->step, r->size, t, hi));
        double stride = distance - clearance;
        double safe = stride < r->speed * (hi - t) ? t + stride / r->speed : hi;
        if (cdMax(next, safe) <= t) break;
        t = cdMax(next, safe);
    }
    return CD_UNDECIDED;
}

// The time in [lo, hi] at which the elements are nearest, by golden section: their distance has one minimum
// in the short interval around a multiple root.
static double findNearestTime(const RelativePoints *r, double lo, double hi) {
    const double share = 0.6180339887498949;
    double left = hi - share * (hi - lo), right = lo + share * (hi - lo);
    double atLeft = closestAt(r, left).distanceSq, atRight = closestAt(r, right).distanceSq;
    for (int i = 0; i < 60; i++) {
        bool keepLeft = atLeft < atRight;
        if (keepLeft) {
            hi = right;
            right = left;
            atRight = atLeft;
            left = hi - share * (hi - lo);
            atLeft = closestAt(r, left).distanceSq;
        } else {
            lo = left;
            left = right;
            atLeft = atRight;
            right = lo + share * (hi - lo);
            atRight = closestAt(r, right).distanceSq;
        }
    }
    return 0.5 * (lo + hi);
}

static cdLinearContact makeResult(const RelativePoints *r, cdContactState state, double lo, double hi) {
    double width = r->width + 4.0 * CD_EPSILON;
    cdInterval t = {cdMax(0.0, lo - width), cdMin(1.0, hi + width)};
    if (state == CD_FREE) t = (cdInterval){1.0, 1.0};
    return (cdLinearContact){state, t, r->tolerance + r->width * r->speed};
}

// Elements that graze at a multiple root come nearer too slowly to be followed to the end. Where they do
// touch, the contact is certain and lies between the time they were followed to and the touch; the interval
// is wide then.
static cdLinearContact settle(const RelativePoints *r, double lo, double hi) {
    double nearest = findNearestTime(r, lo, hi);
    bool touch = closestAt(r, nearest).distanceSq <= r->tolerance * r->tolerance;
    return makeResult(r, touch ? CD_CONTACT : CD_UNDECIDED, lo, touch ? nearest : lo);
}

cdLinearContact cdFindLinearContact(const cdLinearInput *input) {
    if (!CD_REQUIRE(input && (input->kind == CD_VERTEX_FACE || input->kind == CD_EDGE_EDGE)))
        return (cdLinearContact){.state = CD_UNDECIDED};
    RelativePoints r = makeRelative(input);
    if (!isfinite(r.size)) return makeResult(&r, CD_UNDECIDED, 0.0, 0.0);
    cdCubic cubic = makeCoplanarCubic(&r);
    if (!cdCubicMayReach(&cubic, cubic.error, 0.0, 1.0)) return makeResult(&r, CD_FREE, 1.0, 1.0);
    cdSuspect suspects[CD_MAX_SUSPECTS];
    int count = cdFindSuspects(&cubic, suspects);
    for (int i = 0; i < count; i++) {
        double width = suspects[i].hi - suspects[i].lo;
        if (width > 0.5 * r.width) {
            double root;
            cdContactState state = stepBySeparation(&r, suspects[i].lo, suspects[i].hi, &root);
            if (state == CD_CONTACT) return makeResult(&r, state, root, root);
            if (state == CD_UNDECIDED) return settle(&r, root, suspects[i].hi);
            continue;
        }
        double reach = r.tolerance + width * r.speed;
        if (closestAt(&r, suspects[i].root).distanceSq <= reach * reach)
            return makeResult(&r, CD_CONTACT, suspects[i].root, suspects[i].root);
    }
    return makeResult(&r, CD_FREE, 1.0, 1.0);
}
