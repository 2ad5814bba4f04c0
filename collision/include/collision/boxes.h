// First contact of two solid boxes in motion, found analytically [AS05].
//
// The boxes touch when the origin reaches the boundary of the Minkowski sum of one and the other reflected,
// in a frame in which B is fixed. The boundary has 30 faces: vertices of A with faces of B (6), faces of A
// with vertices of B (6), pairs of edges (18). These change only when a normal of A crosses from one octant
// of B into another. Those times divide the route into homogeneous parts. In each part every face lies in a
// plane whose equation is a polynomial in t.
//
// There are two kinds of motion: matrices of quadratic functions of t for both boxes, as in the paper (they
// may turn, grow and shear), or the screw of motion.h for A with B fixed, for which every plane is a cubic.
//
// Guarantee, as in cdFindFirstContact: [0, t.lo] is free of contact. If the state is CD_CONTACT, the boxes
// come within `tolerance` of each other in [t.lo, t.hi]. Boxes are solid: one inside the other is an overlap.
// Points and normals are in the world frame; normals are unit and point from B to A.
#ifndef COLLISION_BOXES_H
#define COLLISION_BOXES_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// A 4 x 4 matrix that maps local coordinates (x, y, z, 1) to world coordinates. c[row][column] are the
// coefficients of the entry c[..][0] + c[..][1] t + c[..][2] t^2. The bottom row is 0 0 0 w(t), w > 0 on
// [0, 1]; all coordinates are divided by w. Affine motions have w = 1, rotations by Cayley's formula
// w = 1 + k2 t^2.
//
// A rigid box whose centre moves from p to q and that turns from R by an angle below pi about the unit axis
// u: with g = u tan(angle / 2), k2 = |g|^2, [g] v = g x v; the axes and the centre are the columns
//     R + 2 t [g] R + t^2 (2 g g^T - k2 I) R,   p + t (q - p) + t^2 k2 q
typedef struct cdQuadraticMatrix {
    double c[4][4][3]; // c[row][column][power of t]
} cdQuadraticMatrix;

// Two boxes about their local origins, and their motion over t in [0, 1]: by matrices, or with `onScrew` by
// the in-between motion of motion.h. The members of the other kind are not read.
typedef struct cdBoxesInput {
    cdVec3 halfA, halfB;                // half extents along the local axes, above 0
    cdQuadraticMatrix motionA, motionB; // local to world
    bool onScrew;                       // true: A moves from startA to targetA, B is fixed at poseB
    cdPose startA, targetA;             // start and intended end of A's step; world frame
    cdPose poseB;                       // world frame
} cdBoxesInput;

// Numbers of a box's features. Corner: bit i is set at + half along axis i. Face: 2 i at - half along axis i,
// 2 i + 1 at + half. Edge along axis i: 4 i, + 1 at + half along the lower of the other two axes, + 2 at +
// half along the higher.
enum { CD_BOX_CORNERS = 8, CD_BOX_FACES = 6, CD_BOX_EDGES = 12 };

// Writes the corners at an edge's ends, the one at - half along it first. An invalid edge writes nothing.
CD_API void cdGetBoxEdgeEnds(int32_t edge, int32_t corners[2]);

// A face of the Minkowski sum: a feature of A and one of B.
typedef struct cdBoxPair {
    cdContactKind kind; // kinds of the features, A's first
    int32_t a, b;       // number of A's corner, edge or face, and of B's
} cdBoxPair;

// Faces of the Minkowski sum: 6 vertex-face, 6 face-vertex, 18 edge-edge. Maximum number of parts of a route:
// 18 functions of degree 6 at most change sign.
enum { CD_BOX_PLANES = 30, CD_BOX_PARTS_MAX = 109 };

// Result of cdFindBoxContact.
typedef struct cdBoxContact {
    cdState state;        // see the guarantee at the top of this file
    cdReason reason;      // if undecided
    cdInterval t;         // fractions of the step; {1, 1} if free, {0, 0} if overlapping
    cdBoxPair pair;       // features that touch, if in contact; one pair of several
    cdVec3 point, normal; // world frame, at t.lo
    double tolerance;     // length: boxes this close count as touching
    int32_t partCount;    // homogeneous parts visited
    int32_t planeCount;   // polynomials whose first zero was searched; all in a translation
} cdBoxContact;

// Finds the first contact of two boxes [AS05]. `trace` may be NULL; it records CD_TRACE_ROUTE_PART and
// CD_TRACE_ROUTE_PLANE, and CD_TRACE_DECIDED at the end.
// @errors CD_UNDECIDED with t.lo = 0: the input is not finite; numbers or lengths exceed 1e100; a half extent
// is not above 0, or on a screw below 1e-100; a bottom row is not 0 0 0 w; or a quaternion is not unit.
// CD_UNDECIDED at t.lo, free before: w or the volume of a box vanishes there
CD_API cdBoxContact cdFindBoxContact(const cdBoxesInput *input, cdTrace *trace);

// --- For display

// Writes the ends of the homogeneous parts of a route to ends[CD_BOX_PARTS_MAX], without 0; the last is 1.
// Returns the number of parts, 0 for an invalid input.
CD_API int32_t cdFindBoxParts(const cdBoxesInput *input, double *ends);

// A box at one time: its corners are center +- arms[0] +- arms[1] +- arms[2]. World frame.
typedef struct cdBoxAt {
    cdVec3 center, arms[3]; // half edges, perpendicular unless the box is sheared
} cdBoxAt;

// Computes both boxes at the time t in [0, 1].
CD_API void cdGetBoxesAt(const cdBoxesInput *input, double t, cdBoxAt *a, cdBoxAt *b);

#ifdef __cplusplus
}
#endif
#endif
