// Convex hulls and separating vectors between them [CW96].
//
// Input: points, or a mesh's hull; poses of two hulls. Output: a direction that separates them, or that they
// collide, or that they touch. Hulls are immutable and shared by threads; a query is a pure function of its
// input, allocates nothing and keeps what it learned in the caller's cache, which never changes its state.
//
// Guarantee of cdFindSeparatingVector, with `tolerance` the rounding of the pair's own size (see the result):
// CD_FREE: the hulls are disjoint, by `gap` along `vector`. CD_OVERLAP: they share a point, and no
// translation shorter than the tolerance separates them. CD_CONTACT: their distance, or their depth, is
// within the tolerance. CD_UNDECIDED: a quaternion is not of unit length, a pose not finite, or the pair's
// size beyond 1e-70 to 1e70.
#ifndef COLLISION_CONVEX_H
#define COLLISION_CONVEX_H

#include "collision/base.h"
#include "collision/state.h"
#include "collision/trace.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// A convex hull, made once and never changed. @lifetime from cdCreateConvex to cdDestroyConvex
typedef struct cdConvex cdConvex;

// What a hull is made from.
typedef struct cdConvexDef {
    const cdVec3 *points;    // points[pointCount], local frame
    const int32_t *pointIds; // pointIds[pointCount]; NULL: the point's index
    int32_t pointCount;      // above 0
} cdConvexDef;

// How cdCreateConvex ended.
typedef struct cdConvexReport {
    cdBuildError error; // CD_BUILD_OK when there is a hull
    int32_t errorPoint; // -1: none
} cdConvexReport;

// The convex hull of the points; flat ones and single points have one too. `report` may be NULL.
// @errors NULL, with report->error
CD_API cdConvex *cdCreateConvex(const cdConvexDef *def, cdConvexReport *report);
// Frees a hull; nothing for NULL.
CD_API void cdDestroyConvex(cdConvex *convex);

// Counts, measures and arrays of a hull. The arrays are read-only. @lifetime the hull's
typedef struct cdConvexInfo {
    int32_t vertexCount, edgeCount, triangleCount; // of the hull
    int32_t dimension;                             // 3; 2 flat, 1 on a line, 0 a point
    int32_t levelCount;       // of the hierarchical representation [CW96 5]; 1: the hull alone
    cdBox3 bounds;            // local frame
    cdVec3 center;            // of the bounding box
    double radius;            // of the vertices about `center`
    double error;             // length: no point given lies farther outside the hull
    size_t byteCount;         // of all it holds
    const cdVec3 *vertices;   // vertices[vertexCount], local frame, less `center`
    const int32_t *vertexIds; // vertexIds[vertexCount], original
    const int32_t *triangles; // triangles[3 * triangleCount], vertex indices, outwards
} cdConvexInfo;

// Counts, measures and arrays, in constant time.
CD_API cdConvexInfo cdGetConvexInfo(const cdConvex *convex);

// Where the search for a supporting vertex starts; the vertex found is as far along the direction in each
// case.
typedef enum cdSupportMethod {
    // From the table of directions [CW96 2.4], or from the last one found for a direction nearby; of hulls of
    // up to 24 vertices all, two at a time.
    CD_SUPPORT_TABLE = 0,
    CD_SUPPORT_CLIMB,     // from the hull's first vertex, or from the last one found [CW96 2.3]
    CD_SUPPORT_HIERARCHY, // down the hierarchical representation, each time [CW96 5]
    CD_SUPPORT_SCAN       // all vertices: the slow, obvious way
} cdSupportMethod;

// The vertex farthest along a direction in the local frame. `start`: where to begin, -1: none.
CD_API int32_t cdFindSupportVertex(const cdConvex *convex, cdVec3 direction, cdSupportMethod method,
                                   int32_t start);

// Two hulls at two poses.
typedef struct cdSeparationInput {
    const cdConvex *convexA, *convexB; // A and B; they may be the same one
    cdPose poseA, poseB;               // local to world, unit quaternions
    cdSupportMethod support;           // how supporting vertices are found; no result depends on it
    int32_t maxIterations;             // of the search, before the fallback; 0: 64, which is also the most
} cdSeparationInput;

// What cdFindSeparatingVector found.
typedef struct cdSeparation {
    cdState state;   // the top of this file says what each guarantees; undecided when nothing was asked
    cdReason reason; // when undecided
    // Unit, world frame, from A towards B: S of [CW96]; of a collision the last one tried, with its gap and
    // vertices; where the cached witness showed the collision, those of the query that found it.
    cdVec3 vector;
    double gap;       // length along `vector` between the supporting vertices; below 0: they overlap along it
    double tolerance; // length
    int32_t vertexA, vertexB; // supporting vertices along `vector` and against it, indices of the hulls
    int32_t iterations;       // searching steps: k of [CW96 6]
    int32_t supportSteps;     // vertices compared while climbing, eight at a time
    bool cacheHit; // the cached vector still separates, or the cached witness still shows the collision
    bool repeated; // a pair of supporting vertices came up again [CW96 4.3]
    bool fallback; // the search reached its limit or could not tell; decided by distance and depth
} cdSeparation;

// What the last query of a pair of hulls learned. Zeroed means empty.
typedef struct cdConvexCache {
    int32_t state;            // cdState
    int32_t vertexA, vertexB; // supporting vertices of the last vector, where the next search climbs from
    // Of a collision: the differences of these vertices hold the origin; -1 of both: the hulls' middles.
    int32_t witnessA[4], witnessB[4];
    cdVec3 vector; // world frame
} cdConvexCache;

// Finds a vector that separates two hulls, or proves that they touch or overlap. `cache` and `trace` may be
// NULL. The trace gets one CD_TRACE_VECTOR for each vector tried and a CD_TRACE_HULLS at the end, both
// without `t` and `tau`.
// @source [CW96] sections 2 and 4
CD_API cdSeparation cdFindSeparatingVector(const cdSeparationInput *input, cdConvexCache *cache,
                                           cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
