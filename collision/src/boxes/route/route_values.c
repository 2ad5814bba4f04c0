// The values of a route's functions at one t; see route.h.
//
// Bernstein weights are the same for all functions of a degree, so that all are evaluated together, several
// numbers at a time.
#include "boxes/pairs/box_numbers.h"
#include "boxes/route/route.h"

#include <string.h>

// Callers pass constant widths and degrees, so that the compiler unrolls the loops.
static inline void combineRows(const double *rows, int width, int degree, const double *shares, double *out) {
    for (int j = 0; j < width; j++)
        out[j] = shares[0] * rows[j];
    for (int k = 1; k <= degree; k++)
        for (int j = 0; j < width; j++)
            out[j] += shares[k] * rows[k * width + j];
}

static inline void evaluateNormals(const cdBoxRoute *route, int signDegree, const double *shares,
                                   cdRouteValues *v) {
    combineRows(route->normalsA[0], 10, signDegree, shares, v->normalsA);
    if (!route->rectangular) combineRows(route->normalsB[0], 10, signDegree, shares, v->normalsB);
}

static void evaluateTranslation(const cdBoxRoute *route, double t, cdRouteValues *v) {
    const double one = 1.0, shares[2] = {1.0 - t, t};
    evaluateNormals(route, 0, &one, v);
    combineRows(route->volumes[0], 2, 0, &one, v->volumes);
    combineRows(route->offsets[0], 16, 1, shares, v->offsets);
    v->weights[0] = v->weights[1] = 1.0;
}

static void evaluateTurn(const cdBoxRoute *route, double t, cdRouteValues *v) {
    double s = 1.0 - t;
    const double squares[3] = {s * s, 2.0 * s * t, t * t};
    const double cubes[4] = {s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t};
    evaluateNormals(route, 2, squares, v);
    combineRows(route->volumes[0], 2, 2, squares, v->volumes);
    combineRows(route->offsets[0], 16, 3, cubes, v->offsets);
    v->weights[0] = v->weights[1] = 1.0;
}

static void evaluatePolynomial(const cdBoxRoute *route, double t, cdRouteValues *v) {
    double shares[CD_BERNSTEIN_DEGREE + 1];
    cdGetBernsteinWeights(route->signDegree, t, shares);
    evaluateNormals(route, route->signDegree, shares, v);
    combineRows(route->volumes[0], 2, route->signDegree, shares, v->volumes);
    cdGetBernsteinWeights(route->degree, t, shares);
    combineRows(route->offsets[0], 16, route->degree, shares, v->offsets);
    cdGetBernsteinWeights(route->weightDegree, t, shares);
    combineRows(route->weights[0], 2, route->weightDegree, shares, v->weights);
}

void cdEvaluateRoute(const cdBoxRoute *route, double t, cdRouteValues *v) {
    if (route->degree == 1)
        evaluateTranslation(route, t, v);
    else if (route->degree == 3)
        evaluateTurn(route, t, v);
    else
        evaluatePolynomial(route, t, v);
}

// Share of the largest coefficient: rounding never changes the sign of larger values, which are the most.
static const double plain = 0x1p-40;

// A function that only touches zero in the middle of the part has its sign elsewhere. Among samples at
// extrema of Chebyshev's polynomial of its degree the largest value is at least half of the maximum.
static double findTypicalValue(const double (*u)[10], int degree, int index, double begin, double end,
                               double middle) {
    static const double shares[] = {0.0, 0.06698729810778067, 0.25, 0.75, 0.9330127018922193, 1.0};
    double b[CD_BERNSTEIN_DEGREE + 1], largest = 0.0, typical = middle;
    for (int k = 0; k <= degree; k++) {
        b[k] = u[k][index];
        largest = cdMax(largest, fabs(b[k]));
    }
    if (fabs(middle) > plain * largest || largest == 0.0) return middle;
    for (int k = 0; k < 6; k++) {
        double value = cdEvaluateBernstein(b, degree, begin + shares[k] * (end - begin));
        if (fabs(value) > fabs(typical)) typical = value;
    }
    return typical;
}

static void setSigns(const double (*u)[10], int degree, const double *middles, double begin, double end,
                     int8_t signs[3][3]) {
    for (int index = 0; index < 9; index++) {
        double value = findTypicalValue(u, degree, index, begin, end, middles[index]);
        signs[index / 3][index % 3] = value < 0.0 ? -1 : 1;
    }
}

cdBoxSigns cdGetRouteSigns(const cdBoxRoute *route, double begin, double end) {
    cdRouteValues v;
    double shares[CD_BERNSTEIN_DEGREE + 1];
    cdGetBernsteinWeights(route->signDegree, 0.5 * (begin + end), shares);
    evaluateNormals(route, route->signDegree, shares, &v);
    cdBoxSigns signs;
    setSigns(route->normalsA, route->signDegree, v.normalsA, begin, end, signs.signsA);
    if (route->rectangular)
        memcpy(signs.signsB, signs.signsA, sizeof signs.signsB);
    else
        setSigns(route->normalsB, route->signDegree, v.normalsB, begin, end, signs.signsB);
    return signs;
}

static cdVec3 getSizes(const double *row) {
    return (cdVec3){fabs(row[0]), fabs(row[1]), fabs(row[2])};
}

// h2 r3 + h3 r2 and so on: the extent of the other two arms across each axis.
static cdVec3 crossSizes(cdVec3 half, cdVec3 r) {
    return (cdVec3){half.y * r.z + half.z * r.y, half.z * r.x + half.x * r.z, half.x * r.y + half.y * r.x};
}

void cdGetRouteGaps(const cdBoxRoute *route, double t, double gaps[16], double sides[16]) {
    cdRouteValues v;
    cdEvaluateRoute(route, t, &v);
    const double *a = route->halfA, wA = v.weights[0], wB = v.weights[1];
    cdVec3 half = {route->halfB[0], route->halfB[1], route->halfB[2]};
    cdVec3 ofA[3], ofB[3], acrossB = cdScale(wA * v.volumes[1], half);
    for (int i = 0; i < 3; i++) {
        ofA[i] = getSizes(&v.normalsA[3 * i]);
        ofB[i] = route->rectangular ? ofA[i] : getSizes(&v.normalsB[3 * i]);
        gaps[i] = wA * cdDot(half, ofA[i]) + wB * a[i] * v.volumes[0];
        acrossB = cdMulAdd(acrossB, wB * a[i], ofB[i]);
    }
    cdSetRow(&gaps[3], acrossB);
    for (int i = 0; i < 3; i++) {
        int j = cdGetNextAxis(i), k = cdGetLastAxis(i);
        cdVec3 arms = cdMulAdd(cdScale(a[j], ofA[k]), a[k], ofA[j]);
        cdSetRow(&gaps[6 + 3 * i], cdMulAdd(cdScale(wB, arms), wA, crossSizes(half, ofB[i])));
    }
    for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
        sides[j] = copysign(1.0, v.offsets[j]);
        gaps[j] = fabs(v.offsets[j]) - gaps[j];
    }
}

void cdDivideByShapes(const cdBoxRoute *route, double t, double values[16]) {
    double shares[CD_BERNSTEIN_DEGREE + 1], shapes[3] = {0.0, 0.0, 0.0};
    cdGetBernsteinWeights(route->degree, t, shares);
    for (int k = 0; k <= route->degree; k++)
        for (int shape = 0; shape < 3; shape++)
            shapes[shape] += shares[k] * route->shapes[k][shape];
    for (int32_t j = 0; j < CD_BOX_DIRECTIONS; j++)
        values[j] /= shapes[cdGetRouteShape(j)];
}
