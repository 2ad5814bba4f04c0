// Supporting vertices [CW96 2.3, 2.4 and section 5].
//
// Climbs from a vertex to its farthest neighbour along the direction until no neighbour is farther: on a
// convex polytope that is the farthest vertex of all. The methods differ in the start: the last vertex found,
// the table's vertex for a close direction, or, down the levels, the vertex found on the next coarser one.
#ifndef CD_SUPPORT_H
#define CD_SUPPORT_H

#include "convex/convex_data.h"
#include "foundation/memory/prefetch.h"

// Returns the farthest vertex of a level, from `start`; adds the number of vertices compared to `steps`.
static inline int32_t cdClimbLevel(const cdConvexLevel *level, const cdVec3 *vertices, cdVec3 direction,
                                   int32_t start, int32_t *steps) {
    double best = cdDot(direction, vertices[start]);
    for (int32_t at = start, next = start;; at = next) {
        const int32_t first = level->firstNeighbor[at], last = level->firstNeighbor[at + 1];
        for (int32_t i = first; i < last; i++) {
            int32_t neighbor = level->neighbors[i];
            double height = cdDot(direction, vertices[neighbor]);
            if (height > best) {
                best = height;
                next = neighbor;
            }
        }
        *steps += last - first;
        if (next == at) return at;
    }
}

// Returns the farthest vertex of the hull along a unit direction, from `start`. Takes an edge that certainly
// leads farther; ends if certainly no edge does.
static inline int32_t cdClimb(const cdConvex *convex, cdVec3 direction, int32_t start, int32_t *steps) {
    const cdShortDirection along = cdMakeShortDirection(direction);
    int32_t at = start;
    for (int32_t place = 0; convex->hullVertices != NULL; at = convex->hullVertices[at].neighbors[place]) {
        cdShorts heights = cdGetShortHeights(&convex->hullVertices[at].edges, along);
        *steps += CD_NEAR_MAX;
        if (!cdAnyShortAbove(heights, -CD_SHORT_ERROR)) return at;
        if (cdFindLargestShort(heights, &place) <= CD_SHORT_ERROR) break;
    }
    return cdClimbLevel(&convex->levels[0], convex->vertices, direction, at, steps);
}

static inline void cdPrefetchVertex(const cdConvex *convex, int32_t vertex) {
    if (convex->hullVertices != NULL) cdPrefetch(&convex->hullVertices[vertex]);
    cdPrefetch(&convex->vertices[vertex]);
}

// Requests the memory that climbing from these vertices reads first.
static inline void cdPrefetchVertices(const cdConvex *a, int32_t vertexA, const cdConvex *b,
                                      int32_t vertexB) {
    cdPrefetchVertex(a, vertexA);
    cdPrefetchVertex(b, vertexB);
}

// Returns the table's cell of a unit direction.
int32_t cdGetTableCell(cdVec3 direction);

// Returns the unit direction in the middle of a cell.
cdVec3 cdGetCellDirection(int32_t cell);

// Returns the supporting vertex of a unit direction, without a start vertex.
int32_t cdFindSupportAnew(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t *steps);

// The same from the vertex of a close direction; -1: no start vertex.
static inline int32_t cdFindSupportNear(const cdConvex *convex, cdVec3 direction, cdSupportMethod method,
                                        int32_t start, int32_t *steps) {
    bool climbs = start >= 0 && (method == CD_SUPPORT_TABLE || method == CD_SUPPORT_CLIMB);
    return climbs ? cdClimb(convex, direction, start, steps)
                  : cdFindSupportAnew(convex, direction, method, steps);
}

#endif
