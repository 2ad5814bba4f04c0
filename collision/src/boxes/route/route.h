// The route of two boxes: every function that says whether a plane parts them, as a polynomial in t.
//
// With A's axes e_i, B's f_m (not unit, nor perpendicular in general), half extents a_i, b_m, and d = A's
// centre - B's, the boundary of the Minkowski sum has two parallel faces for each of 15 directions n:
//     e_j x e_k  (A's face normal i, j and k the next two)      directions 0-2
//     f_n x f_o  (B's face normal m)                            directions 3-5
//     e_i x f_m                                                 directions 6 + 3 i + m
// The origin is beyond one of the two where gap(n) = |n . d| - sum over the six arms of |n . arm| > 0. All of
// this is made of triple products of columns of both matrices: the relative matrix M1 inverse(M2) of the page
// is never formed, its denominators are cleared instead. So each function is a polynomial, for rigid and
// affine motions alike. With
//     normalsA (i, m) = (e_j x e_k) . f_m      A's normals in B's octants: the nine functions of the page
//     normalsB (i, m) = (f_n x f_o) . e_i      B's normals in A's octants; the same of rectangular boxes
//     volumes         = det(e), det(f)
// (indices cyclic) the sums are, weighted by the denominators,
//     direction i          wA sum_m b_m |normalsA(i, m)| + wB a_i volumes[0]
//     direction 3 + m      wB sum_i a_i |normalsB(i, m)| + wA b_m volumes[1]
//     direction 6 + 3i + m wB (a_j |normalsA(k, m)| + a_k |normalsA(j, m)|) +
//                          wA (b_n |normalsB(i, o)| + b_o |normalsB(i, n)|)
// On a screw in B's frame, times q = 1 + k2 tau^2: normalsA = normalsB = q e_i . f_m, volumes = q, weights 1.
//
// All polynomials are kept by their Bernstein coefficients over [0, 1], coefficient by coefficient, so that
// all are evaluated at once and none leaves the range of its coefficients.
#ifndef CD_ROUTE_H
#define CD_ROUTE_H

#include "collision/boxes.h"
#include "foundation/numbers/bernstein.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/recording.h"

enum { CD_BOX_DIRECTIONS = 15, CD_ROUTE_DEGREE = 8, CD_ROUTE_WEIGHT_DEGREE = 2 };

typedef struct cdBoxRoute {
    int degree;       // of n . d and of the sums: 8, 6 where w is constant; on a screw 3, translating 1
    int signDegree;   // of normalsA, normalsB, volumes
    int weightDegree; // degree - signDegree; of 1 the weights are 1 and not filled
    bool rectangular; // normalsB is normalsA
    double halfA[3], halfB[3];
    double offsets[CD_ROUTE_DEGREE + 1][16];  // offsets[k][direction]: of n . d
    double normalsA[CD_ROUTE_DEGREE + 1][10]; // normalsA[k][3 i + m]
    double normalsB[CD_ROUTE_DEGREE + 1][10]; // not filled when rectangular
    double volumes[CD_ROUTE_DEGREE + 1][2];
    double weights[CD_ROUTE_WEIGHT_DEGREE + 1][2]; // wA, wB
    // By direction, over the whole of [0, 1]: a bound on the error of n . d less the sum, however signs are
    // taken at a zero and whatever rounding does to coefficients and values (following a polynomial errs by
    // more: cdGetFollowError); and 1 over a bound on the length of n.
    double errors[16], scales[16];
    // Where w changes both are needlessly wide at other times; then errors[direction] times a polynomial of
    // the route's degree bounds the error at t, and the length is at most that polynomial /
    // scales[direction]. Its coefficients are shapes[k][cdGetRouteShape(direction)], at most 1. Filled where
    // weightDegree is 0 (by ones) or 2.
    double shapes[CD_ROUTE_DEGREE + 1][3];
} cdBoxRoute;

// Three numbers side by side, of a row or of half extents.
static inline void cdSetRow(double *row, cdVec3 v) {
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
}

static inline bool cdHasRouteShapes(const cdBoxRoute *route) {
    return route->weightDegree != 1;
}

static inline int cdGetRouteShape(int32_t direction) {
    return direction < 3 ? 0 : direction < 6 ? 1 : 2;
}

// Which sign each arm takes in the supporting corners: the arms' signs along n at some time.
// signsA[i][m] of normalsA(i, m): +1 or -1; signsB the same.
typedef struct cdBoxSigns {
    int8_t signsA[3][3], signsB[3][3];
} cdBoxSigns;

// The motion by a screw: B's frame, B's centre the origin; `axesA` has A's axes as columns at tau = 0,
// `center` A's centre there. `t` of the route is tau.
void cdOpenScrewRoute(cdBoxRoute *route, const cdScrew *screw, const cdMat3 *axesA, cdVec3 center,
                      cdVec3 halfA, cdVec3 halfB);

// The motion by quadratic matrices. false: the input is refused, see cdFindBoxContact. `until`: w and the
// volumes are certainly above 0 on [0, until].
bool cdOpenPolynomialRoute(cdBoxRoute *route, const cdBoxesInput *input, double *until);

// Of t: two zeros so close are one that was found twice; what lies between them is no part.
#define CD_ROUTE_SLIVER (64.0 * CD_EPSILON)

// Where the route is divided: ends[CD_BOX_PARTS_MAX] of the homogeneous parts, the last one 1; their number.
int32_t cdDivideRoute(const cdBoxRoute *route, double *ends);

// All of it at t.
typedef struct cdRouteValues {
    double offsets[16], normalsA[10], normalsB[10], volumes[2], weights[2];
} cdRouteValues;

void cdEvaluateRoute(const cdBoxRoute *route, double t, cdRouteValues *values);

// The signs of all normals' components between two t where none changes its sign.
cdBoxSigns cdGetRouteSigns(const cdBoxRoute *route, double begin, double end);

// gap(n) by direction at t, and in `sides` the sign of n . d.
void cdGetRouteGaps(const cdBoxRoute *route, double t, double gaps[16], double sides[16]);

// The plane of the widest gap at t: a lower bound of that gap, a length; not above 0: none parts the boxes by
// more than `slack` there.
double cdFindWidestGap(const cdBoxRoute *route, double t, double slack, int32_t *direction, double *side);

// Divides what is at t for each direction by its shape there.
void cdDivideByShapes(const cdBoxRoute *route, double t, double values[16]);

// What following the route came to.
typedef struct cdRouteStop {
    bool stopped;      // else it is free from `from` to the end
    double t;          // no contact in [from, t]
    int32_t direction; // whose plane the origin reaches there, of the widest gap where it started on it
    double side;       // +1 or -1: which of its two planes
    cdBoxPair pair;    // the features on that plane; none where it stopped at once
    double startGap;   // length: the boxes are at least so far apart at `from`; not above 0: not known to be
    int32_t partCount, planeCount;
} cdRouteStop;

// From `from` on for as long as some plane parts the boxes by more than `slack` (length). Stops at once when
// none does there. `trace`, NULL: none, is told of the parts and planes, at times of the route.
cdRouteStop cdFollowRoute(const cdBoxRoute *route, double from, double slack, cdTrace *trace);

#endif
