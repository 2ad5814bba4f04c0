// Closest point: the point of a mesh nearest to a given one, and its signed distance where the mesh is
// closed.
//
// Any mesh will do. A query is a pure function of its input and allocates nothing. The cache and the trace
// are optional (NULL); a zeroed cache is empty, and a cache never changes a result, bit for bit.
//
// Guarantee: the true distance of point and surface lies within [lower, upper]. The sign is exact for a point
// that is farther than `error` from the surface.
//
// A rounded mesh is solid and has no sign: a point within it is its own nearest point, at distance 0.
// `triangle` and `feature` are those of the triangles that it is about.
#ifndef COLLISION_CLOSEST_POINT_H
#define COLLISION_CLOSEST_POINT_H

#include "collision/ray.h"

#ifdef __cplusplus
extern "C" {
#endif

// One point and one mesh.
typedef struct cdClosestPointInput {
    const cdMesh *mesh; // any
    cdPose pose;        // of the mesh, local to world; unit quaternion
    cdVec3 point;       // world frame
    double
        maxDistance;  // length beyond which the search stops, makes far points cheap; 0 or infinity: no limit
    bool withoutSign; // hasSign stays false, which saves the search for the sign
} cdClosestPointInput;

// Result of cdFindClosestPoint.
typedef struct cdClosestPoint {
    cdState state;       // CD_FREE; CD_UNDECIDED: the input is invalid. Never another: see signedDistance
    cdReason reason;     // when undecided
    bool beyond;         // farther than maxDistance: `lower` says so, and nothing below it is set
    double distance;     // to the nearest point; infinity: none within maxDistance
    double lower, upper; // bounds of the true distance, certified
    double error;        // length: of `distance`, by rounding
    cdVec3 point;        // of the surface, world frame
    // Unit, world frame, from the surface to the point. At distances too short to tell, that of the triangle
    // (0 if it has no area).
    cdVec3 normal;
    int32_t triangle;  // on which the point lies, the lowest index of equally near ones; -1: none
    cdFeature feature; // the vertex within `error` of the point, else the edge, else the face
    // True if the mesh is closed, manifold and oriented (cdMeshInfo), and the point is not beyond.
    bool hasSign;
    // The distance, negative inside; NaN without a sign. A point is inside where the winding number of the
    // surface is not 0: the shells of several bodies form a union, a shell turned inwards within another is a
    // cavity, whose points are outside, and a mesh turned inside out has the same inside.
    double signedDistance;
    int32_t windingNumber; // of the surface about the point; 0 without a sign
    cdPointStats stats;    // the work it took
} cdClosestPoint;

// Returns the point of a mesh nearest to a point. `workspace` is not used and may be NULL.
// @errors CD_UNDECIDED with lower 0 when a number is not finite, the pose is invalid, maxDistance is
// negative, the point is farther than 1e100 from the mesh, or the mesh is smaller than 1e-100
CD_API cdClosestPoint cdFindClosestPoint(const cdClosestPointInput *input, cdTriangleCache *cache,
                                         cdWorkspace *workspace, cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
