// Ray casts: the first point of a mesh on a ray or a segment.
//
// Works for any mesh: open meshes, scans with holes, slivers, triangles without area. The surface is the set
// of its closed triangles. A query is a pure function of its input and allocates nothing. The cache and the
// trace are optional (NULL). A zeroed cache is empty; a cache never changes a result, bit for bit.
//
// Guarantee: the ray is first transformed to the mesh's frame, which rounds it (cdRayHit.error). All
// decisions about the transformed ray are exact, as if computed without rounding:
//   - The ray hits exactly the triangles with which it shares a point, borders included. It never slips
//     through an edge or a vertex of a closed mesh, from any distance and at any pose.
//   - The reported triangle is the nearest one. Of several triangles hit at one point, it has the lowest
//   index.
//   - `backFace` is the side of that triangle that is hit.
// Only `maxDistance` is compared with the distance as computed. Exactness needs coordinates, minus the centre
// of the mesh, that are 0 or at least 1e-30 of its radius; smaller ones may count as 0.
#ifndef COLLISION_RAY_H
#define COLLISION_RAY_H

#include "collision/query.h"
#include "collision/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// A ray or a segment against one mesh.
typedef struct cdRayInput {
    const cdMesh *mesh; // any mesh that is not rounded
    cdPose pose;        // pose of the mesh, local to world; unit quaternion
    cdVec3 origin;      // world frame; a hit at the origin counts, at distance 0
    cdVec3 direction;   // world frame, any length above 0
    double maxDistance; // length beyond which hits do not count; 0 or infinity: no limit
    bool cullBackFaces; // true: hits only front faces, and no triangle in whose plane the ray lies
    bool anyHit;        // true: stops at any triangle, for shadow rays; sets only `state` and `stats`
} cdRayInput;

// Cache of the triangle that a ray or a closest point found last, for coherent queries of one mesh. Zeroed
// means empty.
typedef struct cdTriangleCache {
    int32_t triangle; // index + 1; 0: none
} cdTriangleCache;

// Counts of the work of one ray or one closest point.
typedef struct cdPointStats {
    int64_t nodeTests;     // nodes of the tree compared with the ray or the point
    int64_t triangleTests; // triangles tested
    int64_t exactTests;    // signs and comparisons that needed exact arithmetic
} cdPointStats;

// Result of cdFindRayHit.
typedef struct cdRayHit {
    cdState state;     // CD_CONTACT: hit; CD_FREE: no hit; CD_UNDECIDED: the input is invalid
    cdReason reason;   // if undecided
    double distance;   // length from the origin to the hit; infinity: no hit
    double fraction;   // the hit is at origin + fraction direction; infinity: no hit
    double error;      // length: rounding error bound of the transformed ray, and of `distance` along it
    cdVec3 point;      // world frame, a point of the triangle
    cdVec3 normal;     // unit, world frame, against the ray; minus its direction if the triangle has no area
    bool backFace;     // true if the ray hits the triangle from behind
    int32_t triangle;  // index of the triangle; -1: no hit
    cdFeature feature; // the vertex within rounding of the point, else the edge, else the face
    double barycentric[3]; // weights of the triangle's corners, [0, 1], sum 1; with 0 if the ray hits an edge
    cdPointStats stats;    // work of the query
} cdRayHit;

// Finds the nearest hit of a ray with a mesh. `workspace` is not used and may be NULL.
// @errors CD_UNDECIDED: the direction is 0, a number is not finite, the pose is invalid, maxDistance is
// negative, the origin is farther than 1e100 from the mesh, or the mesh is smaller than 1e-100;
// CD_REASON_NO_PART for a rounded mesh
CD_API cdRayHit cdFindRayHit(const cdRayInput *input, cdTriangleCache *cache, cdWorkspace *workspace,
                             cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
