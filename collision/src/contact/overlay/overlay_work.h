// State of the overlay of two polygons, shared by its steps.
//
//     points, edges -> cut until edges meet in their ends only -> which bound the overlap -> loops
//
// Points are kept more than the tolerance apart and never move. An edge is kept once, from its lower point to
// its higher, with each polygon's winding on its left less that on its right; an edge with two zeros bounds
// nothing and is dropped.
#ifndef CD_OVERLAY_WORK_H
#define CD_OVERLAY_WORK_H

#include "contact/overlay/polygon_overlay.h"

typedef struct cdOverlayEdge {
    int32_t from, to;       // points, from < to
    int32_t turnsA, turnsB; // windings left less right
    int32_t next;           // of the edges with the same `from`; -1: the last
    int32_t born;           // the round of cutting that added it
} cdOverlayEdge;

// A point at which an edge is to be cut.
typedef struct cdOverlayCut {
    double along; // from 0 to 1
    int32_t edge, point;
} cdOverlayCut;

typedef struct cdOverlayWork {
    double tolerance;
    cdMemory memory; // for the later steps
    cdVec2 *points;
    int32_t pointCount, pointCapacity;
    int32_t *nextInCell; // nextInCell[pointCount]: the points in one cell of a grid; -1: the last
    int32_t *cells;      // cells[cellMask + 1]: a point in each, by a hash of the cell; -1: none
    uint64_t cellMask;
    double cellScale; // cells a length
    cdOverlayEdge *edges;
    int32_t edgeCount, edgeCapacity;
    int32_t *firstEdge; // firstEdge[pointCount]; -1: none
    int32_t round;
    bool full; // an array was too small
} cdOverlayWork;

static inline bool cdIsOverlayEdge(const cdOverlayEdge *edge) {
    return edge->turnsA != 0 || edge->turnsB != 0;
}

// overlay_edges.c. cdOpenOverlay takes the arrays, with room for that many points and for crossings, as far
// as the memory reaches. @errors false: no room for the points
bool cdOpenOverlay(cdOverlayWork *work, int32_t pointCount);
int32_t cdPutOverlayPoint(cdOverlayWork *work, cdVec2 at);
void cdPutOverlayEdge(cdOverlayWork *work, int32_t from, int32_t to, int32_t turnsA, int32_t turnsB);

bool cdCutOverlayEdges(cdOverlayWork *work); // overlay_cut.c. false: not settled, or full

// Half-edge 2e leaves edge e's `from`, 2e + 1 its `to`.
typedef struct cdOverlayBorder {
    int8_t *sides;      // sides[edgeCount]: 1: the overlap is on the left of the edge only, -1: on its right
    int32_t *firstHalf; // firstHalf[pointCount + 1]: into halves
    int32_t *halves; // the half-edges that leave each point, counter-clockwise where there are more than two
} cdOverlayBorder;

cdOverlayState cdFindOverlayBorder(cdOverlayWork *work, cdOverlayBorder *border); // overlay_border.c

// overlay_loops.c. Fills `out` except its count of rounds.
void cdLinkOverlayLoops(cdOverlayWork *work, const cdOverlayBorder *border, cdPolygonOverlay *out);
// The same for one loop points[count]; 0: no overlap.
void cdWriteOverlayLoop(cdVec2 *points, int32_t count, double tolerance, cdMemory *memory,
                        cdPolygonOverlay *out);

// overlay_convex.c. The overlay of two convex polygons, with the same bits as by the steps above. False: they
// are not in general position.
bool cdOverlayConvex(const cdPolygons *a, const cdPolygons *b, double tolerance, cdMemory *memory,
                     cdPolygonOverlay *out);
// polygon_overlay.c. The overlay by the steps above alone.
cdPolygonOverlay cdOverlayBySteps(const cdPolygons *a, const cdPolygons *b, double tolerance,
                                  cdMemory *memory);

static inline int32_t cdGetHalfStart(const cdOverlayWork *work, int32_t half) {
    const cdOverlayEdge *edge = &work->edges[half / 2];
    return half % 2 == 0 ? edge->from : edge->to;
}

#endif
