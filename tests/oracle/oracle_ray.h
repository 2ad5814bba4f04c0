// The nearest hit of a ray with triangles, by looking at every triangle, in rational numbers: the slow twin
// of ray.h.
//
// A triangle is the set of its points, borders included; it may have no area. Rays in the plane of a triangle
// meet it first at an edge, or at their origin. Triangles that the ray's line misses in long double, by a
// wide margin, are not looked at exactly.
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
    bool cull;                // only triangles that are hit from the front
} OracleRay;

typedef struct OracleRayHit {
    int32_t triangle; // the nearest one, of equally near ones the first; -1: none
    double t;         // in lengths of the direction, rounded once
    int facing;       // 1 from behind, -1 from the front, 0: the ray lies in its plane, or it has no area
    int32_t hitCount; // of triangles that are hit
} OracleRayHit;

OracleRayHit FindOracleRayHit(const OracleRay *ray);

#endif
