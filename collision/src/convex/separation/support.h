// Supporting vertices [CW96 2.3, 2.4 and section 5].
//
// Climbs from a vertex to its farthest neighbour along the direction until no neighbour is farther: on a
// convex polytope that is the farthest vertex of all. The methods differ in the start: the last vertex found,
// the table's vertex for a close direction, or, down the levels, the vertex found on the next coarser one.
//
// Every step leads farther in exact arithmetic, and a climb ends only where no edge does. Rounded heights are
// not enough: faces that are flat up to rounding have vertices and facets so narrow that the only way to the
// top may rise by less than that, at first.
#ifndef CD_SUPPORT_H
#define CD_SUPPORT_H

#include "convex/convex_data.h"
#include "foundation/memory/prefetch.h"
#include "foundation/numbers/compiler.h"
#include "foundation/numbers/lanes.h"

// Returns true if b is farther along the direction than a, in exact arithmetic.
bool cdIsFartherExactly(cdVec3 direction, cdVec3 a, cdVec3 b);

// Rounding of an edge and of its height, relative to the sum of the absolute values: less than 8 times 2^-53.
static const double cdEdgeRounding = 0x1p-50;

// Returns the neighbour that is farther by most. If no neighbour is certainly farther, returns one that is
// farther by less than rounding; `at` if no neighbour is farther.
static inline int32_t cdFindFartherNeighbor(const cdConvexLevel *level, const cdVec3 *vertices,
                                            cdVec3 direction, int32_t at) {
    const int32_t first = level->firstNeighbor[at], last = level->firstNeighbor[at + 1];
    int32_t farthest = at;
    double best = 0.0;
    bool isUncertain = false;
    for (int32_t i = first; i < last; i++) {
        cdVec3 edge = cdSub(vertices[level->neighbors[i]], vertices[at]);
        double x = direction.x * edge.x, y = direction.y * edge.y, z = direction.z * edge.z;
        double height = x + y + z, error = cdEdgeRounding * (fabs(x) + fabs(y) + fabs(z));
        isUncertain |= fabs(height) < error;
        if (height <= best || height < error) continue;
        best = height;
        farthest = level->neighbors[i];
    }
    for (int32_t i = first; i < last && isUncertain && farthest == at; i++)
        if (cdIsFartherExactly(direction, vertices[at], vertices[level->neighbors[i]]))
            farthest = level->neighbors[i];
    return farthest;
}

// Returns the farthest vertex of a level, from `start`; adds the number of vertices compared to `steps`. No
// vertex is visited twice; the count only ends a climb along edges that underflow.
static inline int32_t cdClimbLevel(const cdConvexLevel *level, const cdVec3 *vertices, cdVec3 direction,
                                   int32_t start, int32_t *steps) {
    int32_t at = start;
    for (int32_t left = level->vertexCount; left > 0; left--) {
        int32_t next = cdFindFartherNeighbor(level, vertices, direction, at);
        *steps += level->firstNeighbor[at + 1] - level->firstNeighbor[at];
        if (next == at) break;
        at = next;
    }
    return at;
}

// Returns the direction in which to climb: for a flat hull one without a coordinate, and with the same
// heights up to the hull's error and a summand.
static inline cdVec3 cdGetClimbDirection(const cdConvex *convex, cdVec3 direction) {
    if (convex->info.dimension != 2) return direction;
    const double along[3] = {direction.x, direction.y, direction.z};
    return cdMulAdd(direction, -along[convex->flatAxis], convex->flatNormal);
}

// Returns the farthest vertex of the hull along a unit direction, from `start`. Takes an edge that certainly
// leads farther; ends if certainly no edge does.
int32_t cdClimb(const cdConvex *convex, cdVec3 direction, int32_t start, int32_t *steps);

// Climbs in two hulls at once, along the directions of the two lanes, so that the climbs wait for memory and
// for their ends at the same time. Equivalent to cdClimb in each.
static inline void cdClimbBoth(const cdConvex *a, int32_t *vertexA, const cdConvex *b, int32_t *vertexB,
                               cdLanes3 along, int32_t *steps) {
    const cdHullVertex *linesA = a->hullVertices, *linesB = b->hullVertices;
    int32_t atA = *vertexA, atB = *vertexB, visits = 2;
    bool continuesA = true, continuesB = true;
    if (linesA != NULL && linesB != NULL) {
        cdShortDirection alongA, alongB;
        cdShorts heightsA, heightsB;
        cdMakeShortDirections(along, &alongA, &alongB);
        for (;;) {
            heightsA = cdGetShortHeights(&linesA[atA].edges, alongA);
            heightsB = cdGetShortHeights(&linesB[atB].edges, alongB);
            if (cdMaskShortsAbove(heightsA, heightsB, CD_SHORT_ERROR) == 0) break;
            int32_t placeA, placeB;
            const bool movesA = cdFindLargestShort(heightsA, &placeA) > CD_SHORT_ERROR;
            const bool movesB = cdFindLargestShort(heightsB, &placeB) > CD_SHORT_ERROR;
            const int32_t nextA = linesA[atA].neighbors[placeA], nextB = linesB[atB].neighbors[placeB];
            visits += movesA + movesB;
            atA += (nextA - atA) & -(int32_t)movesA; // no branch: it is unpredictable
            atB += (nextB - atB) & -(int32_t)movesB;
        }
        const uint32_t unsure = cdMaskShortsAbove(heightsA, heightsB, -CD_SHORT_ERROR);
        continuesA = (unsure & 0xFFu) != 0;
        continuesB = unsure >> CD_NEAR_MAX != 0;
    }
    *steps += CD_NEAR_MAX * (visits - continuesA - continuesB);
    *vertexA = continuesA ? cdClimb(a, cdGetFirstLane3(along), atA, steps) : atA;
    *vertexB = continuesB ? cdClimb(b, cdGetSecondLane3(along), atB, steps) : atB;
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

// Returns the table's cell of a unit direction. Bands of equal height, so of equal area, and sectors by |x| /
// (|x| + |y|), which grows with the angle: no trigonometric function and no branch.
static inline int32_t cdGetTableCell(cdVec3 direction) {
    int32_t row = (int32_t)(0.5 * CD_TABLE_ROWS * (direction.z + 1.0));
    row = row < 0 ? 0 : row >= CD_TABLE_ROWS ? CD_TABLE_ROWS - 1 : row;
    double across = fabs(direction.x) + fabs(direction.y);
    double share = across > 0.0 ? direction.x / across : 1.0;
    double quarters = direction.y < 0.0 ? 3.0 + share : 1.0 - share; // quarter turns, 0 to 4
    int32_t column = (int32_t)(0.25 * CD_TABLE_COLUMNS * quarters) % CD_TABLE_COLUMNS;
    return row * CD_TABLE_COLUMNS + column;
}

// Returns the first of the farthest vertices of a small hull. Without a branch on the comparisons, since they
// are unpredictable.
static inline int32_t cdScanSmall(const cdConvex *convex, cdVec3 direction, int32_t *steps) {
    cdLanes heights[CD_SMALL_MAX / 2];
    const int32_t count = (convex->info.vertexCount + 1) / 2;
    cdLanes3 along = cdSpreadLanes3(direction);
    cdLanes highest = cdSpreadLanes(-INFINITY);
    for (int32_t i = 0; i < count; i++) {
        cdLanes3 v = cdLoadLanes3(convex->coordinates[0] + 2 * i, convex->coordinates[1] + 2 * i,
                                  convex->coordinates[2] + 2 * i);
        heights[i] = cdDotLanes3(along, v);
        highest = cdMaxLanes(highest, heights[i]);
    }
    *steps += 2 * count;
    cdLanes best = cdSpreadLargerLane(highest);
    uint32_t lower = 0;
    for (int32_t i = 0; i < count; i++)
        lower |= (uint32_t)cdLanesAbove(best, heights[i]) << 2 * i;
    return cdFindLowestBit(~lower);
}

// Returns the unit direction in the middle of a cell.
cdVec3 cdGetCellDirection(int32_t cell);

// Returns the supporting vertex of a unit direction, without a start vertex.
int32_t cdFindSupportAnew(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t *steps);

static inline bool cdClimbsFrom(cdSupportMethod method, int32_t start) {
    return start >= 0 && (method == CD_SUPPORT_TABLE || method == CD_SUPPORT_CLIMB);
}

// The same from the vertex of a close direction; -1: no start vertex.
static inline int32_t cdFindSupportNear(const cdConvex *convex, cdVec3 direction, cdSupportMethod method,
                                        int32_t start, int32_t *steps) {
    if (cdClimbsFrom(method, start)) return cdClimb(convex, direction, start, steps);
    if (method == CD_SUPPORT_TABLE && convex->table == NULL) return cdScanSmall(convex, direction, steps);
    return cdFindSupportAnew(convex, direction, method, steps);
}

#endif
