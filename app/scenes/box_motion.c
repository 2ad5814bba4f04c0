// Builds the motions of boxes, coefficient by coefficient, and computes the separating-axis test.
//
// 1. Rotation by Cayley's formula about the unit axis u, with k = tan(angle / 2). Multiplied by
//    w = 1 + k^2 t^2 it is I + 2 k t [u] + k^2 t^2 (2 u u^T - I), applied to the columns of the orientation
//    at 0.
// 2. The centre times w is a quadratic too: from + velocity t + c t^2, with c such that it ends at w(1) to.
// 3. The test: for each direction n, |n . d| minus the sum of |n . arm| over both boxes' arms.
#include "scenes/box_motion.h"
#include "shapes/elementary.h"

static void setColumn(cdQuadraticMatrix *motion, int column, int power, cdVec3 v) {
    motion->c[0][column][power] = v.x;
    motion->c[1][column][power] = v.y;
    motion->c[2][column][power] = v.z;
}

static cdVec3 getAxis(int i) {
    return (cdVec3){i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
}

cdQuadraticMatrix MakeFlight(cdQuat turn, cdVec3 from, cdVec3 velocity, cdVec3 bend) {
    cdQuadraticMatrix motion = {0};
    for (int i = 0; i < 3; i++)
        setColumn(&motion, i, 0, cdRotate(turn, getAxis(i)));
    setColumn(&motion, 3, 0, from);
    setColumn(&motion, 3, 1, velocity);
    setColumn(&motion, 3, 2, bend);
    motion.c[3][3][0] = 1.0;
    return motion;
}

cdQuadraticMatrix MakeTurningFlight(const TurningFlight *flight) {
    cdQuadraticMatrix motion = {0};
    double k = cdTan(0.5 * flight->angle), kk = k * k;
    cdVec3 u = flight->axis;
    for (int i = 0; i < 3; i++) { // (1)
        cdVec3 e = cdRotate(flight->turn, getAxis(i));
        setColumn(&motion, i, 0, e);
        setColumn(&motion, i, 1, cdScale(2.0 * k, cdCross(u, e)));
        setColumn(&motion, i, 2, cdSub(cdScale(2.0 * kk * cdDot(u, e), u), cdScale(kk, e)));
    }
    cdVec3 end = cdScale(1.0 + kk, flight->to); // (2)
    setColumn(&motion, 3, 0, flight->from);
    setColumn(&motion, 3, 1, flight->velocity);
    setColumn(&motion, 3, 2, cdSub(cdSub(end, flight->from), flight->velocity));
    motion.c[3][3][0] = 1.0;
    motion.c[3][3][2] = kk;
    return motion;
}

void StretchMotion(cdQuadraticMatrix *motion, int axis, cdVec3 column) {
    motion->c[0][axis][1] += column.x;
    motion->c[1][axis][1] += column.y;
    motion->c[2][axis][1] += column.z;
}

double GetRouteStop(const cdBoxContact *contact) {
    bool goesOn = contact->state == CD_FREE || contact->state == CD_OVERLAP;
    return goesOn ? 1.0 : contact->t.lo;
}

double GetRouteSeconds(const SceneRoute *route) {
    cdBoxContact contact = cdFindBoxContact(&route->input, NULL);
    return ROUTE_LEAD + GetRouteStop(&contact) * route->seconds + ROUTE_REST;
}

// (3)
static double getGapAlong(const cdBoxAt *a, const cdBoxAt *b, cdVec3 n) {
    double reach = 0.0;
    for (int i = 0; i < 3; i++)
        reach += fabs(cdDot(n, a->arms[i])) + fabs(cdDot(n, b->arms[i]));
    return fabs(cdDot(n, cdSub(a->center, b->center))) - reach;
}

// Returns the gap along the normal of two arms, or -infinity if they are parallel.
static double getGapAcross(const cdBoxAt *a, const cdBoxAt *b, cdVec3 u, cdVec3 v) {
    cdVec3 n = cdCross(u, v);
    double length = cdLength(n);
    if (length <= 1e-7 * cdLength(u) * cdLength(v)) return -INFINITY;
    return getGapAlong(a, b, cdScale(1.0 / length, n));
}

double GetBoxGap(const cdBoxAt *a, const cdBoxAt *b) {
    double widest = -INFINITY;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        widest = cdMax(widest, getGapAcross(a, b, a->arms[i], a->arms[j]));
        widest = cdMax(widest, getGapAcross(a, b, b->arms[i], b->arms[j]));
        for (int m = 0; m < 3; m++)
            widest = cdMax(widest, getGapAcross(a, b, a->arms[i], b->arms[m]));
    }
    return widest;
}
