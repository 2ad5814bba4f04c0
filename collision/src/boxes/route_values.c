// The values of a route's functions at one t; see route.h.
//
// Bernstein's weights are the same for all functions of a degree, so that all are evaluated together, several
// numbers at a time.
#include "boxes/route.h"

static const int nextAxis[3] = {1, 2, 0}, lastAxis[3] = {2, 0, 1};

// Widths and degrees are constants where it is called, so that nothing of the loops is left.
static inline void combineRows(const double *rows, int width, int degree, const double *shares, double *out) {
    for (int j = 0; j < width; j++)
        out[j] = shares[0] * rows[j];
    for (int k = 1; k <= degree; k++)
        for (int j = 0; j < width; j++)
            out[j] += shares[k] * rows[k * width + j];
}

static void evaluateNormals(const cdBoxRoute *route, const double *shares, cdRouteValues *v) {
    if (route->signDegree == 2)
        combineRows(route->normalsA[0], 10, 2, shares, v->normalsA);
    else if (route->signDegree == 0)
        combineRows(route->normalsA[0], 10, 0, shares, v->normalsA);
    else
        combineRows(route->normalsA[0], 10, route->signDegree, shares, v->normalsA);
    if (!route->rectangular) combineRows(route->normalsB[0], 10, route->signDegree, shares, v->normalsB);
}

void cdEvaluateRoute(const cdBoxRoute *route, double t, cdRouteValues *v) {
    double shares[CD_BERNSTEIN_DEGREE + 1];
    cdGetBernsteinWeights(route->signDegree, t, shares);
    evaluateNormals(route, shares, v);
    combineRows(route->volumes[0], 2, route->signDegree, shares, v->volumes);
    cdGetBernsteinWeights(route->degree, t, shares);
    if (route->degree == 3)
        combineRows(route->offsets[0], 16, 3, shares, v->offsets);
    else if (route->degree == 1)
        combineRows(route->offsets[0], 16, 1, shares, v->offsets);
    else
        combineRows(route->offsets[0], 16, route->degree, shares, v->offsets);
    v->weights[0] = v->weights[1] = 1.0;
    if (route->weightDegree == 1) return;
    cdGetBernsteinWeights(route->weightDegree, t, shares);
    combineRows(route->weights[0], 2, route->weightDegree, shares, v->weights);
}

cdBoxSigns cdGetRouteSigns(const cdBoxRoute *route, double t) {
    cdRouteValues v;
    double shares[CD_BERNSTEIN_DEGREE + 1];
    cdGetBernsteinWeights(route->signDegree, t, shares);
    evaluateNormals(route, shares, &v);
    const double *normalsB = route->rectangular ? v.normalsA : v.normalsB;
    cdBoxSigns signs;
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < 3; m++) {
            signs.signsA[i][m] = v.normalsA[3 * i + m] < 0.0 ? -1 : 1;
            signs.signsB[i][m] = normalsB[3 * i + m] < 0.0 ? -1 : 1;
        }
    }
    return signs;
}

void cdGetRouteGaps(const cdBoxRoute *route, double t, double gaps[16], double sides[16]) {
    cdRouteValues v;
    cdEvaluateRoute(route, t, &v);
    const double *a = route->halfA, *b = route->halfB;
    double normalsA[9], normalsB[9], wA = v.weights[0], wB = v.weights[1];
    for (int k = 0; k < 9; k++) {
        normalsA[k] = fabs(v.normalsA[k]);
        normalsB[k] = route->rectangular ? normalsA[k] : fabs(v.normalsB[k]);
    }
    for (int i = 0; i < 3; i++) {
        const double *row = &normalsA[3 * i], *column = &normalsB[i];
        gaps[i] = wA * (b[0] * row[0] + b[1] * row[1] + b[2] * row[2]) + wB * a[i] * v.volumes[0];
        gaps[3 + i] =
            wB * (a[0] * column[0] + a[1] * column[3] + a[2] * column[6]) + wA * b[i] * v.volumes[1];
    }
    for (int i = 0; i < 3; i++) {
        int j = nextAxis[i], k = lastAxis[i];
        for (int m = 0; m < 3; m++) {
            int n = nextAxis[m], o = lastAxis[m];
            gaps[6 + 3 * i + m] = wB * (a[j] * normalsA[3 * k + m] + a[k] * normalsA[3 * j + m]) +
                                  wA * (b[n] * normalsB[3 * i + o] + b[o] * normalsB[3 * i + n]);
        }
    }
    for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
        sides[j] = v.offsets[j] < 0.0 ? -1.0 : 1.0;
        gaps[j] = fabs(v.offsets[j]) - gaps[j];
    }
}
