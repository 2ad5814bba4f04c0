// The route of two boxes: the functions that decide if a plane separates them, as polynomials in t.
//
// With A's axes e_i, B's f_m (not unit, nor perpendicular in general), half extents a_i, b_m, and d = A's
// centre - B's, the boundary of the Minkowski sum has two parallel faces for each of 15 directions n:
//     e_j x e_k  (A's face normal i, j and k the next two)      directions 0-2
//     f_n x f_o  (B's face normal m)                            directions 3-5
//     e_i x f_m                                                 directions 6 + 3 i + m
// The origin is beyond one of the two where gap(n) = |n . d| - sum over the six arms of |n . arm| > 0. All of
// this consists of triple products of columns of both matrices: the relative matrix M1 inverse(M2) of the
// page is never formed, its denominators are cleared instead. So each function is a polynomial, for rigid
// and affine motions alike. With
//     normalsA (i, m) = (e_j x e_k) . f_m      A's normals in B's octants: the nine functions of the page
//     normalsB (i, m) = (f_n x f_o) . e_i      B's normals in A's octants; the same for rectangular boxes
//     volumes         = det(e), det(f)
// (indices cyclic) the sums are, weighted by the denominators,
//     direction i          wA sum_m b_m |normalsA(i, m)| + wB a_i volumes[0]
//     direction 3 + m      wB sum_i a_i |normalsB(i, m)| + wA b_m volumes[1]
//     direction 6 + 3i + m wB (a_j |normalsA(k, m)| + a_k |normalsA(j, m)|) +
//                          wA (b_n |normalsB(i, o)| + b_o |normalsB(i, n)|)
// On a screw in B's frame, times q = 1 + k2 tau^2: normalsA = normalsB = q e_i . f_m, volumes = q, weights 1.
//
// All polynomials are stored by their Bernstein coefficients over [0, 1], coefficient by coefficient, so that
// all are evaluated at once and none leaves the range of its coefficients.
#ifndef CD_ROUTE_H
#define CD_ROUTE_H

#include "collision/boxes.h"
#include "foundation/numbers/bernstein.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/recording.h"

enum { CD_BOX_DIRECTIONS = 15, CD_ROUTE_DEGREE = 8, CD_ROUTE_WEIGHT_DEGREE = 2 };

typedef struct cdBoxRoute {
    int degree;       // of n . d and of the sums: 8; 6 with constant w; on a screw 3; for a translation 1
    int signDegree;   // of normalsA, normalsB, volumes
    int weightDegree; // degree - signDegree; if 1 the weights are 1 and not filled
    bool rectangular; // normalsB equals normalsA
    double halfA[3], halfB[3];
    double offsets[CD_ROUTE_DEGREE + 1][16];  // offsets[k][direction]: of n . d
    double normalsA[CD_ROUTE_DEGREE + 1][10]; // normalsA[k][3 i + m]
    double normalsB[CD_ROUTE_DEGREE + 1][10]; // not filled when rectangular
    double volumes[CD_ROUTE_DEGREE + 1][2];
    double weights[CD_ROUTE_WEIGHT_DEGREE + 1][2]; // wA, wB
    // By direction, over the whole of [0, 1]: a bound on the error of n . d less the sum, for any signs taken
    // at a zero and any rounding of coefficients and values (following a polynomial errs by more:
    // cdGetFollowError); and 1 over a bound on the length of n.
    double errors[16], scales[16];
    // If w changes both are needlessly wide at other times. Then errors[direction] times a polynomial of the
    // route's degree bounds the error at t, and the length is at most that polynomial / scales[direction].
    // Its coefficients are shapes[k][cdGetRouteShape(direction)], at most 1. Filled if weightDegree is 0 (by
    // ones) or 2.
    double shapes[CD_ROUTE_DEGREE + 1][3];
} cdBoxRoute;

// Writes three numbers side by side, of a row or of half extents.
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

// Sign of each arm in the supporting corners: the arms' signs along n at some time. signsA[i][m] of
// normalsA(i, m): +1 or -1; signsB the same.
typedef struct cdBoxSigns {
    int8_t signsA[3][3], signsB[3][3];
} cdBoxSigns;

// Opens the route of a screw: B's frame, B's centre the origin; `axesA` has A's axes as columns at tau = 0,
// `center` is A's centre there. `t` of the route is tau.
void cdOpenScrewRoute(cdBoxRoute *route, const cdScrew *screw, const cdMat3 *axesA, cdVec3 center,
                      cdVec3 halfA, cdVec3 halfB);

// Opens the route of quadratic matrices. False: the input is refused, see cdFindBoxContact. `until`: w and
// the volumes are certainly above 0 on [0, until].
bool cdOpenPolynomialRoute(cdBoxRoute *route, const cdBoxesInput *input, double *until);

// In t: two zeros so close are one that was found twice, with no part between them.
#define CD_ROUTE_SLIVER (64.0 * CD_EPSILON)

// Divides the route: ends[CD_BOX_PARTS_MAX] of the homogeneous parts, the last one 1. Returns their number.
int32_t cdDivideRoute(const cdBoxRoute *route, double *ends);

// Values of all functions at t.
typedef struct cdRouteValues {
    double offsets[16], normalsA[10], normalsB[10], volumes[2], weights[2];
} cdRouteValues;

void cdEvaluateRoute(const cdBoxRoute *route, double t, cdRouteValues *values);

// Returns the signs of all normals' components between two t where none changes its sign.
cdBoxSigns cdGetRouteSigns(const cdBoxRoute *route, double begin, double end);

// Returns gap(n) by direction at t, and in `sides` the sign of n . d.
void cdGetRouteGaps(const cdBoxRoute *route, double t, double gaps[16], double sides[16]);

// Finds the plane of the widest gap at t. Returns a lower bound of that gap, a length; not above 0: no plane
// separates the boxes by more than `slack` there.
double cdFindWidestGap(const cdBoxRoute *route, double t, double slack, int32_t *direction, double *side);

// Divides the value of each direction at t by its shape there.
void cdDivideByShapes(const cdBoxRoute *route, double t, double values[16]);

// Result of following a route.
typedef struct cdRouteStop {
    bool stopped;      // else it is free from `from` to the end
    double t;          // no contact in [from, t]
    int32_t direction; // the origin reaches its plane there; the widest gap if stopped at once
    double side;       // +1 or -1: which of its two planes
    cdBoxPair pair;    // the features on that plane; none if stopped at once
    double startGap;   // length: lower bound on the distance at `from`; not above 0: unknown
    int32_t partCount, planeCount;
} cdRouteStop;

// Follows the route from `from` for as long as some plane separates the boxes by more than `slack` (length).
// Stops at once if none does there. `trace`, NULL: none, records the parts and planes, at times of the route.
cdRouteStop cdFollowRoute(const cdBoxRoute *route, double from, double slack, cdTrace *trace);

#endif
