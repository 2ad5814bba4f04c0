// A hull under construction: levels of vertices and their edges, before all is packed into one block.
//
// Points keep their given numbers until packing; a level lists its vertices, and its facets, by those
// numbers.
#ifndef CD_CONVEX_BUILD_H
#define CD_CONVEX_BUILD_H

#include "convex/convex_data.h"
#include "convex/hull/hull_facets.h"
#include "convex/hull/hull_frame.h"

typedef struct cdHullLevel {
    int32_t *points; // points[pointCount], increasing
    int32_t pointCount;
    int32_t *edges; // edges[2 * edgeCount], each edge in both directions, ordered by its start
    int32_t edgeCount;
} cdHullLevel;

typedef struct cdConvexBuild {
    const cdVec3 *points; // relative to the centre
    int32_t pointCount;
    cdHullFrame frame;
    cdHullLevel levels[CD_CONVEX_LEVEL_MAX];
    int32_t levelCount;
    int32_t *triangles; // triangles[3 * triangleCount] of the hull
    int32_t triangleCount;
    double error;
    bool hullAlone; // true without coarser levels
    bool noMemory;
} cdConvexBuild;

// @errors false: no hull, or, with build->noMemory, no memory
bool cdBuildLevels(cdConvexBuild *build);
void cdFreeConvexBuild(cdConvexBuild *build);

// Builds a hull from points less their centre; `error`: their rounding so far. `hullAlone`: without the
// coarser levels, which take several times as long to build.
// @errors NULL: no memory; or there is no hull, and `noMemory` stays false
cdConvex *cdBuildConvex(const cdVec3 *points, const int32_t *pointIds, int32_t pointCount, cdVec3 center,
                        double error, bool hullAlone, bool *noMemory);

#endif
