// Data of a convex hull: one block, vertices of coarser levels first.
//
// Level 0 is the hull, each further level the hull of a part of its vertices, the last a simplex: the
// hierarchical representation of [CW96] section 5 (Dobkin-Kirkpatrick). Vertices are numbered so that level i
// has the vertices 0 to levels[i].vertexCount - 1; neighbours are listed level by level.
#ifndef CD_CONVEX_DATA_H
#define CD_CONVEX_DATA_H

#include "collision/convex.h"
#include "foundation/numbers/short_lanes.h"

enum { CD_CONVEX_LEVEL_MAX = 40 };
// Up to this many vertices, comparing all, two at a time, is faster than climbing.
enum { CD_SMALL_MAX = 24 };
// The table of directions has 8 x 16 cells in [CW96 2.4]; cells as narrow as the spacing of a large hull's
// vertices leave less to climb.
enum { CD_TABLE_ROWS = 32, CD_TABLE_COLUMNS = 64 };

typedef struct cdConvexLevel {
    int32_t vertexCount;
    const int32_t *firstNeighbor; // firstNeighbor[vertexCount + 1]
    const int32_t *neighbors;
} cdConvexLevel;

enum { CD_NEAR_MAX = 8, CD_HULL_LINE_MAX = 1 << 16 };

// The edges from a vertex of the hull, in one cache line: climbing reads one line for each vertex. They are
// rounded to 16 bits of the longest, which nearly always decides which vertices are farther; otherwise
// climbing continues with the vertices themselves. A vertex of more than CD_NEAR_MAX edges has further lines:
// the last neighbour of a line, with an edge of zero, is then the number of the next line, which is
// info.vertexCount or above.
typedef struct cdHullVertex {
    cdShortVectors edges; // unused entries repeat the first
    uint16_t neighbors[CD_NEAR_MAX];
} cdHullVertex;

struct cdConvex {
    // The cache line that every query reads.
    cdVec3 center; // info.center
    double size;   // scale of rounding: the radius, and a fraction of the distance from its own origin
    double error;  // info.error
    const cdVec3 *vertices; // vertices[info.vertexCount], less info.center
    // Line i is vertex i's first; further lines follow. Each on its own cache line. NULL: more than
    // CD_HULL_LINE_MAX.
    const cdHullVertex *hullVertices;
    int32_t vertexCount; // info.vertexCount

    // Supporting vertices of set directions [CW96 2.4], table[CD_TABLE_ROWS * CD_TABLE_COLUMNS]; with more
    // vertices than 16 bits count, of a direction nearby. NULL: a small hull.
    const uint16_t *table;
    cdConvexInfo info;
    cdVec3 middle; // mean of the vertices, less info.center: inside the hull
    // For a flat hull: moving a direction along its normal, until it lacks this axis, makes the climb exact.
    int32_t flatAxis;
    cdVec3 flatNormal; // divided by its coordinate along that axis
    // For a small hull: the coordinates as separate arrays; an odd number repeats the first vertex.
    const double *coordinates[3];
    const int32_t *vertexIds;
    const int32_t *triangles; // triangles[3 * info.triangleCount]
    cdConvexLevel levels[CD_CONVEX_LEVEL_MAX];
};

#endif
