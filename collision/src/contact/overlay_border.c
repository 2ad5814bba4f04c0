// Which edges of an overlay bound what is inside both polygons.
//
// Input: edges that meet in their ends only. Output: for each the side on which the overlap is, if on one
// only. (1) The half-edges that leave each point. (2) From the middle of an edge a ray goes up, or to the
// right where the edge is steep; the windings of the edges it passes add up to those of both polygons just
// beyond the edge, and its own make those on this side of it. (3) Where just two edges meet in a point the
// sides go on from one to the other: there is one ray for each chain of edges between points where more meet.
//
// Edges that do not meet are at least half the tolerance apart, which is far more than the rounding of where
// a ray passes them; so what a ray finds is right.
#include "contact/overlay_work.h"

#include <math.h>
#include <string.h>

enum { SIDE_UNKNOWN = 2 };

// --- (1)

static void listHalves(const cdOverlayWork *work, cdOverlayBorder *border) {
    int32_t *first = border->firstHalf;
    memset(first, 0, ((size_t)work->pointCount + 1) * sizeof *first);
    for (int32_t i = 0; i < work->edgeCount; i++) {
        if (!cdIsOverlayEdge(&work->edges[i])) continue;
        first[work->edges[i].from]++;
        first[work->edges[i].to]++;
    }
    for (int32_t i = 0; i < work->pointCount; i++)
        first[i + 1] += first[i];
    for (int32_t i = work->edgeCount - 1; i >= 0; i--) {
        if (!cdIsOverlayEdge(&work->edges[i])) continue;
        border->halves[--first[work->edges[i].from]] = 2 * i;
        border->halves[--first[work->edges[i].to]] = 2 * i + 1;
    }
}

// --- (2)

typedef struct Ray {
    double x, y;
    bool up; // else to the right
    int32_t turnsA, turnsB;
} Ray;

// 1 when the edge has the ray's start on its left, -1 on its right, by its course across the ray's direction.
static int32_t getSense(cdVec2 from, cdVec2 to, bool up) {
    return up ? (from.x > to.x ? 1 : -1) : (from.y < to.y ? 1 : -1);
}

static bool isPassed(const Ray *ray, cdVec2 a, cdVec2 b) {
    if (ray->up) {
        if ((a.x <= ray->x) == (b.x <= ray->x)) return false;
        return a.y + (ray->x - a.x) / (b.x - a.x) * (b.y - a.y) > ray->y;
    }
    if ((a.y <= ray->y) == (b.y <= ray->y)) return false;
    return a.x + (ray->y - a.y) / (b.y - a.y) * (b.x - a.x) > ray->x;
}

static void follow(const cdOverlayWork *work, Ray *ray, int32_t start) {
    for (int32_t i = 0; i < work->edgeCount; i++) {
        const cdOverlayEdge *edge = &work->edges[i];
        if (i == start || !cdIsOverlayEdge(edge)) continue;
        cdVec2 a = work->points[edge->from], b = work->points[edge->to];
        if (!isPassed(ray, a, b)) continue;
        int32_t sense = getSense(a, b, ray->up);
        ray->turnsA += sense * edge->turnsA;
        ray->turnsB += sense * edge->turnsB;
    }
}

static int8_t findSide(const cdOverlayWork *work, int32_t index) {
    const cdOverlayEdge *edge = &work->edges[index];
    cdVec2 a = work->points[edge->from], b = work->points[edge->to];
    Ray ray = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), fabs(b.x - a.x) >= fabs(b.y - a.y), 0, 0};
    follow(work, &ray, index);
    int32_t sense = getSense(a, b, ray.up);
    bool beyond = ray.turnsA > 0 && ray.turnsB > 0;
    bool before = ray.turnsA + sense * edge->turnsA > 0 && ray.turnsB + sense * edge->turnsB > 0;
    if (beyond == before) return 0;
    return (int8_t)(before ? sense : -sense);
}

// --- (3)

// From an edge whose side is known through points in which two edges meet; `half` leaves the point that it
// comes from.
static void goOn(const cdOverlayWork *work, cdOverlayBorder *border, int32_t half) {
    for (;;) {
        int32_t end = cdGetHalfStart(work, half ^ 1), first = border->firstHalf[end];
        if (border->firstHalf[end + 1] - first != 2) return;
        int32_t next =
            border->halves[first] == (half ^ 1) ? border->halves[first + 1] : border->halves[first];
        if (border->sides[next / 2] != SIDE_UNKNOWN) return;
        bool sameSense = half % 2 == next % 2;
        border->sides[next / 2] = (int8_t)(sameSense ? border->sides[half / 2] : -border->sides[half / 2]);
        half = next;
    }
}

bool cdFindOverlayBorder(cdOverlayWork *work, cdOverlayBorder *border) {
    size_t edges = (size_t)work->edgeCount, points = (size_t)work->pointCount;
    border->sides = cdTakeOverlayMemory(&work->memory, edges, sizeof *border->sides);
    border->firstHalf = cdTakeOverlayMemory(&work->memory, points + 1, sizeof *border->firstHalf);
    border->halves = cdTakeOverlayMemory(&work->memory, 2 * edges, sizeof *border->halves);
    if (border->sides == NULL || border->firstHalf == NULL || border->halves == NULL) return false;
    listHalves(work, border);
    memset(border->sides, SIDE_UNKNOWN, edges);
    for (int32_t i = 0; i < work->edgeCount; i++) {
        if (!cdIsOverlayEdge(&work->edges[i])) {
            border->sides[i] = 0;
        } else if (border->sides[i] == SIDE_UNKNOWN) {
            border->sides[i] = findSide(work, i);
            goOn(work, border, 2 * i);
            goOn(work, border, 2 * i + 1);
        }
    }
    return true;
}
