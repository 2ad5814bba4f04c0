// A convex hull as queries read it: one block, vertices of coarser levels first.
//
// Level 0 is the hull, each further level the hull of a part of its vertices, the last a simplex: the
// hierarchical representation of [CW96] section 5 (Dobkin-Kirkpatrick). Vertices are numbered so that level i
// has the vertices 0 to levels[i].vertexCount - 1; neighbours are listed level by level.
#ifndef CD_CONVEX_DATA_H
#define CD_CONVEX_DATA_H

#include "collision/convex.h"

enum { CD_CONVEX_LEVEL_MAX = 40, CD_TABLE_ROWS = 8, CD_TABLE_COLUMNS = 16 };
// Up to so many vertices are compared all at once, two at a time, sooner than one climbs to the farthest.
enum { CD_SMALL_MAX = 24 };

typedef struct cdConvexLevel {
    int32_t vertexCount;
    const int32_t *firstNeighbor; // firstNeighbor[vertexCount + 1]
    const int32_t *neighbors;
} cdConvexLevel;

enum { CD_NEAR_MAX = 9 };

// A vertex of the hull with its neighbours, in one cache line: climbing reads one line for each vertex it
// compares and none besides.
typedef struct cdHullVertex {
    cdVec3 point;
    int32_t neighborCount; // above CD_NEAR_MAX: they are in levels[0] alone
    int32_t neighbors[CD_NEAR_MAX];
} cdHullVertex;

struct cdConvex {
    cdConvexInfo info;
    double size; // what its coordinates round by: the radius, and a share of the distance from its own origin
    const cdVec3 *vertices; // vertices[info.vertexCount], less info.center
    // Of a small hull: the coordinates, one after the other, the first vertex once more when their number is
    // odd.
    const double *coordinates[3];
    const cdHullVertex *hullVertices; // hullVertices[info.vertexCount], each on a line of its own
    const int32_t *vertexIds;
    const int32_t *triangles; // triangles[3 * info.triangleCount]
    cdConvexLevel levels[CD_CONVEX_LEVEL_MAX];
    int32_t table[CD_TABLE_ROWS * CD_TABLE_COLUMNS]; // supporting vertices of set directions [CW96 2.4]
};

#endif
