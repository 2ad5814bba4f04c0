// Rays and closest points by a loop over all triangles, in doubles: the alternative to a tree.
#ifndef BENCH_RAYS_BRUTE_H
#define BENCH_RAYS_BRUTE_H

#include "collision/mesh.h"

typedef struct BruteMesh {
    const cdVec3 *vertices; // @lifetime of the mesh
    const int32_t *triangles;
    int32_t triangleCount;
} BruteMesh;

BruteMesh GetBruteMesh(const cdMesh *mesh);

// Returns the hit in lengths of the direction; infinity: no hit. [Moeller and Trumbore 1997]
double FindBruteHit(const BruteMesh *mesh, cdVec3 origin, cdVec3 direction);

// Classifies the point by the regions of each triangle. [Ericson 2005, Real-Time Collision Detection, 5.1.5]
double FindBruteDistance(const BruteMesh *mesh, cdVec3 point);

#endif
