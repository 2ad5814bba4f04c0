// Distances and winding numbers of points by testing every triangle, in long double: the slow version of
// closest_point.h.
#ifndef ORACLE_POINT_H
#define ORACLE_POINT_H

#include "collision/vecmath.h"

#include <stdint.h>

typedef struct OracleSurface {
    const cdVec3 *vertices;
    const int32_t *triangles; // triangles[3 * triangleCount]
    int32_t triangleCount;
} OracleSurface;

// Returns the distance to one triangle, which may have no area.
long double FindOracleTriangleDistance(const OracleSurface *surface, int32_t triangle, cdVec3 point);

// Returns the minimum distance to any triangle.
long double FindOraclePointDistance(const OracleSurface *surface, cdVec3 point);

// Returns the solid angle of the surface seen from the point, as a fraction of the sphere: for closed
// surfaces the winding number, up to rounding [Van Oosterom and Strackee 1983].
long double FindOracleSolidAngle(const OracleSurface *surface, cdVec3 point);

#endif
