// Seeded random solids, and points and segments to classify against them.
//
// Input: a seed and a number. Output: a closed mesh of some kind, rotated, scaled and moved at random, and
// points of all sorts: anywhere, on vertices, edges and faces as far as doubles allow, on the planes of faces
// and the lines of edges outside of them, and a few tolerances away from the surface. Used by the test's
// short run and by the benchmark's long one, so a seed and a number give the same solid in both.
#ifndef RANDOM_SOLID_H
#define RANDOM_SOLID_H

#include "oracle/oracle_solid.h"
#include "random.h"

typedef enum SolidKind {
    SOLID_BOX = 0,
    SOLID_PRISM,  // a star-shaped polygon, mostly concave, whose caps have a point in the middle
    SOLID_SHAPE,  // from app/shapes: l-shape, ring, gear, jar, sphere by longitude and latitude, tori, knot
    SOLID_BLOCKS, // cells of a grid: concave, with holes, pockets and cavities, some in several parts
    SOLID_NESTED, // a box with a cavity of another shape
    SOLID_HULL,   // of random points, on a sphere, in a cube or on a grid
    SOLID_STAR,   // an icosphere with random radii: not convex, no two triangles in a plane
    SOLID_PLATE,  // one of the others, 1e-2 to 1e-4 as high
    SOLID_NEEDLE, // and as thick
    SOLID_KIND_COUNT
} SolidKind;

const char *GetSolidKindName(SolidKind kind); // @lifetime static

typedef struct RandomSolid {
    SolidKind kind;
    cdVec3 *points;     // points[pointCount]
    int32_t *triangles; // triangles[3 * triangleCount]
    int32_t pointCount, triangleCount;
    double scale; // 1e-4 to 1e4
    cdMeshDef def;
} RandomSolid;

// @errors false: no memory
bool MakeRandomSolid(uint64_t seed, uint64_t number, RandomSolid *solid);
void FreeRandomSolid(RandomSolid *solid);

typedef enum SolidPointKind {
    POINT_ANYWHERE = 0, // in the box extent, slightly enlarged
    POINT_ON_VERTEX,
    POINT_ON_EDGE,
    POINT_ON_FACE,
    POINT_ON_LINE,  // of an edge, also beyond its ends
    POINT_ON_PLANE, // of a face, also beyond its edges
    POINT_NEAR_VERTEX,
    POINT_NEAR_EDGE,
    POINT_BESIDE_EDGE, // 1 to 1e5 tolerances from it along a face or its plane, less than one from the plane
    POINT_BESIDE_VERTEX, // the same from a corner, in any direction of the plane or along an edge or its line
    POINT_NEAR_FACE, // 0.1 to 100 tolerances from one, along the normal; of the others along some direction
    SOLID_POINT_KIND_COUNT
} SolidPointKind;

const char *GetSolidPointKindName(SolidPointKind kind); // @lifetime static

cdVec3 MakeSolidPoint(Random *random, const OracleSolid *solid, SolidPointKind kind, double tolerance);

// Creates a segment between points of all kinds; sometimes along an edge or an axis, in the plane of a face,
// through a vertex, or hardly longer than the tolerance.
void MakeSolidSegment(Random *random, const OracleSolid *solid, double tolerance, cdVec3 *p, cdVec3 *q);

#endif
