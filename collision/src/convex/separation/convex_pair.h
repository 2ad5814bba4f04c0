// Two hulls in one frame, and the vertices of their Minkowski difference.
//
// The frame is B's, origin at B's centre. A point m = q - p of the difference M = B - A comes from a vertex p
// of A and a vertex q of B; the hulls share a point exactly when M holds the origin [CW96 4.1]. A may stand
// at two poses, for the hull of both, and may be thickened by a ball, for what a motion between them sweeps.
#ifndef CD_CONVEX_PAIR_H
#define CD_CONVEX_PAIR_H

#include "convex/separation/support.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/recording.h"

typedef struct cdConvexPair {
    const cdConvex *a, *b;
    cdQuat qa, qb;       // attitudes in the world, of unit length to the last digit
    cdVec3 toA;          // from B's centre to A's, world axes
    int32_t poseCount;   // of A: 1 or 2
    cdMat3 rotations[2]; // of A
    cdVec3 offsets[2];   // of A's centre
    double thickness;    // of the ball around A
    double tolerance;    // length
    cdSupportMethod method;
    bool turned; // the direction is not near the one the vertices were found for
    int32_t supportSteps;
    cdTrace *trace; // NULL: none
} cdConvexPair;

// In the place of a vertex. The middle is that of all vertices, of A at the first pose.
enum { CD_MIDDLE = -1, CD_NO_VERTEX = -2 };

// A vertex of M, or the point of M between the middles.
typedef struct cdDifference {
    cdVec3 m;
    int32_t a, b; // vertices; a + vertexCount at the second pose
} cdDifference;

// Where the hulls of an input are, and the tolerance: all but the frame.
// @errors false: a quaternion that is not of unit length, or a pose that is not finite
bool cdPlaceConvexPair(const cdSeparationInput *input, cdConvexPair *pair);

// The tolerance of two hulls whose centres are as far apart as the sum of coordinates `distance`.
double cdGetHullTolerance(const cdConvex *a, const cdConvex *b, double distance);

// The frame: A's rotation and offset in it.
void cdTurnConvexPair(cdConvexPair *pair);

// The vertex of M farthest against a unit direction: A's farthest along it, B's farthest against it. Starts
// at the vertices in `found`, CD_NO_VERTEX: none; a thick A is pushed out along the direction.
void cdFindDifference(cdConvexPair *pair, cdVec3 direction, cdDifference *found);

// The difference of two given vertices or of the middles, A without its thickness.
cdVec3 cdGetDifference(const cdConvexPair *pair, int32_t a, int32_t b);

// An event about a direction of the pair's frame and what was found along it, turned to the world's axes by
// `qb`; NULL: no room. For pairs with a trace only.
cdTraceEvent *cdAddVectorEvent(const cdConvexPair *pair, cdTraceKind kind, cdTraceHow how, cdVec3 direction,
                               double gap, const cdDifference *found);

// What the search came to: `separated`, after so many steps, by the direction it ended with.
void cdTraceHulls(const cdConvexPair *pair, cdTraceHow how, bool separated, int32_t steps, cdVec3 direction,
                  double gap, const cdDifference *found);

// The vertices farthest along a unit direction of the world, A's, and against it, B's, without the frame: all
// that a cached vector is asked. Starts at the vertices given and leaves those found; returns the gap.
static inline double cdFindGap(cdConvexPair *pair, cdVec3 direction, int32_t *vertexA, int32_t *vertexB) {
    cdVec3 alongA = cdInvRotate(pair->qa, direction), againstB = cdInvRotate(pair->qb, cdNegate(direction));
    *vertexA = cdFindSupportNear(pair->a, alongA, pair->method, *vertexA, &pair->supportSteps);
    *vertexB = cdFindSupportNear(pair->b, againstB, pair->method, *vertexB, &pair->supportSteps);
    double heightA = cdDot(alongA, pair->a->vertices[*vertexA]);
    double depthB = cdDot(againstB, pair->b->vertices[*vertexB]);
    return -(cdDot(direction, pair->toA) + heightA + depthB);
}

static inline cdVec3 cdMulTransposedVec3(const cdMat3 *m, cdVec3 v) {
    cdVec3 result = cdScale(v.x, m->rows[0]);
    return cdMulAdd(cdMulAdd(result, v.y, m->rows[1]), v.z, m->rows[2]);
}

#endif
