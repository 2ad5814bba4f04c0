// Following a route: the first t at which the origin lies on one plane and inside all others [AS05].
//
// Input: the polynomials of route.h. Output: up to where some plane certainly parts the boxes. (1) A plane
// that parts them all the way, whichever signs its terms take, ends it at once. (2) Else the route is divided
// where a component of a normal changes sign ("Dividing the Route"); one that is zero throughout changes
// none. (3) In each homogeneous part the signs in its middle hold for all of it, so that each plane's gap is
// one polynomial. (4) Of the planes that part the boxes, the one of the widest gap is followed to its first
// zero, certified from the left; what lies before is free. There the next one is taken. (5) Where none is
// left the origin lies on the last plane and inside all others: they meet.
//
// Differs from the page in (4): not every plane's polynomial is solved and each root tested against all other
// planes, but only those of planes that the origin is beyond; the first root that passes the test is the same
// one.
#include "boxes/route.h"

// Every plane has at most `degree` zeros in a part; this many are never seen.
enum { FOLLOWS_MAX = 300 };

static const int nextAxis[3] = {1, 2, 0}, lastAxis[3] = {2, 0, 1};

// --- At one t

// The widths are constants, so that rows are added several numbers at a time.
static inline void combineRows(const double *rows, int width, int degree, const double *shares, double *out) {
    for (int j = 0; j < width; j++)
        out[j] = shares[0] * rows[j];
    for (int k = 1; k <= degree; k++)
        for (int j = 0; j < width; j++)
            out[j] += shares[k] * rows[k * width + j];
}

static void evaluateNormals(const cdBoxRoute *route, const double *shares, cdRouteValues *v) {
    combineRows(route->normalsA[0], 10, route->signDegree, shares, v->normalsA);
    if (!route->rectangular) combineRows(route->normalsB[0], 10, route->signDegree, shares, v->normalsB);
}

void cdEvaluateRoute(const cdBoxRoute *route, double t, cdRouteValues *v) {
    double shares[CD_BERNSTEIN_DEGREE + 1];
    cdGetBernsteinWeights(route->signDegree, t, shares);
    evaluateNormals(route, shares, v);
    combineRows(route->volumes[0], 2, route->signDegree, shares, v->volumes);
    cdGetBernsteinWeights(route->degree, t, shares);
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

// --- One plane

// Bit k where a box's corner lies at + half along axis k: `sign` says where that axis points along the
// plane's normal, `side` whether it is the corner highest (+1) or lowest (-1) along it.
static int32_t cornerBit(int k, int sign, double side) {
    return sign * side > 0.0 ? 1 << k : 0;
}

// Of an edge along `axis`, from the bits of the other two.
static int32_t getEdge(int axis, int32_t bits) {
    int low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
    return 4 * axis + (bits >> low & 1) + 2 * (bits >> high & 1);
}

cdBoxPair cdGetPlanePair(const cdBoxSigns *signs, int32_t direction, double side) {
    const int8_t(*a)[3] = signs->signsA, (*b)[3] = signs->signsB;
    int32_t bitsA = 0, bitsB = 0;
    if (direction < 3) {
        for (int m = 0; m < 3; m++)
            bitsB |= cornerBit(m, a[direction][m], side);
        return (cdBoxPair){CD_FACE_VERTEX, 2 * direction + (side < 0.0), bitsB};
    }
    if (direction < 6) {
        for (int i = 0; i < 3; i++)
            bitsA |= cornerBit(i, b[i][direction - 3], -side);
        return (cdBoxPair){CD_VERTEX_FACE, bitsA, 2 * (direction - 3) + (side > 0.0)};
    }
    // (e_i x f_m) . e_j = -normalsA(k, m), . e_k = normalsA(j, m); . f_n = normalsB(i, o), . f_o =
    // -normalsB(i, n)
    int i = (direction - 6) / 3, m = (direction - 6) % 3;
    int j = nextAxis[i], k = lastAxis[i], n = nextAxis[m], o = lastAxis[m];
    bitsA = cornerBit(j, -a[k][m], -side) | cornerBit(k, a[j][m], -side);
    bitsB = cornerBit(n, b[i][o], side) | cornerBit(o, -b[i][n], side);
    return (cdBoxPair){CD_EDGE_EDGE, getEdge(i, bitsA), getEdge(m, bitsB)};
}

typedef struct Plane {
    int direction;
    double side;
} Plane;

// Adds |half u| to a sum, u with the sign it has in the part; sign 0: with that of each coefficient, a bound
// over all of [0, 1].
static void addArm(double *sum, const double (*u)[10], int index, int degree, double half, int sign) {
    if (sign != 0) {
        double factor = sign * half;
        for (int k = 0; k <= degree; k++)
            sum[k] += factor * u[k][index];
    } else {
        for (int k = 0; k <= degree; k++)
            sum[k] += half * fabs(u[k][index]);
    }
}

static void addVolume(const cdBoxRoute *route, double *sum, int which, double half) {
    for (int k = 0; k <= route->signDegree; k++)
        sum[k] += half * route->volumes[k][which];
}

// What is to be weighted by wA and by wB; the table of route.h.
static void sumArms(const cdBoxRoute *route, int direction, const cdBoxSigns *signs, double *sumA,
                    double *sumB) {
    const double *a = route->halfA, *b = route->halfB;
    const double(*ofA)[10] = route->normalsA;
    const double(*ofB)[10] = route->rectangular ? route->normalsA : route->normalsB;
    int degree = route->signDegree;
    static const cdBoxSigns none = {{{0}}, {{0}}};
    const cdBoxSigns *s = signs ? signs : &none;
    if (direction < 3) {
        int i = direction;
        for (int m = 0; m < 3; m++)
            addArm(sumA, ofA, 3 * i + m, degree, b[m], s->signsA[i][m]);
        addVolume(route, sumB, 0, a[i]);
    } else if (direction < 6) {
        int m = direction - 3;
        for (int i = 0; i < 3; i++)
            addArm(sumB, ofB, 3 * i + m, degree, a[i], s->signsB[i][m]);
        addVolume(route, sumA, 1, b[m]);
    } else {
        int i = (direction - 6) / 3, m = (direction - 6) % 3;
        int j = nextAxis[i], k = lastAxis[i], n = nextAxis[m], o = lastAxis[m];
        addArm(sumB, ofA, 3 * k + m, degree, a[j], s->signsA[k][m]);
        addArm(sumB, ofA, 3 * j + m, degree, a[k], s->signsA[j][m]);
        addArm(sumA, ofB, 3 * i + o, degree, b[n], s->signsB[i][o]);
        addArm(sumA, ofB, 3 * i + n, degree, b[o], s->signsB[i][n]);
    }
}

// The gap beyond a plane, by its Bernstein coefficients; without signs a lower bound of it.
static void makePlane(const cdBoxRoute *route, Plane plane, const cdBoxSigns *signs, double *gap) {
    double sumA[CD_BERNSTEIN_DEGREE + 1] = {0.0}, sumB[CD_BERNSTEIN_DEGREE + 1] = {0.0};
    sumArms(route, plane.direction, signs, sumA, sumB);
    for (int k = 0; k <= route->degree; k++)
        gap[k] = plane.side * route->offsets[k][plane.direction];
    if (route->weightDegree == 1) {
        double sum[CD_BERNSTEIN_DEGREE + 1];
        for (int k = 0; k <= route->signDegree; k++)
            sumA[k] += sumB[k];
        cdRaiseBernstein(sumA, route->signDegree, sum);
        for (int k = 0; k <= route->degree; k++)
            gap[k] -= sum[k];
        return;
    }
    for (int which = 0; which < 2; which++) {
        double weight[CD_ROUTE_WEIGHT_DEGREE + 1], product[CD_BERNSTEIN_DEGREE + 1];
        for (int k = 0; k <= route->weightDegree; k++)
            weight[k] = route->weights[k][which];
        cdMultiplyBernstein(which ? sumB : sumA, route->signDegree, weight, route->weightDegree, product);
        for (int k = 0; k <= route->degree; k++)
            gap[k] -= product[k];
    }
}

// Above this a gap is a gap of more than `slack`.
static double getFloor(const cdBoxRoute *route, int direction, double slack) {
    return route->errors[direction] + slack * route->lengths[direction];
}

// --- (1)

static bool partsThroughout(const cdBoxRoute *route, Plane plane, double slack) {
    double gap[CD_BERNSTEIN_DEGREE + 1], least = INFINITY;
    makePlane(route, plane, NULL, gap);
    for (int k = 0; k <= route->degree; k++)
        least = cdMin(least, gap[k]);
    return least > getFloor(route, plane.direction, slack);
}

// --- (2)

static int addSignChanges(const double (*u)[10], int degree, double *zeros, int count) {
    for (int index = 0; index < 9; index++) {
        double b[CD_BERNSTEIN_DEGREE + 1];
        bool falls = false, rises = false;
        for (int k = 0; k <= degree; k++) {
            b[k] = u[k][index];
            falls = falls || b[k] < 0.0;
            rises = rises || b[k] > 0.0;
        }
        if (falls && rises) count += cdFindSignChanges(b, degree, &zeros[count]);
    }
    return count;
}

int32_t cdDivideRoute(const cdBoxRoute *route, double *ends) {
    int count = addSignChanges(route->normalsA, route->signDegree, ends, 0);
    if (!route->rectangular) count = addSignChanges(route->normalsB, route->signDegree, ends, count);
    for (int i = 1; i < count; i++) {
        double end = ends[i];
        int k = i;
        for (; k > 0 && ends[k - 1] > end; k--)
            ends[k] = ends[k - 1];
        ends[k] = end;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool isNew = kept == 0 ? ends[i] > 0.0 : ends[i] > ends[kept - 1];
        if (isNew && ends[i] < 1.0) ends[kept++] = ends[i];
    }
    ends[kept++] = 1.0;
    return kept;
}

// --- (4)

// The plane of the widest gap at t, and that gap, as a length; not above 0: none parts the boxes there.
static double choosePlane(const cdBoxRoute *route, double t, double slack, Plane *plane) {
    double gaps[16], sides[16], widest = -INFINITY;
    cdGetRouteGaps(route, t, gaps, sides);
    for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
        double width = (gaps[j] - getFloor(route, j, slack)) / route->lengths[j];
        if (!(width > widest)) continue;
        widest = width;
        *plane = (Plane){j, sides[j]};
    }
    return widest;
}

// Follows planes from t to the end of a part; how far.
static double followPart(const cdBoxRoute *route, const cdBoxSigns *signs, double t, double end, double slack,
                         Plane *plane, cdRouteStop *stop) {
    for (int i = 0; i < FOLLOWS_MAX; i++) {
        double gap[CD_BERNSTEIN_DEGREE + 1];
        makePlane(route, *plane, signs, gap);
        double next = cdFollowAbove(gap, route->degree, t, end, getFloor(route, plane->direction, slack));
        stop->planeCount++;
        if (next >= end) return end;
        // The plane that led into this part may not hold in it; one just chosen does, or rounding decides.
        if (next <= t && i > 0) return t;
        t = next;
        Plane last = *plane;
        if (!(choosePlane(route, t, slack, plane) > 0.0)) {
            *plane = last;
            return t;
        }
    }
    return t;
}

cdRouteStop cdFollowRoute(const cdBoxRoute *route, double from, double slack) {
    Plane plane = {0, 1.0};
    cdRouteStop stop = {.stopped = true, .t = from, .startGap = choosePlane(route, from, slack, &plane)};
    stop.direction = plane.direction;
    stop.side = plane.side;
    if (!(stop.startGap > 0.0)) return stop;
    if (partsThroughout(route, plane, slack)) {
        stop.t = 1.0;
        stop.stopped = false;
        return stop;
    }
    double ends[CD_BOX_PARTS_MAX], begin = 0.0;
    int32_t partCount = cdDivideRoute(route, ends);
    for (int32_t i = 0; i < partCount; begin = ends[i++]) {
        if (ends[i] <= stop.t) continue;
        cdBoxSigns signs = cdGetRouteSigns(route, 0.5 * (begin + ends[i])); // (3)
        stop.partCount++;
        stop.t = followPart(route, &signs, stop.t, ends[i], slack, &plane, &stop);
        stop.direction = plane.direction;
        stop.side = plane.side;
        if (stop.t < ends[i]) return stop;
    }
    stop.stopped = false;
    return stop;
}
