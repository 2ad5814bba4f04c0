// Distances and winding numbers of points by looking at every triangle, in long double: the slow twin of
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

// The distance to one triangle, which may have no area.
long double FindOracleTriangleDistance(const OracleSurface *surface, int32_t triangle, cdVec3 point);

// The least distance to any triangle.
long double FindOraclePointDistance(const OracleSurface *surface, cdVec3 point);

// The solid angle of the surface as seen from the point, in units of the whole sphere: for closed surfaces
// the winding number, up to rounding [Van Oosterom and Strackee 1983].
long double FindOracleSolidAngle(const OracleSurface *surface, cdVec3 point);

#endif
