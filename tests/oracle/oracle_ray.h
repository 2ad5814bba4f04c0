// The nearest hit of a ray, by testing every triangle in rational numbers: the slow version of ray.h.
//
// A triangle is the closed set of its points; it may have no area. Rays in the plane of a triangle hit it
// first at an edge, or at their origin. Triangles that the ray's line misses in long double, by a wide
// margin, skip the exact test.
#ifndef ORACLE_RAY_H
#define ORACLE_RAY_H

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct OracleRay {
    const cdVec3 *vertices;
    const int32_t *triangles; // triangles[3 * triangleCount]
    int32_t triangleCount;
    cdVec3 origin, direction; // not 0
    bool cull;                // only triangles hit from the front
} OracleRay;

typedef struct OracleRayHit {
    int32_t triangle; // the nearest one, the first of equally near ones; -1: no hit
    double t;         // in lengths of the direction, rounded once
    int facing;       // 1 from behind, -1 from the front, 0: the ray lies in its plane, or it has no area
    int32_t hitCount; // number of triangles hit
} OracleRayHit;

OracleRayHit FindOracleRayHit(const OracleRay *ray);

#endif
