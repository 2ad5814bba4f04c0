// Elementary contact tests between a moving and a fixed element: vertex-face, face-vertex, edge-edge [RKC01
// 2].
//
// Everything lies in the frame of the query: B's axes, origin at A's reference point at tau = 0 (so cdScrew.c
// is 0). A test builds the cubic of numerics' section 2, finds where it may vanish, and tests there whether
// the elements themselves are within the tolerance. The root it returns depends on the elements alone, not on
// the interval, so results do not depend on earlier tests.
#ifndef CD_ELEMENTS_H
#define CD_ELEMENTS_H

#include "collision/query.h"
#include "foundation/numbers/polynomial.h"
#include "foundation/report/meter.h"
#include "mesh/shapes/closest.h"

// A point of the moving mesh: its position at tau = 0, and half its velocity across the axis there. Near the
// axis b is the small remainder of large terms; its rounding error scales with their sum, `bScale`.
typedef struct cdMovingPoint {
    cdVec3 x, b;
    double bScale;
} cdMovingPoint;

// Two elements: one moving and three fixed points (vertex-face), three and one (face-vertex) or two and two
// (edge-edge).
typedef struct cdElementPair {
    cdMovingPoint moving[3];
    cdVec3 fixed[3];
    int movingCount, fixedCount;
} cdElementPair;

// A moving edge's parts of its equation, before the fixed edge is known.
typedef struct cdMovingEdge {
    cdVec3 a, e;          // start and direction at tau = 0
    cdVec3 n1, n2;        // N(e) = e + n1 tau + n2 tau^2
    cdVec3 m1, m2, m3;    // the motion's part of the moment about `a`
    double lengthScale;   // |e|_1
    double velocityScale; // 2 bScale + |s|
} cdMovingEdge;

typedef struct cdElementContact {
    cdState state; // CD_FREE, CD_CONTACT or CD_UNDECIDED (its steps, or the meter, ran out at `root`)
    double root;   // tau
} cdElementContact;

// The tolerances of one query, derived from its size.
typedef struct cdElementTolerance {
    double distance; // elements this close touch
    double width;    // a true contact lies within this of the root, in tau
} cdElementTolerance;

static inline cdMovingPoint cdMakeMovingPoint(const cdScrew *screw, cdVec3 x) {
    cdVec3 arm = cdSub(x, screw->c);
    double bScale = cdSumAbs(screw->bc) + cdSumAbs(screw->g) * cdSumAbs(arm);
    return (cdMovingPoint){x, cdAdd(screw->bc, cdCross(screw->g, arm)), bScale};
}

static inline cdVec3 cdPlaceMovingPoint(const cdScrew *screw, const cdMovingPoint *p, double tau) {
    double share = 2.0 * tau / (1.0 + screw->k2 * tau * tau);
    cdVec3 turn = cdMulAdd(p->b, tau, cdCross(screw->g, p->b));
    return cdMulAdd(cdMulAdd(p->x, share, turn), tau * screw->s, screw->u);
}

// Returns (1 + k2 tau^2) dot(normal, x(tau) - origin) for a moving point. `normalScale` bounds the normal's
// length and times its error in rounding units.
cdCubic cdMakePlaneCubic(const cdScrew *screw, const cdMovingPoint *p, cdVec3 normal, double normalScale,
                         cdVec3 origin);

cdCubic cdMakeVertexFaceCubic(const cdScrew *screw, const cdMovingPoint *p, const cdVec3 face[3]);

// The same for a fixed vertex and a moving face: `inverse` is the inverted screw, `face` at tau = 0.
cdCubic cdMakeFaceVertexCubic(const cdScrew *inverse, const cdVec3 face[3], cdVec3 vertex);

cdMovingEdge cdMakeMovingEdge(const cdScrew *screw, const cdMovingPoint *start, const cdMovingPoint *end);
cdCubic cdMakeEdgeEdgeCubic(const cdMovingEdge *moving, cdVec3 start, cdVec3 end);

// False if the two elements of a cubic stay farther than `distance` from each other over [lo, hi].
static inline bool cdElementsMayTouch(const cdCubic *cubic, double distance, double lo, double hi) {
    return cdCubicMayReach(cubic, cubic->error + distance * cubic->scale, lo, hi);
}

// Returns the closest points of the two elements at tau: `onFirst` on the moving one.
cdClosest cdFindClosestElements(const cdScrew *screw, const cdElementPair *pair, double tau);

// Returns an upper bound on the speed of the pair's moving points, length per tau.
double cdBoundElementSpeed(const cdScrew *screw, const cdElementPair *pair);

// Returns the first contact of two elements at a root of their cubic in [lo, hi].
cdElementContact cdFindElementContact(const cdScrew *screw, const cdElementPair *pair, const cdCubic *cubic,
                                      double lo, double hi, const cdElementTolerance *tolerance,
                                      cdQueryStats *stats, cdMeter *meter);

// Returns a contact at tau = 1 if the elements are within the tolerance there. Their equation may have its
// zero just after the end of the step, while the target as placed already overlaps by rounding.
cdElementContact cdFindTouchAtEnd(const cdScrew *screw, const cdElementPair *pair, const cdCubic *cubic,
                                  const cdElementTolerance *tolerance);

// The degenerate search: returns the first time in [lo, hi] at which the elements are within the tolerance,
// by separating directions (separation.c). Certain for every configuration. Gives up beyond `limit`, which
// changes no root. Each step counts as a test of the meter's, which may be NULL.
cdElementContact cdStepBySeparation(const cdScrew *screw, const cdElementPair *pair, double lo, double hi,
                                    double limit, const cdElementTolerance *tolerance, cdQueryStats *stats,
                                    cdMeter *meter);

#endif
