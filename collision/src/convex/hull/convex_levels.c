// The hull and its coarser levels [CW96 section 5, Dobkin-Kirkpatrick]; see convex_build.h.
//
// (1) The hull of all points. (2) From a level to the next: greedily remove an independent set of vertices
// with few neighbours, and take the hull of the others, until a simplex remains. At least a sixth of the
// vertices are removed each time, since the mean number of neighbours is below six. A vertex that Qhull finds
// flat is removed as well; the search on the finer level finds it by climbing.
#include "convex/hull/convex_build.h"
#include "convex/hull/hull_filter.h"
#include "foundation/memory/hooks.h"

#include <string.h>

enum { NEIGHBOR_MAX = 8 }; // maximum of a removed vertex

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

// Sorts the edges, drops repeated ones, then lists the first edge of each vertex.
static bool finishLevel(cdHullLevel *level, int32_t allPoints) {
    int32_t *counts = cdAllocate(((size_t)allPoints + 1) * sizeof *counts);
    int32_t *sorted = cdAllocate(2 * (size_t)level->edgeCount * sizeof *sorted);
    bool sorts = counts != NULL && sorted != NULL;
    if (sorts) {
        sortEdges(level->edges, sorted, level->edgeCount, 1, counts, allPoints);
        sortEdges(sorted, level->edges, level->edgeCount, 0, counts, allPoints);
    }
    cdFree(sorted);
    cdFree(counts);
    if (!sorts) return false;
    int32_t kept = 0, pointCount = 0;
    for (int32_t i = 0; i < level->edgeCount; i++) {
        const int32_t *edge = level->edges + 2 * i, *last = level->edges + 2 * (kept > 0 ? kept - 1 : 0);
        if (kept > 0 && edge[0] == last[0] && edge[1] == last[1]) continue;
        if (kept == 0 || edge[0] != last[0]) pointCount++;
        memmove(level->edges + 2 * kept++, edge, 2 * sizeof(int32_t));
    }
    level->edgeCount = kept;
    level->points = cdAllocate((size_t)pointCount * sizeof(int32_t));
    if (level->points == NULL) return false;
    for (int32_t i = 0; i < kept; i++)
        if (i == 0 || level->edges[2 * i] != level->edges[2 * i - 2])
            level->points[level->pointCount++] = level->edges[2 * i];
    return true;
}

// Makes the level of facets whose corners are indices into `points`; NULL: all points, of which there are
// `allPoints`.
static bool makeLevel(const cdHullFacets *facets, int32_t dimension, const int32_t *points, int32_t allPoints,
                      cdHullLevel *level) {
    size_t perFacet = (size_t)(dimension * (dimension - 1));
    level->edges = cdAllocate(2 * perFacet * (size_t)facets->count * sizeof(int32_t));
    if (level->edges == NULL) return false;
    for (int32_t i = 0; i < facets->count; i++) {
        const int32_t *corners = facets->corners + dimension * i;
        for (int32_t a = 0; a < dimension; a++)
            for (int32_t b = 0; b < dimension; b++) {
                if (a == b || corners[a] == corners[b]) continue;
                level->edges[2 * level->edgeCount] = points ? points[corners[a]] : corners[a];
                level->edges[2 * level->edgeCount++ + 1] = points ? points[corners[b]] : corners[b];
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
    int32_t dimension = build->frame.dimension, kept = 0;
    int32_t *points = cdAllocate((size_t)keptCount * sizeof *points);
    double *coordinates = cdAllocate((size_t)(keptCount * dimension) * sizeof *coordinates);
    cdHullFacets facets = {0};
    bool made = points != NULL && coordinates != NULL;
    build->noMemory = !made;
    for (int32_t i = 0; i < level->pointCount && made; i++) {
        if (marks[level->points[i]] == 1) continue;
        points[kept] = level->points[i];
        memcpy(coordinates + dimension * kept++, build->coordinates + dimension * level->points[i],
               (size_t)dimension * sizeof *coordinates);
    }
    if (made && cdFindHullFacets(build->maker, coordinates, dimension, kept, &facets))
        build->noMemory = !makeLevel(&facets, dimension, points, build->pointCount, coarser);
    else if (made)
        build->noMemory = facets.noMemory;
    made = made && facets.corners != NULL && !build->noMemory;
    cdFreeHullFacets(&facets);
    cdFree(coordinates);
    cdFree(points);
    return made;
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
    int32_t dimension = build->frame.dimension;
    build->coordinates = cdAllocate((size_t)dimension * (size_t)build->pointCount * sizeof(double));
    build->maker = cdCreateHullMaker();
    build->noMemory = build->coordinates == NULL || build->maker == NULL;
    if (build->noMemory) return false;
    cdFillHullCoordinates(&build->frame, build->points, build->pointCount, build->coordinates);
    cdHullFacets facets;
    bool found =
        dimension == 3
            ? cdFindLargeHullFacets(build->maker, build->coordinates, build->pointCount, &facets)
            : cdFindHullFacets(build->maker, build->coordinates, dimension, build->pointCount, &facets);
    build->noMemory = facets.noMemory;
    if (!found) return false;
    build->error += facets.error * build->frame.extents[0];
    build->noMemory = !makeLevel(&facets, dimension, NULL, build->pointCount, &build->levels[0]);
    build->levelCount = 1;
    if (dimension == 3) {
        build->triangles = facets.corners;
        build->triangleCount = facets.count;
    } else {
        cdFreeHullFacets(&facets);
        if (!build->noMemory) triangulatePolygon(build);
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
    int32_t dimension = build->frame.dimension;
    if (dimension < 3) build->error += build->frame.extents[dimension]; // treated as rounding
    return dimension < 2 ? buildFromEnds(build) : buildFromFacets(build);
}

void cdFreeConvexBuild(cdConvexBuild *build) {
    for (int32_t i = 0; i < CD_CONVEX_LEVEL_MAX; i++) {
        cdFree(build->levels[i].points);
        cdFree(build->levels[i].edges);
    }
    cdFree(build->triangles);
    cdFree(build->coordinates);
    cdDestroyHullMaker(build->maker);
}
