// Two solid boxes in motion: the first time at which they meet, found analytically [AS05].
//
// The boxes meet when the origin comes to lie on the boundary of the Minkowski sum of one and the other
// reflected, seen from a frame in which B stands still. That boundary has 30 faces: a vertex of A with a face
// of B (6), a face of A with a vertex of B (6), an edge with an edge (18). Which ones changes only where a
// normal of A's crosses from one octant of B's into another, so the route is divided there into homogeneous
// parts; in each part every face lies in a plane whose equation is a polynomial in t.
//
// Two kinds of motion: matrices of quadratic functions of t, for both boxes, as in the paper (they may turn,
// grow and shear), and the screw of collision/motion.h for A while B stands, for which every plane is a
// cubic.
//
// Guarantee, as of cdFindFirstContact: [0, t.lo] is free of contact, and when the state is CD_CONTACT the
// boxes come within `tolerance` of each other in [t.lo, t.hi]. Boxes are solid: one inside the other is an
// overlap. Points and normals are in the world frame, normals are unit and point from B to A.
#ifndef COLLISION_BOXES_H
#define COLLISION_BOXES_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// c[row][column][k]: the entry c[..][0] + c[..][1] t + c[..][2] t^2 of a 4 x 4 matrix that takes local
// coordinates (x, y, z, 1) to the world's. The bottom row is 0 0 0 w(t), w > 0 on [0, 1]; all coordinates are
// divided by w. So affine motions (w = 1) and rotations by Cayley's formula (w = 1 + k2 t^2) both fit.
//
// A rigid box, its centre from p to q, that turns from R by an angle below pi about the unit axis u: let
// g = u tan(angle / 2), k2 = |g|^2, [g] v = g x v; the axes and the centre are the columns
//     R + 2 t [g] R + t^2 (2 g g^T - k2 I) R,   p + t (q - p) + t^2 k2 q
typedef struct cdQuadraticMatrix {
    double c[4][4][3]; // c[row][column][power of t]
} cdQuadraticMatrix;

// Two boxes about their local origins, and how they move over t in [0, 1]: by matrices, or with `onScrew` on
// the in-between motion of collision/motion.h. The members of the other kind are not read.
typedef struct cdBoxesInput {
    cdVec3 halfA, halfB;                // half extents along the local axes, above 0
    cdQuadraticMatrix motionA, motionB; // local to world
    bool onScrew;                       // A moves from startA to targetA, B stays at poseB
    cdPose startA, targetA;             // where A's step begins and where it is meant to end; world frame
    cdPose poseB;                       // world frame, for the whole step
} cdBoxesInput;

// How a box's features are numbered. Corner: bit i set where it lies at + half along axis i. Face: 2 i for
// the one at - half along axis i, 2 i + 1 for the other. Edge along axis i: 4 i, + 1 where it lies at + half
// along the lower of the other two axes, + 2 where along the higher.
enum { CD_BOX_CORNERS = 8, CD_BOX_FACES = 6, CD_BOX_EDGES = 12 };

// The corners at an edge's ends, the one at - half along it first. Left alone when there is no such edge.
CD_API void cdGetBoxEdgeEnds(int32_t edge, int32_t corners[2]);

// A face of the Minkowski sum: A's feature and B's, by `kind` (A's part first).
typedef struct cdBoxPair {
    cdContactKind kind; // says what `a` and `b` number
    int32_t a, b;       // a corner, edge or face of A, and one of B
} cdBoxPair;

// Of the boundary of the Minkowski sum: 6 vertex-face, 6 face-vertex, 18 edge-edge. And of the parts of a
// route: 18 functions of degree 6 at most change sign.
enum { CD_BOX_PLANES = 30, CD_BOX_PARTS_MAX = 109 };

// What a query of two boxes found.
typedef struct cdBoxContact {
    cdState state;        // how it ended; the top of this file says what each guarantees
    cdReason reason;      // when undecided
    cdInterval t;         // {1, 1} when free, {0, 0} when overlapping
    cdBoxPair pair;       // what touches, when in contact; of several features that do, one pair
    cdVec3 point, normal; // world frame, at t.lo
    double tolerance;     // length: boxes this close count as touching
    int32_t partCount;    // homogeneous parts that were entered
    int32_t planeCount;   // polynomials whose first zero was looked for, of a translation all
} cdBoxContact;

// First contact of two boxes. [AS05] `trace` may be NULL; it has CD_TRACE_ROUTE_PART and
// CD_TRACE_ROUTE_PLANE, CD_TRACE_DECIDED at the end.
// @errors CD_UNDECIDED with t.lo = 0: an input that is not finite, or of numbers or lengths beyond 1e100, a
// half extent that is not above 0, or on a screw below 1e-100, a bottom row other than 0 0 0 w, a quaternion
// that is not of unit length; CD_UNDECIDED at t.lo, free before: w or the volume of a box vanishes there
CD_API cdBoxContact cdFindBoxContact(const cdBoxesInput *input, cdTrace *trace);

// --- What there is to see of it

// Where the homogeneous parts of a route end, 0 left out, the last end 1: ends[CD_BOX_PARTS_MAX]. Returns
// how many parts there are, 0 for an input that is refused.
CD_API int32_t cdFindBoxParts(const cdBoxesInput *input, double *ends);

// A box as it stands at one time: its corners are center +- arms[0] +- arms[1] +- arms[2]. World frame.
typedef struct cdBoxAt {
    cdVec3 center, arms[3]; // the arms are half edges, perpendicular unless the box is sheared
} cdBoxAt;

// Both boxes as they stand at the time t in [0, 1].
CD_API void cdGetBoxesAt(const cdBoxesInput *input, double t, cdBoxAt *a, cdBoxAt *b);

#ifdef __cplusplus
}
#endif
#endif
