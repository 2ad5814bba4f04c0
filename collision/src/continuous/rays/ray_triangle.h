// A ray in the frame of a mesh, and its exact hits with triangles.
#ifndef CD_RAY_TRIANGLE_H
#define CD_RAY_TRIANGLE_H

#include "collision/ray.h"
#include "foundation/numbers/exact_ray.h"
#include "mesh/mesh_data.h"

// The frame is the mesh's own, less its centre, with lengths times `scale`, a power of 2 that keeps products
// of several lengths within the range of doubles. Parameters count from `near`, a point of the ray's line
// close to the mesh, so that a far origin costs no digits: near = origin + (shift[0] + shift[1]) direction.
typedef struct cdPlacedRay {
    const cdMesh *mesh;
    cdExactRay exact; // the largest component of the direction is in [1/2, 1)
    cdVec3 near;      // rounded
    double shift[2];
    double scale;
    double length;      // of the direction
    int exponent;       // the direction is that of the input times 2 to this power, rotated
    double size;        // no vertex is farther from `near`
    double slack;       // length: rounding of bounds
    double signError;   // bound on the rounding of the coarse sides of edges
    double timeError;   // bound on the rounding of a hit's parameter
    double first;       // parameter of the origin, rounded
    double maxDistance; // scaled; infinity: no limit
    bool cull;
    cdPointStats *stats;
} cdPlacedRay;

typedef enum cdHitKind {
    CD_HIT_PLANE,  // the ray crosses the triangle's plane
    CD_HIT_EDGE,   // it lies in the plane and enters through edge `part`
    CD_HIT_CORNER, // likewise through corner `part`
    CD_HIT_ORIGIN  // likewise, and begins in the triangle
} cdHitKind;

typedef struct cdTriangleHit {
    int32_t triangle; // -1: none
    cdHitKind kind;
    int part, axis; // of CD_HIT_EDGE: the component in which the ends' turns differ
    int passes;     // of CD_HIT_PLANE, bit k: the ray meets edge k
    int facing;     // 1: from behind, -1: from the front, 0: the ray lies in the plane
    double t;       // from `near`
} cdTriangleHit;

// Returns a power of 2 for meshes whose products of lengths leave the range of doubles; else 1.
double cdGetRayScale(const cdMesh *mesh);

// True if the mesh and a point of its frame are in the range of lengths.
bool cdIsSizeInRange(const cdMesh *mesh, cdVec3 local);

// Sets up a ray: normalizes the pose's quaternion; `maxDistance` 0 becomes infinity. False: invalid input.
bool cdPlaceRay(const cdRayInput *input, cdPointStats *stats, cdPlacedRay *ray);

static inline void cdGetRayCorners(const cdPlacedRay *ray, int32_t triangle, cdVec3 corners[3]) {
    const int32_t *t = ray->mesh->triangles + 3 * triangle;
    for (int k = 0; k < 3; k++)
        corners[k] = cdScale(ray->scale, ray->mesh->vertices[t[k]]);
}

// Tests one triangle, exactly. True: the ray hits it, within its range, on a side that is not culled.
bool cdHitTriangle(const cdPlacedRay *ray, int32_t triangle, cdTriangleHit *hit);

// True if p is nearer than q, or as near and of a lower index; exactly.
bool cdIsHitBefore(const cdPlacedRay *ray, const cdTriangleHit *p, const cdTriangleHit *q);

// Computes the corners' weights at a hit: none below 0, sum 1, 0 for corners across from edges that it meets.
void cdGetHitWeights(const cdPlacedRay *ray, const cdTriangleHit *hit, double weights[3]);

// Returns the length from the origin, scaled, as computed.
double cdGetHitDistance(const cdPlacedRay *ray, const cdTriangleHit *hit);

#endif
