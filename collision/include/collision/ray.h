// Ray casts: the first point of a mesh on a ray or a segment.
//
// Any mesh will do: open ones, scans with holes, slivers, triangles without area. The surface is the set of
// its closed triangles. A query is a pure function of its input and allocates nothing. The cache and the
// trace are optional (NULL); a zeroed cache is empty, and a cache never changes a result, bit for bit.
//
// Guarantee: the ray is placed in the mesh's frame first, which rounds it (cdRayHit.error). All decisions
// about the placed ray are exact, as if computed without rounding:
//   - The ray hits exactly the triangles with which it shares a point, borders included. It never slips
//     through an edge or a vertex of a closed mesh, from any distance and at any pose.
//   - The triangle that is reported is the nearest one. Of several triangles hit at one point, it is the one
//     of the lowest index.
//   - `backFace` says which side of that triangle is hit.
// Only `maxDistance` is compared with the distance as computed. Exact means for coordinates, less the centre
// of the mesh, that are 0 or at least 1e-30 of its radius; smaller ones may be taken for 0.
#ifndef COLLISION_RAY_H
#define COLLISION_RAY_H

#include "collision/query.h"
#include "collision/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// A ray or a segment against one mesh.
typedef struct cdRayInput {
    const cdMesh *mesh; // any but a rounded one
    cdPose pose;        // of the mesh, local to world; unit quaternion
    cdVec3 origin;      // world frame; a hit at the origin counts, at distance 0
    cdVec3 direction;   // world frame, of any length above 0
    double maxDistance; // length: a hit farther away does not count; 0 or infinity: no limit
    bool cullBackFaces; // hit only triangles whose front faces the origin; none that the ray lies in
    bool anyHit;        // stop at the first triangle found, for shadow rays: only `state` and `stats` are set
} cdRayInput;

// The triangle found last by a ray or a closest point. Zeroed means empty; meant for the next one of a
// coherent series on the same mesh.
typedef struct cdTriangleCache {
    int32_t triangle; // index + 1; 0: none
} cdTriangleCache;

// The work of one ray or one closest point.
typedef struct cdPointStats {
    int64_t nodeTests;     // nodes of the tree compared with the ray or the point
    int64_t triangleTests; // triangles tested
    int64_t exactTests;    // signs and comparisons of triangles that needed exact arithmetic
} cdPointStats;

// Result of cdFindRayHit.
typedef struct cdRayHit {
    cdState state;     // CD_CONTACT: hit; CD_FREE: no hit; CD_UNDECIDED: the input is invalid
    cdReason reason;   // when undecided
    double distance;   // length from the origin to the hit; infinity when there is none
    double fraction;   // the hit is at origin + fraction direction; infinity when there is none
    double error;      // length: bound on the rounding of the ray's place, and on that of `distance` along it
    cdVec3 point;      // world frame, a point of the triangle
    cdVec3 normal;     // unit, world frame, against the ray; the reverse of its direction if there is no area
    bool backFace;     // the ray hits the triangle from behind
    int32_t triangle;  // -1 when there is none
    cdFeature feature; // the vertex within rounding of the point, else the edge, else the face
    double barycentric[3]; // weights of the triangle's corners, 0 to 1, sum 1; 0 where the ray meets an edge
    cdPointStats stats;    // the work it took
} cdRayHit;

// Returns the nearest hit of a ray with a mesh. `workspace` is not used and may be NULL.
// @errors CD_UNDECIDED when the direction is 0, a number is not finite, the pose is invalid, maxDistance is
// negative, the origin is farther than 1e100 from the mesh, or the mesh is smaller than 1e-100;
// CD_REASON_NO_PART for a rounded mesh
CD_API cdRayHit cdFindRayHit(const cdRayInput *input, cdTriangleCache *cache, cdWorkspace *workspace,
                             cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
