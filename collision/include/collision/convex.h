// Convex hulls and separating vectors between them [CW96].
//
// Input: points, or the hulls of meshes, and two poses. Output: a direction that separates the hulls, or that
// they overlap or touch. Hulls are immutable and shared by threads. A query is a pure function of its input
// and allocates nothing; the caller's cache never changes its state.
//
// Guarantees of cdFindSeparatingVector; `tolerance` is the rounding of the pair's own size (see the result):
// - CD_FREE: the hulls are disjoint, by `gap` along `vector`.
// - CD_OVERLAP: they share a point, and no translation shorter than the tolerance separates them.
// - CD_CONTACT: their distance or their depth is within the tolerance.
// - CD_UNDECIDED: a quaternion is not unit, a pose is not finite, or the pair's size is beyond 1e-70 to 1e70.
#ifndef COLLISION_CONVEX_H
#define COLLISION_CONVEX_H

#include "collision/base.h"
#include "collision/state.h"
#include "collision/trace.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// A convex hull. Immutable. @lifetime from cdCreateConvex to cdDestroyConvex
typedef struct cdConvex cdConvex;

// Definition of a hull; the arrays are copied.
typedef struct cdConvexDef {
    const cdVec3 *points;    // points[pointCount], local frame
    const int32_t *pointIds; // pointIds[pointCount]: the file's numbers; NULL: the point's index
    int32_t pointCount;      // above 0
} cdConvexDef;

// Result of cdCreateConvex.
typedef struct cdConvexReport {
    cdBuildError error; // CD_BUILD_OK if the hull was built
    int32_t errorPoint; // index of the invalid point; -1: none
} cdConvexReport;

// Builds the convex hull of the points, which may be flat or a single point. `report` may be NULL.
// @errors NULL, with report->error
CD_API cdConvex *cdCreateConvex(const cdConvexDef *def, cdConvexReport *report);
// Frees a hull. NULL is allowed.
CD_API void cdDestroyConvex(cdConvex *convex);

// Counts, measures and arrays of a hull. The arrays are read-only. @lifetime the hull's
typedef struct cdConvexInfo {
    int32_t vertexCount, edgeCount, triangleCount; // counts of the hull
    int32_t dimension;                             // 3; 2: flat; 1: a segment; 0: a point
    int32_t levelCount;       // levels of the hierarchical representation [CW96 5]; 1: the hull only
    cdBox3 bounds;            // local frame
    cdVec3 center;            // center of `bounds`, local frame
    double radius;            // largest distance of a vertex from `center`
    double error;             // length: no input point is farther outside the hull
    size_t byteCount;         // memory of the hull
    const cdVec3 *vertices;   // vertices[vertexCount], local frame minus `center`
    const int32_t *vertexIds; // vertexIds[vertexCount], the file's numbers
    const int32_t *triangles; // triangles[3 * triangleCount], vertex indices, oriented outwards
} cdConvexInfo;

// Returns counts, measures and arrays, in constant time.
CD_API cdConvexInfo cdGetConvexInfo(const cdConvex *convex);

// Start of the search for a supporting vertex. Each method finds a vertex equally far along the direction.
typedef enum cdSupportMethod {
    // The table of directions [CW96 2.4], or the last vertex found for a direction nearby. Hulls of up to 24
    // vertices: all vertices, two at a time.
    CD_SUPPORT_TABLE = 0,
    CD_SUPPORT_CLIMB,     // the hull's first vertex, or the last one found [CW96 2.3]
    CD_SUPPORT_HIERARCHY, // the top of the hierarchical representation [CW96 5]
    CD_SUPPORT_SCAN       // all vertices: brute force
} cdSupportMethod;

// Returns the index of the vertex farthest along a direction, local frame. `start`: first vertex, -1: none.
CD_API int32_t cdFindSupportVertex(const cdConvex *convex, cdVec3 direction, cdSupportMethod method,
                                   int32_t start);

// Two hulls at two poses.
typedef struct cdSeparationInput {
    const cdConvex *convexA, *convexB; // may be the same hull
    cdPose poseA, poseB;               // local to world, unit quaternions
    cdSupportMethod support;           // search for supporting vertices; no result depends on it
    int32_t maxIterations;             // iterations before the fallback; 0: 64, which is also the maximum
} cdSeparationInput;

// Result of cdFindSeparatingVector.
typedef struct cdSeparation {
    cdState state;   // see the guarantees at the top of this file; undecided if the input is invalid
    cdReason reason; // if undecided
    // Unit, world frame, from A towards B: S of [CW96]. If the hulls collide: the last vector tried, with its
    // gap and vertices; if the cached witness shows that, those of the query that found the witness.
    cdVec3 vector;
    double gap;       // length along `vector` between the supporting vertices; negative: overlap along it
    double tolerance; // length
    int32_t vertexA, vertexB; // indices of the supporting vertices along `vector` and against it
    int32_t iterations;       // iterations of the search: k of [CW96 6]
    int32_t supportSteps;     // vertices compared while climbing, eight at a time
    bool cacheHit; // true if the cached vector still separates, or the cached witness still shows the
                   // collision
    bool repeated; // true if a pair of supporting vertices was found twice [CW96 4.3]
    bool fallback; // true if the search did not decide: decided by distance and depth
} cdSeparation;

// Cache of a pair of hulls. Zeroed means empty.
typedef struct cdConvexCache {
    int32_t state;            // cdState
    int32_t vertexA, vertexB; // supporting vertices of the last vector: start of the next search
    // Witness of a collision: the differences of these vertices contain the origin; -1 in both: the centers.
    int32_t witnessA[4], witnessB[4];
    cdVec3 vector; // world frame
} cdConvexCache;

// Finds a vector that separates two hulls, or proves that they touch or overlap. `cache` and `trace` may be
// NULL. The trace records a CD_TRACE_VECTOR for each vector tried and a CD_TRACE_HULLS at the end, both
// without `t` and `tau`.
// @source [CW96] sections 2 and 4
CD_API cdSeparation cdFindSeparatingVector(const cdSeparationInput *input, cdConvexCache *cache,
                                           cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
