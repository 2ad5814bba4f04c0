// Clearance: how far two meshes are apart, and where they are nearest.
//
// Each query is a pure function of its input: no globals, reentrant. Caches and traces are optional (NULL); a
// zeroed cache is empty, and a cache never changes a result, bit for bit.
//
// Guarantee: the true distance of the surfaces lies within [lower, upper]. Where the search was not cut short
// the two are the distance found, less and plus `error`: 64 rounding units of the pair's size (both meshes'
// radii and how far their centres are from their origins and from each other). Distance is between
// *surfaces*: a mesh wholly inside a closed one is as far from it as their surfaces are. Rounded meshes
// overlap where the distance of their triangles, as computed, is no more than the sum of their radii;
// features are those of the triangles.
#ifndef COLLISION_DISTANCE_H
#define COLLISION_DISTANCE_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// Two meshes at two poses.
typedef struct cdDistanceInput {
    const cdMesh *meshA, *meshB; // may be the same one
    cdPose poseA, poseB;         // local to world, unit quaternions
    double
        maxDistance; // length beyond which the search stops, makes far pairs cheap; 0 or infinity: no limit
    cdBudget budget; // limit on the work; zeroed: none
} cdDistanceInput;

// Result of cdFindDistance.
typedef struct cdDistance {
    // CD_FREE: the surfaces share no point. CD_OVERLAP: they do, exactly, for the vertices as placed (rounded
    // once); touching counts, and all lengths are 0. CD_UNDECIDED: a limit was reached, or the input is
    // invalid. Never CD_CONTACT: a gap, however small, is free.
    cdState state;
    cdReason reason;     // when undecided
    int32_t obstacle;    // among several the index of the nearest, -1: none; else 0
    bool beyond;         // free and farther apart than `maxDistance`: `lower` says so, nothing else applies
    double distance;     // of the nearest points found; infinity: none were found
    double lower, upper; // of the true distance, certified
    double error;        // length: of `distance`, by rounding
    // The nearest points, world frame, and the feature each lies on: the vertex or else the edge within
    // `error` of it, else the face. Where several pairs are as near (parallel faces), one of them: vertex on
    // face before face on vertex before edge on edge, then the lower indices. When overlapping, a point that
    // both share and the faces that do.
    cdVec3 pointA, pointB;
    cdFeature featureA, featureB; // with original ids
    cdVec3 normal;                // unit, from B to A; zero when overlapping
    cdQueryStats stats;           // the work it took
} cdDistance;

// The distance of two meshes at their poses.
// @errors CD_UNDECIDED with lower 0: a pose is not finite, a quaternion is not unit, `maxDistance` is
// negative or NaN, or the workspace cannot grow
CD_API cdDistance cdFindDistance(const cdDistanceInput *input, cdPairCache *cache, cdWorkspace *workspace,
                                 cdTrace *trace);

// One mesh and many others. cdDistanceInput says more about the members that both have.
typedef struct cdDistanceAmongInput {
    const cdMesh *mesh;          // may be that of obstacles, too
    cdPose pose;                 // local to world
    const cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;       // 0 or more
    double maxDistance;          // length; 0: no limit
    cdBudget budget;             // limit on the work of the whole call; zeroed: none
} cdDistanceAmongInput;

// Returns the least distance over all obstacles. `caches`: caches[obstacleCount], NULL: none.
//
// `obstacle` is the index of the nearest one; of equally near ones, the lowest index. It is -1, and `beyond`
// is set, when every obstacle is farther away than `maxDistance` or when there are no obstacles. An obstacle
// that overlaps ends the search. An undecided obstacle makes the whole result undecided, unless another one
// overlaps.
CD_API cdDistance cdFindDistanceAmong(const cdDistanceAmongInput *input, cdPairCache *caches,
                                      cdWorkspace *workspace, cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
