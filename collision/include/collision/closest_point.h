// Closest point: the point of a mesh nearest to a given point, and its signed distance if the mesh is closed.
//
// Works for any mesh. A query is a pure function of its input and allocates nothing. The cache and the trace
// are optional (NULL). A zeroed cache is empty; a cache never changes a result, bit for bit.
//
// Guarantee: the true distance of point and surface lies within [lower, upper]. The sign is exact for a point
// farther than `error` from the surface.
//
// A rounded mesh is solid and has no sign: a point inside it is its own nearest point, at distance 0.
// `triangle` and `feature` are those of the triangles inside it.
#ifndef COLLISION_CLOSEST_POINT_H
#define COLLISION_CLOSEST_POINT_H

#include "collision/ray.h"

#ifdef __cplusplus
extern "C" {
#endif

// One point and one mesh.
typedef struct cdClosestPointInput {
    const cdMesh *mesh; // any mesh
    cdPose pose;        // pose of the mesh, local to world; unit quaternion
    cdVec3 point;       // world frame
    double maxDistance; // length beyond which the search stops; makes far points cheap; 0 or infinity: none
    bool withoutSign;   // true: hasSign stays false, which saves the search for the sign
} cdClosestPointInput;

// Result of cdFindClosestPoint.
typedef struct cdClosestPoint {
    cdState state;       // always CD_FREE, or CD_UNDECIDED: the input is invalid. See signedDistance
    cdReason reason;     // if undecided
    bool beyond;         // true if farther than maxDistance: then only `lower` is set
    double distance;     // length to the nearest point; infinity: none within maxDistance
    double lower, upper; // certified bounds of the true distance, length
    double error;        // rounding error bound of `distance`, length
    cdVec3 point;        // nearest point of the surface, world frame
    // Unit, world frame, from the surface to the point. If they are too close, the triangle's normal (0 if it
    // has no area).
    cdVec3 normal;
    int32_t triangle;  // triangle of the nearest point, the lowest index of equally near ones; -1: none
    cdFeature feature; // the vertex within `error` of the point, else the edge, else the face
    // True if the mesh is closed, manifold and oriented (cdMeshInfo), and the point is not beyond.
    bool hasSign;
    // The distance, negative inside; NaN without a sign. A point is inside if the winding number is not 0.
    // Overlapping shells form a union. An inward shell within another is a cavity, whose points are outside.
    // A mesh turned inside out has the same inside.
    double signedDistance;
    int32_t windingNumber; // winding number of the surface about the point; 0 without a sign
    cdPointStats stats;    // work of the query
} cdClosestPoint;

// Finds the point of a mesh nearest to a point. `workspace` is not used and may be NULL.
// @errors CD_UNDECIDED with lower 0: a number is not finite, the pose is invalid, maxDistance is
// negative, the point is farther than 1e100 from the mesh, or the mesh is smaller than 1e-100
CD_API cdClosestPoint cdFindClosestPoint(const cdClosestPointInput *input, cdTriangleCache *cache,
                                         cdWorkspace *workspace, cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
