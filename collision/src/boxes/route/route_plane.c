// The planes of the Minkowski sum as polynomials [AS05]; see route_plane.h and the table of route.h.
//
// Input: a pair of compatible features. Its corners give the side of the plane's normal to which each arm of
// the boxes points, and so the sign that makes each term of the sum positive: the nine functions with those
// signs, the half extents as factors, form one polynomial. Without a pair absolute values of the coefficients
// bound the sum for any signs.
#include "boxes/route/route_plane.h"
#include "boxes/pairs/box_numbers.h"

// --- The pair on a plane

// A's features face B: they are the lowest along the side's direction, B's the highest.
static bool liesOn(cdBoxPair pair, cdRoutePlane plane, const cdBoxSigns *signs) {
    int direction = plane.direction;
    bool isAbove = plane.side > 0.0;
    if (pair.kind == CD_FACE_VERTEX) return pair.a == 2 * direction + !isAbove;
    if (pair.kind == CD_VERTEX_FACE) return pair.b == 2 * (direction - 3) + isAbove;
    int i = (direction - 6) / 3, m = (direction - 6) % 3;
    if (pair.a / 4 != i || pair.b / 4 != m) return false;
    // (e_i x f_m) . e_j is - normalsA(k, m).
    return cdIsBoxEdgeAbove(pair.a, cdGetNextAxis(i)) ==
           ((signs->signsA[cdGetLastAxis(i)][m] > 0) == isAbove);
}

cdBoxPair cdFindPlanePair(const cdRoutePart *part, cdRoutePlane plane) {
    int first = plane.direction < 3 ? 0 : plane.direction < 6 ? 6 : 12;
    int count = plane.direction < 6 ? 6 : 18, k = 0;
    while (k < count - 1 && !liesOn(part->pairs[first + k], plane, &part->signs))
        k++;
    return part->pairs[first + k];
}

// --- Its polynomial

enum { ARMS = 4 };

// Terms of a sum: half * sign * u[..][index], those weighted by wA separate from those by wB.
typedef struct Terms {
    const double *row[ARMS]; // u[0] + index
    double factor[ARMS];     // half * sign
    bool ofA[ARMS];          // weighted by wA
    int count;
    int volume; // volume in the last term; -1: none
    double volumeHalf;
} Terms;

static void addTerm(Terms *terms, const double (*u)[10], int index, double factor, bool ofA) {
    terms->row[terms->count] = &u[0][index];
    terms->factor[terms->count] = factor;
    terms->ofA[terms->count++] = ofA;
}

static Terms listTerms(const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair) {
    const double *a = route->halfA, *b = route->halfB, side = plane.side;
    const double(*ofA)[10] = route->normalsA;
    const double(*ofB)[10] = route->rectangular ? route->normalsA : route->normalsB;
    Terms terms = {.count = 0, .volume = -1};
    if (plane.direction < 3) {
        int i = plane.direction;
        for (int m = 0; m < 3; m++)
            addTerm(&terms, ofA, 3 * i + m, pair.b >> m & 1 ? side * b[m] : -side * b[m], true);
        terms.volume = 0, terms.volumeHalf = a[i];
    } else if (plane.direction < 6) {
        int m = plane.direction - 3;
        for (int i = 0; i < 3; i++)
            addTerm(&terms, ofB, 3 * i + m, pair.a >> i & 1 ? -side * a[i] : side * a[i], false);
        terms.volume = 1, terms.volumeHalf = b[m];
    } else {
        int i = (plane.direction - 6) / 3, m = (plane.direction - 6) % 3;
        int j = cdGetNextAxis(i), k = cdGetLastAxis(i), n = cdGetNextAxis(m), o = cdGetLastAxis(m);
        addTerm(&terms, ofA, 3 * k + m, cdIsBoxEdgeAbove(pair.a, j) ? side * a[j] : -side * a[j], false);
        addTerm(&terms, ofA, 3 * j + m, cdIsBoxEdgeAbove(pair.a, k) ? -side * a[k] : side * a[k], false);
        addTerm(&terms, ofB, 3 * i + o, cdIsBoxEdgeAbove(pair.b, n) ? side * b[n] : -side * b[n], true);
        addTerm(&terms, ofB, 3 * i + n, cdIsBoxEdgeAbove(pair.b, o) ? -side * b[o] : side * b[o], true);
    }
    return terms;
}

// Sums the terms by weight: sums[0] with wA, sums[1] with wB. Callers pass a constant `degree`.
static inline void sumTerms(const cdBoxRoute *route, const Terms *terms, bool inSize, int degree,
                            double sums[2][CD_BERNSTEIN_DEGREE + 1]) {
    for (int k = 0; k <= degree; k++)
        sums[0][k] = sums[1][k] = 0.0;
    if (terms->volume >= 0) {
        for (int k = 0; k <= degree; k++)
            sums[terms->volume == 0][k] = terms->volumeHalf * route->volumes[k][terms->volume];
    }
    for (int arm = 0; arm < terms->count; arm++) {
        double *sum = sums[!terms->ofA[arm]];
        for (int k = 0; k <= degree; k++) {
            double value = terms->factor[arm] * terms->row[arm][10 * k];
            sum[k] += inSize ? fabs(value) : value;
        }
    }
}

static inline void subtractScrewSums(const double sums[2][CD_BERNSTEIN_DEGREE + 1], int degree, double *gap) {
    double sum[CD_BERNSTEIN_DEGREE + 1], raised[CD_BERNSTEIN_DEGREE + 1];
    for (int k = 0; k < degree; k++)
        sum[k] = sums[0][k] + sums[1][k];
    cdRaiseBernstein(sum, degree - 1, raised);
    for (int k = 0; k <= degree; k++)
        gap[k] -= raised[k];
}

static void subtractWeightedSums(const cdBoxRoute *route, const double sums[2][CD_BERNSTEIN_DEGREE + 1],
                                 double *gap) {
    for (int which = 0; which < 2; which++) {
        double weight[CD_ROUTE_WEIGHT_DEGREE + 1], product[CD_BERNSTEIN_DEGREE + 1];
        for (int k = 0; k <= route->weightDegree; k++)
            weight[k] = route->weights[k][which];
        cdMultiplyBernstein(sums[which], route->signDegree, weight, route->weightDegree, product);
        for (int k = 0; k <= route->degree; k++)
            gap[k] -= product[k];
    }
}

static void makeGap(const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair, bool inSize, double *gap) {
    double sums[2][CD_BERNSTEIN_DEGREE + 1];
    Terms terms = listTerms(route, plane, pair);
    for (int k = 0; k <= route->degree; k++)
        gap[k] = plane.side * route->offsets[k][plane.direction];
    const double(*known)[CD_BERNSTEIN_DEGREE + 1] = (const double(*)[CD_BERNSTEIN_DEGREE + 1]) sums;
    if (route->degree == 3) {
        sumTerms(route, &terms, inSize, 2, sums);
        subtractScrewSums(known, 3, gap);
    } else if (route->degree == 1) {
        sumTerms(route, &terms, inSize, 0, sums);
        subtractScrewSums(known, 1, gap);
    } else {
        sumTerms(route, &terms, inSize, route->signDegree, sums);
        subtractWeightedSums(route, known, gap);
    }
}

void cdMakeRoutePlane(const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair, double *gap) {
    makeGap(route, plane, pair, false, gap);
}

void cdBoundRoutePlane(const cdBoxRoute *route, cdRoutePlane plane, double *gap) {
    makeGap(route, plane, (cdBoxPair){CD_NO_CONTACT, 0, 0}, true, gap);
}
