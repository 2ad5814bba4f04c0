// The route of two boxes on a screw: every plane is a cubic in tau.
//
// Input: the screw in B's frame, A's axes and centre at tau = 0. Output: the route of route.h. With T the
// turn at tau, N(v) = q T v = v + tau n1 + tau^2 n2 (collision/motion.h), n1 = 2 g x v, n2 = 2 g (g . v) - k2
// v, and the centre's displacement tau (b + T b) + tau s u (b perpendicular to g, so q tau (b + T b) is 2 tau
// b + 2 tau^2 g x b), times q:
//     d                = d0 q + 2 tau b + 2 tau^2 g x b + tau s q u            directions 3-5, B's axes
//     inverse(T) d     = d0 - 2 tau g x d0 + tau^2 (2 g (g . d0) - k2 d0)
//                        + 2 tau b - 2 tau^2 g x b + tau s q u                directions 0-2, along e_i
//     d x T e          = (d0 + tau s u + tau b) x N(e) + tau N(b x e)         directions 6-14, along f_m
//     T e . f                                                                 normals; q the volumes
// The quartic terms of the last but one vanish because both parts of the displacement are turned alike: q (T
// b) x (T e) = N(b x e). For a translation all is linear in t, and no normal moves.
//
// Errors: |n1| <= 2 |g| and |n2| = k2, so that all coefficients together are at most (1 + |g|)^2 times the
// sum of |d0|, 2 |b|, |s| and the half extents. In units of 2^-53 of that: coefficients err by 14 (sums of
// products of at most three rounded factors, in Bernstein form), values by 10 more. A sign taken on the wrong
// side of a zero, which is known to a few rounding units, costs 16.
#include "boxes/route/route.h"

static const double roundingUnits = 20.0; // of 2^-52

typedef struct VectorCubic {
    cdVec3 c[4];
} VectorCubic;

// Converts coefficients of powers to Bernstein's, of degree 3.
static VectorCubic toBernstein(VectorCubic p) {
    const double third = 1.0 / 3.0;
    VectorCubic b = {.c[0] = p.c[0]};
    b.c[1] = cdMulAdd(p.c[0], third, p.c[1]);
    b.c[2] = cdMulAdd(p.c[0], third, cdAdd(cdAdd(p.c[1], p.c[1]), p.c[2]));
    b.c[3] = cdAdd(cdAdd(p.c[0], p.c[1]), cdAdd(p.c[2], p.c[3]));
    return b;
}

// Returns 2 g (g . v) - k2 v, the last term of N(v).
static cdVec3 turnTwice(const cdScrew *screw, cdVec3 v) {
    return cdSub(cdScale(2.0 * cdDot(screw->g, v), screw->g), cdScale(screw->k2, v));
}

static VectorCubic placeCenter(const cdScrew *screw, cdVec3 d0, cdVec3 b) {
    cdVec3 slide = cdScale(screw->s, screw->u);
    cdVec3 turned = cdCross(screw->g, b);
    return (VectorCubic){{d0, cdMulAdd(slide, 2.0, b), cdMulAdd(cdScale(screw->k2, d0), 2.0, turned),
                          cdScale(screw->k2, slide)}};
}

static VectorCubic placeCenterBack(const cdScrew *screw, cdVec3 d0, cdVec3 b) {
    cdVec3 slide = cdScale(screw->s, screw->u);
    cdVec3 first = cdSub(cdAdd(b, b), cdScale(2.0, cdCross(screw->g, d0)));
    cdVec3 second = cdSub(turnTwice(screw, d0), cdScale(2.0, cdCross(screw->g, b)));
    return (VectorCubic){{d0, cdAdd(first, slide), second, cdScale(screw->k2, slide)}};
}

typedef struct TurningAxis {
    cdVec3 e, n1, n2; // N(e)
} TurningAxis;

static TurningAxis turnAxis(const cdScrew *screw, cdVec3 e) {
    return (TurningAxis){e, cdScale(2.0, cdCross(screw->g, e)), turnTwice(screw, e)};
}

static VectorCubic crossCenter(const cdScrew *screw, cdVec3 d0, cdVec3 b, const TurningAxis *axis) {
    cdVec3 w = cdCross(b, axis->e), step = cdMulAdd(b, screw->s, screw->u);
    VectorCubic v = {.c[0] = cdCross(d0, axis->e)};
    v.c[1] = cdAdd(cdCross(d0, axis->n1), cdAdd(cdCross(step, axis->e), w));
    v.c[2] = cdAdd(cdCross(d0, axis->n2), cdAdd(cdCross(step, axis->n1), cdScale(2.0, cdCross(screw->g, w))));
    v.c[3] = cdAdd(cdCross(step, axis->n2), turnTwice(screw, w));
    return v;
}

static void setOffsets(cdBoxRoute *route, int first, VectorCubic v) {
    VectorCubic b = toBernstein(v);
    for (int k = 0; k < 4; k++)
        cdSetRow(&route->offsets[k][first], b.c[k]);
}

static void setNormals(cdBoxRoute *route, int i, const TurningAxis *axis) {
    cdVec3 b[3] = {axis->e, cdMulAdd(axis->e, 0.5, axis->n1), cdAdd(axis->e, cdAdd(axis->n1, axis->n2))};
    for (int k = 0; k < 3; k++)
        cdSetRow(&route->normalsA[k][3 * i], b[k]);
}

// Returns components along A's own axes.
static VectorCubic alongAxes(VectorCubic v, const TurningAxis axes[3]) {
    for (int k = 0; k < 4; k++)
        v.c[k] = (cdVec3){cdDot(v.c[k], axes[0].e), cdDot(v.c[k], axes[1].e), cdDot(v.c[k], axes[2].e)};
    return v;
}

static void boundErrors(cdBoxRoute *route, const cdScrew *screw, cdVec3 d0, cdVec3 b) {
    double turn = 1.0 + sqrt(screw->k2);
    double sizes = cdLength(d0) + 2.0 * cdLength(b) + fabs(screw->s);
    for (int i = 0; i < 3; i++)
        sizes += route->halfA[i] + route->halfB[i];
    double error = roundingUnits * CD_EPSILON * turn * turn * sizes, scale = 1.0 / (1.0 + screw->k2);
    for (int j = 0; j < 16; j++) {
        route->errors[j] = error;
        route->scales[j] = scale;
    }
}

static void openTranslation(cdBoxRoute *route, const cdVec3 axes[3], cdVec3 center, cdVec3 step) {
    cdVec3 end = cdAdd(center, step);
    for (int k = 0; k < 2; k++) {
        cdVec3 d = k == 0 ? center : end;
        double *row = route->offsets[k];
        cdSetRow(&row[3], d);
        for (int i = 0; i < 3; i++) {
            row[i] = cdDot(axes[i], d);
            cdSetRow(&row[6 + 3 * i], cdCross(d, axes[i]));
        }
        row[15] = 0.0;
    }
    for (int i = 0; i < 3; i++)
        cdSetRow(&route->normalsA[0][3 * i], axes[i]);
    route->normalsA[0][9] = 0.0;
    route->volumes[0][0] = route->volumes[0][1] = 1.0;
}

static void openTurn(cdBoxRoute *route, const cdScrew *screw, const cdVec3 e[3], cdVec3 center, cdVec3 b) {
    TurningAxis axes[3];
    for (int i = 0; i < 3; i++) {
        axes[i] = turnAxis(screw, e[i]);
        setNormals(route, i, &axes[i]);
        setOffsets(route, 6 + 3 * i, crossCenter(screw, center, b, &axes[i]));
    }
    setOffsets(route, 0, alongAxes(placeCenterBack(screw, center, b), axes));
    setOffsets(route, 3, placeCenter(screw, center, b));
    for (int k = 0; k < 4; k++)
        route->offsets[k][15] = 0.0;
    for (int k = 0; k < 3; k++) {
        route->normalsA[k][9] = 0.0;
        route->volumes[k][0] = route->volumes[k][1] = k == 2 ? 1.0 + screw->k2 : 1.0;
    }
}

void cdOpenScrewRoute(cdBoxRoute *route, const cdScrew *screw, const cdMat3 *axesA, cdVec3 center,
                      cdVec3 halfA, cdVec3 halfB) {
    bool turns = screw->k2 > 0.0;
    route->degree = turns ? 3 : 1;
    route->signDegree = route->degree - 1;
    route->weightDegree = 1;
    route->rectangular = true;
    cdSetRow(route->halfA, halfA);
    cdSetRow(route->halfB, halfB);
    cdVec3 b = cdAdd(screw->bc, cdCross(screw->g, cdSub(center, screw->c)));
    cdVec3 e[3] = {cdGetMat3Column(axesA, 0), cdGetMat3Column(axesA, 1), cdGetMat3Column(axesA, 2)};
    if (turns)
        openTurn(route, screw, e, center, b);
    else
        openTranslation(route, e, center, cdMulAdd(cdAdd(b, b), screw->s, screw->u));
    boundErrors(route, screw, center, b);
}
