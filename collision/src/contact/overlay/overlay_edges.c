// The points and edges of an overlay: each point once within the tolerance, each edge once.
//
// (1) A point is searched in a grid of cells sixteen tolerances wide, in its own cell and in those within the
// tolerance of it: usually, three times in four, one cell. The nearest existing point is used; a new one is
// added only if no point is within the tolerance. So points are always farther apart than the tolerance.
// (2) Edges are listed by their lower point. Adding the same edge again adds to its windings: borders that
// run the same way add up, those that run opposite ways cancel.
#include "contact/overlay/overlay_work.h"

#include <math.h>
#include <string.h>

enum { CELL_TOLERANCES = 16, EDGES_A_POINT = 3, POINT_MAX = INT32_MAX / 8 };

// Memory of all steps for each point of the capacity.
static const size_t BYTES_A_POINT = 288;

bool cdOpenOverlay(cdOverlayWork *work, int32_t pointCount) {
    size_t room = work->memory.left / BYTES_A_POINT;
    size_t wanted = 16 + (size_t)pointCount + (size_t)pointCount * (size_t)pointCount / 2; // all cross all
    size_t capacity = wanted < room ? wanted : room, cells = 16;
    while (cells < (size_t)pointCount)
        cells *= 2;
    if (capacity > POINT_MAX) capacity = POINT_MAX;
    work->pointCapacity = (int32_t)capacity;
    work->edgeCapacity = EDGES_A_POINT * (int32_t)capacity;
    work->pointCount = work->edgeCount = work->round = 0;
    work->full = false;
    work->cellMask = cells - 1;
    work->cellScale = 1.0 / (CELL_TOLERANCES * work->tolerance);
    work->cells = cdTakeMemory(&work->memory, cells, sizeof(int32_t));
    work->points = cdTakeMemory(&work->memory, capacity, sizeof(cdVec2));
    work->nextInCell = cdTakeMemory(&work->memory, capacity, sizeof(int32_t));
    work->firstEdge = cdTakeMemory(&work->memory, capacity, sizeof(int32_t));
    work->edges = cdTakeMemory(&work->memory, EDGES_A_POINT * capacity, sizeof(cdOverlayEdge));
    if (capacity < (size_t)pointCount || work->cells == NULL || work->edges == NULL) return false;
    memset(work->cells, 0xff, cells * sizeof(int32_t));
    return true;
}

// --- (1)

static uint64_t findCell(const cdOverlayWork *work, int64_t x, int64_t y) {
    uint64_t hash = (uint64_t)x * 0x9E3779B97F4A7C15u ^ (uint64_t)y * 0xC2B2AE3D27D4EB4Fu;
    return (hash ^ hash >> 29) & work->cellMask;
}

static int64_t toCell(const cdOverlayWork *work, double x) {
    return (int64_t)floor(x * work->cellScale);
}

typedef struct Nearest {
    double distanceSq;
    int32_t point;
} Nearest;

static void lookInCell(const cdOverlayWork *work, uint64_t cell, cdVec2 at, Nearest *nearest) {
    for (int32_t i = work->cells[cell]; i >= 0; i = work->nextInCell[i]) {
        double x = work->points[i].x - at.x, y = work->points[i].y - at.y, distanceSq = x * x + y * y;
        bool nearer = distanceSq < nearest->distanceSq;
        if (nearer || (distanceSq == nearest->distanceSq && i < nearest->point))
            *nearest = (Nearest){distanceSq, i};
    }
}

int32_t cdPutOverlayPoint(cdOverlayWork *work, cdVec2 at) {
    double reach = work->tolerance;
    Nearest nearest = {reach * reach, INT32_MAX};
    int64_t x0 = toCell(work, at.x - reach), x1 = toCell(work, at.x + reach);
    int64_t y0 = toCell(work, at.y - reach), y1 = toCell(work, at.y + reach);
    for (int64_t x = x0; x <= x1; x++)
        for (int64_t y = y0; y <= y1; y++)
            lookInCell(work, findCell(work, x, y), at, &nearest);
    if (nearest.point != INT32_MAX) return nearest.point;
    if (work->pointCount == work->pointCapacity) {
        work->full = true;
        return 0;
    }
    int32_t point = work->pointCount++;
    uint64_t cell = findCell(work, toCell(work, at.x), toCell(work, at.y));
    work->points[point] = at;
    work->firstEdge[point] = -1;
    work->nextInCell[point] = work->cells[cell];
    work->cells[cell] = point;
    return point;
}

// --- (2)

void cdPutOverlayEdge(cdOverlayWork *work, int32_t from, int32_t to, int32_t turnsA, int32_t turnsB) {
    if (from == to) return;
    cdOverlayEdge put = {from, to, turnsA, turnsB, -1, work->round};
    if (from > to) put = (cdOverlayEdge){to, from, -turnsA, -turnsB, -1, work->round};
    for (int32_t i = work->firstEdge[put.from]; i >= 0; i = work->edges[i].next) {
        cdOverlayEdge *edge = &work->edges[i];
        if (edge->to != put.to) continue;
        if (!cdIsOverlayEdge(edge)) edge->born = work->round;
        edge->turnsA += put.turnsA;
        edge->turnsB += put.turnsB;
        return;
    }
    if (work->edgeCount == work->edgeCapacity) {
        work->full = true;
        return;
    }
    put.next = work->firstEdge[put.from];
    work->firstEdge[put.from] = work->edgeCount;
    work->edges[work->edgeCount++] = put;
}
