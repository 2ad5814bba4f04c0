// The hull and its coarser levels [CW96 section 5, Dobkin-Kirkpatrick]; see convex_build.h.
//
// (1) The hull of all points. (2) From a level to the next: greedily remove an independent set of vertices
// with few neighbours, and take the hull of the others, until a simplex remains. At least a sixth of the
// vertices are removed each time, since the mean number of neighbours is below six. A vertex that is not
// extreme among flat ones is removed as well; the search on the finer level finds it by climbing.
#include "convex/hull/convex_build.h"
#include "convex/hull/hull_filter.h"
#include "foundation/memory/hooks.h"

#include <string.h>

enum { NEIGHBOR_MAX = 8 }; // maximum of a removed vertex

// For hulls that are thinner than rounding: the largest distance of a point from the plane or line that
// replaces it, in largest coordinates of its offset. Polygons are found as seen along a coordinate axis, up
// to 54.7 degrees from their normal: at most 2 (the point and the hull) times 1.74 (longer coordinates)
// times 1.74 (the angle).
static const double flatShare = 7.0;

// Sorts the edges by their start, then by their end: two stable passes of a counting sort. `counts` has room
// for one number more than there are points.
static void sortEdges(const int32_t *from, int32_t *to, int32_t edgeCount, int end, int32_t *counts,
                      int32_t pointCount) {
    memset(counts, 0, ((size_t)pointCount + 1) * sizeof *counts);
    for (int32_t i = 0; i < edgeCount; i++)
        counts[from[2 * i + end] + 1]++;
    for (int32_t i = 0; i < pointCount; i++)
        counts[i + 1] += counts[i];
    for (int32_t i = 0; i < edgeCount; i++)
        memcpy(to + 2 * counts[from[2 * i + end]]++, from + 2 * i, 2 * sizeof(int32_t));
}

// Sorts the edges, then lists the vertices.
static bool finishLevel(cdHullLevel *level, int32_t allPoints) {
    int32_t *counts = cdAllocateUnset(((size_t)allPoints + 1) * sizeof *counts);
    int32_t *sorted = cdAllocateUnset(2 * (size_t)level->edgeCount * sizeof *sorted);
    bool sorts = counts != NULL && sorted != NULL;
    if (sorts) {
        sortEdges(level->edges, sorted, level->edgeCount, 1, counts, allPoints);
        sortEdges(sorted, level->edges, level->edgeCount, 0, counts, allPoints);
    }
    cdFree(sorted);
    cdFree(counts);
    if (!sorts) return false;
    int32_t pointCount = 0;
    for (int32_t i = 0; i < level->edgeCount; i++)
        pointCount += i == 0 || level->edges[2 * i] != level->edges[2 * i - 2];
    level->points = cdAllocateUnset((size_t)pointCount * sizeof(int32_t));
    if (level->points == NULL) return false;
    for (int32_t i = 0; i < level->edgeCount; i++)
        if (i == 0 || level->edges[2 * i] != level->edges[2 * i - 2])
            level->points[level->pointCount++] = level->edges[2 * i];
    return true;
}

// Makes the level of facets. Each side of a triangle is listed once, from the other triangle in reverse; an
// edge of a polygon in both directions.
static bool makeLevel(const cdHullFacets *facets, int32_t dimension, int32_t allPoints, cdHullLevel *level) {
    level->edges = cdAllocateUnset(2 * (size_t)dimension * (size_t)facets->count * sizeof(int32_t));
    if (level->edges == NULL) return false;
    for (int32_t i = 0; i < facets->count; i++) {
        const int32_t *corners = facets->corners + dimension * i;
        for (int32_t k = 0; k < dimension; k++) {
            level->edges[2 * level->edgeCount] = corners[k];
            level->edges[2 * level->edgeCount++ + 1] = corners[(k + 1) % dimension];
        }
    }
    return finishLevel(level, allPoints);
}

// Marks an independent set of the level's vertices: 1 to remove, 2 a neighbour of one.
static int32_t markIndependent(const cdHullLevel *level, unsigned char *marks) {
    int32_t markedCount = 0, last;
    for (int32_t i = 0; i < level->edgeCount; i = last) {
        int32_t vertex = level->edges[2 * i];
        for (last = i; last < level->edgeCount && level->edges[2 * last] == vertex; last++) {
        }
        if (last - i > NEIGHBOR_MAX || marks[vertex] != 0) continue;
        marks[vertex] = 1;
        markedCount++;
        for (int32_t k = i; k < last; k++)
            marks[level->edges[2 * k + 1]] = 2;
    }
    return markedCount;
}

// Makes the level of the vertices not marked 1. @errors false: no hull, or no memory
static bool makeCoarser(cdConvexBuild *build, const cdHullLevel *level, const unsigned char *marks,
                        int32_t keptCount, cdHullLevel *coarser) {
    int32_t *points = cdAllocateUnset((size_t)keptCount * sizeof *points), kept = 0;
    build->noMemory = points == NULL;
    if (points == NULL) return false;
    for (int32_t i = 0; i < level->pointCount; i++)
        if (marks[level->points[i]] != 1) points[kept++] = level->points[i];
    cdHullFacets facets;
    bool made = cdFindHullFacets(&build->frame, build->points, points, kept, &facets);
    build->noMemory =
        made ? !makeLevel(&facets, build->frame.dimension, build->pointCount, coarser) : facets.noMemory;
    cdFreeHullFacets(&facets);
    cdFree(points);
    return made && !build->noMemory;
}

static bool makeCoarserLevels(cdConvexBuild *build) {
    unsigned char *marks = cdAllocate((size_t)build->pointCount);
    build->noMemory = marks == NULL;
    if (marks == NULL) return false;
    while (build->levelCount < CD_CONVEX_LEVEL_MAX) {
        const cdHullLevel *level = &build->levels[build->levelCount - 1];
        cdHullLevel *coarser = &build->levels[build->levelCount];
        if (level->pointCount <= build->frame.dimension + 1) break;
        memset(marks, 0, (size_t)build->pointCount);
        int32_t keptCount = level->pointCount - markIndependent(level, marks);
        if (keptCount <= build->frame.dimension || keptCount == level->pointCount) break;
        if (!makeCoarser(build, level, marks, keptCount, coarser)) break; // the finer levels are enough
        build->levelCount++;
    }
    cdFree(marks);
    return !build->noMemory;
}

// Triangulates a polygon, on both of its sides, as a fan about its first corner.
static void triangulatePolygon(cdConvexBuild *build) {
    const cdHullLevel *level = &build->levels[0];
    build->triangles = cdAllocate((size_t)(6 * level->pointCount) * sizeof(int32_t));
    build->noMemory = build->triangles == NULL;
    if (build->noMemory) return;
    int32_t first = level->points[0];
    for (int32_t i = 0; i < level->edgeCount; i++) {
        const int32_t *edge = level->edges + 2 * i; // both directions are listed, so both sides
        if (edge[0] == first || edge[1] == first) continue;
        int32_t *triangle = build->triangles + 3 * build->triangleCount++;
        triangle[0] = first;
        triangle[1] = edge[0];
        triangle[2] = edge[1];
    }
}

static bool buildFromFacets(cdConvexBuild *build) {
    cdHullFacets facets;
    bool flat = build->frame.dimension == 2;
    bool found = flat ? cdFindHullFacets(&build->frame, build->points, NULL, build->pointCount, &facets)
                      : cdFindLargeHull(&build->frame, build->points, build->pointCount, &facets);
    build->noMemory = facets.noMemory;
    if (!found) return false;
    build->noMemory = !makeLevel(&facets, build->frame.dimension, build->pointCount, &build->levels[0]);
    build->levelCount = 1;
    if (flat) {
        cdFreeHullFacets(&facets);
        if (!build->noMemory) triangulatePolygon(build);
    } else {
        build->triangles = facets.corners;
        build->triangleCount = facets.count;
    }
    return !build->noMemory && (build->hullAlone || makeCoarserLevels(build));
}

// Builds the hull of a segment or a single point.
static bool buildFromEnds(cdConvexBuild *build) {
    cdHullLevel *level = &build->levels[0];
    int32_t ends[2] = {build->frame.first, build->frame.second};
    bool line = build->frame.dimension == 1;
    level->points = cdAllocate(2 * sizeof(int32_t));
    level->edges = cdAllocate(4 * sizeof(int32_t));
    build->noMemory = level->points == NULL || level->edges == NULL;
    if (build->noMemory) return false;
    build->levelCount = 1;
    level->pointCount = line ? 2 : 1;
    level->points[0] = ends[0] < ends[1] || !line ? ends[0] : ends[1];
    level->points[1] = ends[0] < ends[1] ? ends[1] : ends[0];
    level->edgeCount = line ? 2 : 0;
    memcpy(level->edges, (int32_t[4]){level->points[0], level->points[1], level->points[1], level->points[0]},
           4 * sizeof(int32_t));
    return true;
}

bool cdBuildLevels(cdConvexBuild *build) {
    build->frame = cdFindHullFrame(build->points, build->pointCount);
    for (; build->frame.dimension > 1; build->frame.dimension--) {
        if (build->frame.dimension == 2) build->error += flatShare * build->frame.extents[2];
        if (buildFromFacets(build)) return true;
        if (build->noMemory || build->levelCount > 0) return false;
    }
    build->error += flatShare * build->frame.extents[build->frame.dimension];
    return buildFromEnds(build);
}

void cdFreeConvexBuild(cdConvexBuild *build) {
    for (int32_t i = 0; i < CD_CONVEX_LEVEL_MAX; i++) {
        cdFree(build->levels[i].points);
        cdFree(build->levels[i].edges);
    }
    cdFree(build->triangles);
}
