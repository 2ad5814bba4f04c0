// Classifies a point against a closed triangle mesh by testing every triangle: the slow version of
// classify.h.
//
// Input: points and triangles that close a solid, in any frame; a point of the same frame. Output: outside,
// inside or on the surface, exact for the given coordinates; distances in doubles, accurate to a few
// roundings of the mesh's size. Uses no faces, no merged planes and no index.
//     1. On the surface: in the plane of a triangle by the sign of an exact determinant, and within it.
//     2. Else the parity of a ray's crossings, all signs exact: first along the axes, which is cheap, then to
//        random far points. A ray that hits an edge or a corner is replaced by the next one.
#ifndef ORACLE_SOLID_H
#define ORACLE_SOLID_H

#include "collision/mesh.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct OracleSolid {
    cdVec3 *points;     // points[pointCount]
    int32_t *triangles; // triangles[3 * triangleCount]
    cdBox3 *boxes;      // boxes[triangleCount]
    int32_t pointCount, triangleCount;
    cdBox3 bounds;
    double reach; // half the diagonal of the bounds
} OracleSolid;

typedef enum OracleSide { ORACLE_OUTSIDE, ORACLE_INSIDE, ORACLE_ON } OracleSide;

// Copies the mesh. Returns false without memory.
bool MakeOracleSolid(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                     int32_t triangleCount, OracleSolid *solid);
// The triangles in the order of a cdMesh that was created from `points`, without ids of their own, exactly
// transformed.
bool MakeOracleSolidOfMesh(const cdMesh *mesh, const cdVec3 *points, int32_t pointCount, OracleSolid *solid);
void FreeOracleSolid(OracleSolid *solid);

OracleSide FindOracleSide(const OracleSolid *solid, cdVec3 point);

// Returns the distance to the surface.
double FindSurfaceDistance(const OracleSolid *solid, cdVec3 point);

void GetOracleCorners(const OracleSolid *solid, int32_t triangle, cdVec3 corners[3]);
double GetPointSegmentDistance(cdVec3 a, cdVec3 b, cdVec3 point);
double GetPointTriangleDistance(const cdVec3 corners[3], cdVec3 point);

// Finds the fractions from p to q at which the segment meets triangles, ascending, edges and corners
// included; triangles whose plane contains it are left out. Returns their number, which may exceed
// `capacity`.
int32_t FindOracleCrossings(const OracleSolid *solid, cdVec3 p, cdVec3 q, double *fractions,
                            int32_t capacity);

#endif
