// Supporting vertices [CW96 2.3, 2.4 and section 5].
//
// From a vertex go to its farthest neighbour along the direction until none is farther: on a convex polytope
// that is the farthest vertex of all. What differs is where to start: at the vertex found last time, at the
// table's vertex for a near direction, or, down the levels, at the vertex found on the next coarser one.
#ifndef CD_SUPPORT_H
#define CD_SUPPORT_H

#include "convex/convex_data.h"

// The farthest vertex of a level from `start`; adds the vertices compared to `steps`.
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

// The farthest vertex of the hull from `start`.
static inline int32_t cdClimb(const cdConvex *convex, cdVec3 direction, int32_t start, int32_t *steps) {
    const cdHullVertex *vertices = convex->hullVertices;
    double best = cdDot(direction, vertices[start].point);
    for (int32_t at = start, next = start;; at = next) {
        const cdHullVertex *vertex = &vertices[at];
        if (vertex->neighborCount > CD_NEAR_MAX)
            return cdClimbLevel(&convex->levels[0], convex->vertices, direction, at, steps);
        for (int32_t i = 0; i < vertex->neighborCount; i++) {
            double height = cdDot(direction, vertices[vertex->neighbors[i]].point);
            if (height > best) {
                best = height;
                next = vertex->neighbors[i];
            }
        }
        *steps += vertex->neighborCount;
        if (next == at) return at;
    }
}

// The table's cell of a unit direction.
int32_t cdGetTableCell(cdVec3 direction);

// A direction in the middle of a cell, unit.
cdVec3 cdGetCellDirection(int32_t cell);

// As cdFindSupportVertex; the direction is of unit length.
int32_t cdFindSupport(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t start,
                      int32_t *steps);

// The same where the direction has turned since `last` was found: with the table, starts from its vertex when
// that is farther along.
int32_t cdFindSupportAfterTurn(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t last,
                               int32_t *steps);

#endif
