// Distance of two meshes, and their nearest points.
//
// Each query is a pure function of its input: no globals, reentrant. The cache and the trace are optional
// (NULL). A zeroed cache is empty; a cache never changes a result, bit for bit.
//
// Guarantee: the true distance of the surfaces lies within [lower, upper]. Unless the search was cut short,
// lower = distance - error and upper = distance + error; `error` is 64 rounding units of the pair's size
// (both meshes' radii, and the distances of their centres from their origins and from each other). Distance
// is between *surfaces*, also if a mesh is inside a closed one. The distance of rounded meshes is that of
// their rounded surfaces; they overlap if the computed distance of their triangles is at most the sum of
// their radii. Their features are those of the triangles.
#ifndef COLLISION_DISTANCE_H
#define COLLISION_DISTANCE_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// Two meshes at two poses.
typedef struct cdDistanceInput {
    const cdMesh *meshA, *meshB; // may be the same mesh
    cdPose poseA, poseB;         // local to world, unit quaternions
    double maxDistance; // length beyond which the search stops; makes far pairs cheap; 0 or infinity: none
    cdBudget budget;    // limit on the work; zeroed: none
} cdDistanceInput;

// Result of cdFindDistance.
typedef struct cdDistance {
    // CD_FREE: the surfaces share no point. CD_OVERLAP: they do, exactly, for the vertices as transformed
    // (rounded once); touching counts, and all lengths are 0. CD_UNDECIDED: a limit was reached, or the input
    // is invalid. Never CD_CONTACT: a gap, however small, is free.
    cdState state;
    cdReason reason;     // if undecided
    int32_t obstacle;    // index of the nearest obstacle, -1: none; 0 with a single B
    bool beyond;         // free and farther apart than `maxDistance`: only `lower` is valid
    double distance;     // length between the nearest points found; infinity: none were found
    double lower, upper; // certified bounds of the true distance, length
    double error;        // rounding error bound of `distance`, length
    // The nearest points, world frame, and their features: a vertex if one is within `error` of the point,
    // else an edge, else the face. Of equally near pairs (parallel faces): vertex of A and face of B first,
    // then face and vertex, then edges, then lower indices. If overlapping, a shared point and the faces of
    // both.
    cdVec3 pointA, pointB;
    cdFeature featureA, featureB; // with the file's numbers
    cdVec3 normal;                // unit, world frame, from B to A; zero if overlapping
    cdQueryStats stats;           // work of the query
} cdDistance;

// Finds the distance of two meshes at their poses.
// @errors CD_UNDECIDED with lower 0: a pose is not finite, a quaternion is not unit, `maxDistance` is
// negative or NaN, or the workspace cannot grow
CD_API cdDistance cdFindDistance(const cdDistanceInput *input, cdPairCache *cache, cdWorkspace *workspace,
                                 cdTrace *trace);

// One mesh and many obstacles. See cdDistanceInput for the members that both have.
typedef struct cdDistanceAmongInput {
    const cdMesh *mesh;          // may be shared with obstacles
    cdPose pose;                 // local to world
    const cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;       // 0 or more
    double maxDistance;          // length; 0: no limit
    cdBudget budget;             // limit on the work of the whole call; zeroed: none
} cdDistanceAmongInput;

// Finds the minimum distance over all obstacles. `caches`: caches[obstacleCount]; NULL: none.
//
// `obstacle` is the index of the nearest one; the lowest index of equally near ones. It is -1, and `beyond`
// is set, if every obstacle is farther away than `maxDistance` or if there are no obstacles. An obstacle that
// overlaps ends the search. An undecided obstacle makes the whole result undecided, unless another one
// overlaps.
CD_API cdDistance cdFindDistanceAmong(const cdDistanceAmongInput *input, cdPairCache *caches,
                                      cdWorkspace *workspace, cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
