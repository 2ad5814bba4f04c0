// Two hulls in one frame, and the vertices of their Minkowski difference.
//
// The frame is B's, origin at B's centre. A point m = q - p of the difference M = B - A comes from a vertex p
// of A and a vertex q of B; the hulls share a point if and only if M contains the origin [CW96 4.1]. A may
// have two poses, for the hull of both, and may be thickened by a ball, for the swept volume between them.
#ifndef CD_CONVEX_PAIR_H
#define CD_CONVEX_PAIR_H

#include "convex/separation/placed_hulls.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/recording.h"

typedef struct cdConvexPair {
    const cdConvex *a, *b;
    cdQuat qb;           // B's orientation in the world, of unit length to the last digit
    int32_t poseCount;   // poses of A: 1 or 2
    cdMat3 rotations[2]; // A's rotations
    cdVec3 offsets[2];   // A's centres
    double thickness;    // radius of the ball around A
    double tolerance;    // length
    cdSupportMethod method;
    bool turned; // true if the direction is far from the one the vertices were found for
    int32_t supportSteps;
    cdTrace *trace; // may be NULL
} cdConvexPair;

// Values instead of a vertex. The middle is the mean of all vertices, for A at the first pose.
enum { CD_MIDDLE = -1, CD_NO_VERTEX = -2 };

// A vertex of M, or the point of M between the middles.
typedef struct cdDifference {
    cdVec3 m;
    int32_t a, b; // vertices; a + vertexCount at the second pose
} cdDifference;

// Sets the poses of an input's hulls, the tolerance and the frame.
// @errors false: a quaternion that is not of unit length, or a pose that is not finite
bool cdPlaceConvexPair(const cdSeparationInput *input, cdConvexPair *pair);

// The same from hulls already placed, with valid poses.
void cdSetConvexPair(const cdSeparationInput *input, const cdPlacedHulls *placed, cdConvexPair *pair);

// Returns the tolerance of two hulls. `distance`: the sum of coordinates between their centres.
double cdGetHullTolerance(const cdConvex *a, const cdConvex *b, double distance);

// Adds an event about a direction of the pair's frame and its vertices, rotated to world axes by `qb`; NULL:
// no room. For pairs with a trace only.
cdTraceEvent *cdAddVectorEvent(const cdConvexPair *pair, cdTraceKind kind, cdTraceHow how, cdVec3 direction,
                               double gap, const cdDifference *found);

// Records the result of the search: `separated`, after so many steps, by its last direction.
void cdTraceHulls(const cdConvexPair *pair, cdTraceHow how, bool separated, int32_t steps, cdVec3 direction,
                  double gap, const cdDifference *found);

static inline cdVec3 cdMulTransposedVec3(const cdMat3 *m, cdVec3 v) {
    cdVec3 result = cdScale(v.x, m->rows[0]);
    return cdMulAdd(cdMulAdd(result, v.y, m->rows[1]), v.z, m->rows[2]);
}

// Returns the start of the search for a vertex, `last` or the table's, which is better after a turn; -1:
// none. Requests its memory: the searches in both hulls then wait at the same time.
static inline int32_t cdChooseStart(const cdConvexPair *pair, const cdConvex *convex, cdVec3 direction,
                                    int32_t last) {
    if (pair->method != CD_SUPPORT_TABLE || (!pair->turned && last >= 0)) return last;
    if (convex->table == NULL) return -1;
    int32_t start = convex->table[cdGetTableCell(direction)];
    cdPrefetchVertex(convex, start);
    return start;
}

static inline cdVec3 cdGetPlacedVertex(const cdConvexPair *pair, int32_t pose, int32_t vertex) {
    return cdAdd(cdMulMat3Vec3(&pair->rotations[pose], pair->a->vertices[vertex]), pair->offsets[pose]);
}

// Finds the vertex of M farthest against a unit direction: A's farthest along it, B's farthest against it.
// Starts at the vertices in `found`, CD_NO_VERTEX: none; a thick A is moved out along the direction.
static inline void cdFindDifference(cdConvexPair *pair, cdVec3 direction, cdDifference *found) {
    const cdConvex *a = pair->a, *b = pair->b;
    const int32_t count = a->info.vertexCount, last = found->a >= count ? found->a - count : found->a;
    const cdVec3 against = cdNegate(direction);
    cdVec3 along[2];
    int32_t starts[2], startB = cdChooseStart(pair, b, against, found->b);
    for (int32_t k = 0; k < pair->poseCount; k++) {
        along[k] = cdMulTransposedVec3(&pair->rotations[k], direction);
        starts[k] = cdChooseStart(pair, a, along[k], last);
    }
    if (cdClimbsFrom(pair->method, starts[0]) && cdClimbsFrom(pair->method, startB)) {
        found->a = starts[0];
        found->b = startB;
        cdClimbBoth(a, &found->a, b, &found->b, cdPairLanes3(along[0], against), &pair->supportSteps);
    } else {
        found->b = cdFindSupportNear(b, against, pair->method, startB, &pair->supportSteps);
        found->a = cdFindSupportNear(a, along[0], pair->method, starts[0], &pair->supportSteps);
    }
    cdVec3 placed = cdGetPlacedVertex(pair, 0, found->a);
    if (pair->poseCount > 1) {
        int32_t vertex = cdFindSupportNear(a, along[1], pair->method, starts[1], &pair->supportSteps);
        cdVec3 other = cdGetPlacedVertex(pair, 1, vertex);
        if (cdDot(direction, other) > cdDot(direction, placed)) {
            placed = other;
            found->a = vertex + count;
        }
    }
    if (pair->thickness > 0.0) placed = cdMulAdd(placed, pair->thickness, direction);
    found->m = cdSub(b->vertices[found->b], placed);
}

// Returns the difference of two given vertices or of the middles, A without its thickness.
static inline cdVec3 cdGetDifference(const cdConvexPair *pair, int32_t a, int32_t b) {
    int32_t pose = a >= pair->a->info.vertexCount, vertex = a - pose * pair->a->info.vertexCount;
    cdVec3 pointA = a == CD_MIDDLE ? pair->a->middle : pair->a->vertices[vertex];
    cdVec3 pointB = b == CD_MIDDLE ? pair->b->middle : pair->b->vertices[b];
    return cdSub(pointB, cdAdd(cdMulMat3Vec3(&pair->rotations[pose], pointA), pair->offsets[pose]));
}

#endif
