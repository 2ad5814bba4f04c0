// Finds the edges of an overlay that bound the inside of both polygons.
//
// Input: edges that meet in their ends only. Output: for each the side on which the overlap is, if on one
// only. (1) The half-edges that leave each point, in order about it. (2) From the middle of an edge a ray
// goes up, or to the right where the edge is steep. The windings of the edges it passes add up to those of
// both polygons just beyond the edge; its own windings give those on this side. (3) From an edge with known
// windings they spread to the edges at both its ends, and so on: each connected part needs one ray, and
// windings that reach an edge from both its ends must agree.
//
// The distance of edges that do not meet is at least half the tolerance, far more than the rounding of a
// ray's crossings; so a ray gives the right windings.
#include "contact/overlay/overlay_work.h"

#include <math.h>
#include <string.h>

// Windings on the left of an edge and on its right.
typedef struct Windings {
    int32_t leftA, leftB, rightA, rightB;
} Windings;

typedef struct Spreading {
    const cdOverlayWork *work;
    const cdOverlayBorder *border;
    Windings *windings; // windings[edgeCount]
    uint8_t *known;     // known[edgeCount]
    int32_t *waiting;   // points with a known edge; each edge puts at most one there
    int32_t waitingCount;
} Spreading;

// --- (1)

// Returns a value that grows with the angle from the x axis, from 0 up to 4.
static double getTurn(const cdOverlayWork *work, int32_t half) {
    cdVec2 from = work->points[cdGetHalfStart(work, half)], to = work->points[cdGetHalfStart(work, half ^ 1)];
    double x = to.x - from.x, y = to.y - from.y, part = y / (fabs(x) + fabs(y));
    return x >= 0.0 ? (y >= 0.0 ? part : 4.0 + part) : 2.0 - part;
}

static void sortHalves(const cdOverlayWork *work, int32_t *halves, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        int32_t half = halves[i], at = i;
        double turn = getTurn(work, half);
        for (; at > 0 && getTurn(work, halves[at - 1]) > turn; at--)
            halves[at] = halves[at - 1];
        halves[at] = half;
    }
}

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
    for (int32_t i = 0; i < work->pointCount; i++) {
        int32_t count = first[i + 1] - first[i];
        if (count > 2) sortHalves(work, border->halves + first[i], count);
    }
}

// --- (2)

typedef struct Ray {
    double x, y;
    bool up; // else to the right
    int32_t turnsA, turnsB;
} Ray;

// Returns 1 if the ray's start is on the left of the edge, -1 if on its right.
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

static Windings findWindings(const cdOverlayWork *work, int32_t index) {
    const cdOverlayEdge *edge = &work->edges[index];
    cdVec2 a = work->points[edge->from], b = work->points[edge->to];
    Ray ray = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), fabs(b.x - a.x) >= fabs(b.y - a.y), 0, 0};
    follow(work, &ray, index);
    if (getSense(a, b, ray.up) < 0) { // beyond is on its left
        return (Windings){ray.turnsA, ray.turnsB, ray.turnsA - edge->turnsA, ray.turnsB - edge->turnsB};
    }
    return (Windings){ray.turnsA + edge->turnsA, ray.turnsB + edge->turnsB, ray.turnsA, ray.turnsB};
}

// --- (3)

static Windings turnAround(Windings w) {
    return (Windings){w.rightA, w.rightB, w.leftA, w.leftB};
}

static Windings getOutgoing(const Spreading *spreading, int32_t half) {
    Windings windings = spreading->windings[half / 2];
    return half % 2 == 0 ? windings : turnAround(windings);
}

static void setWindings(Spreading *spreading, int32_t edge, Windings windings, int32_t otherEnd) {
    spreading->windings[edge] = windings;
    spreading->known[edge] = 1;
    spreading->waiting[spreading->waitingCount++] = otherEnd;
}

// Counter-clockwise about a point, the left side of one edge is the right side of the next.
static bool propagate(Spreading *spreading, int32_t from, int32_t to) {
    const cdOverlayEdge *edge = &spreading->work->edges[to / 2];
    int32_t sense = to % 2 == 0 ? 1 : -1;
    Windings before = getOutgoing(spreading, from), after;
    after = (Windings){before.leftA + sense * edge->turnsA, before.leftB + sense * edge->turnsB, before.leftA,
                       before.leftB};
    if (spreading->known[to / 2]) {
        Windings w = getOutgoing(spreading, to);
        return w.rightA == after.rightA && w.rightB == after.rightB;
    }
    setWindings(spreading, to / 2, to % 2 == 0 ? after : turnAround(after),
                cdGetHalfStart(spreading->work, to ^ 1));
    return true;
}

static bool propagateAround(Spreading *spreading, int32_t point) {
    int32_t first = spreading->border->firstHalf[point], end = spreading->border->firstHalf[point + 1];
    const int32_t *halves = spreading->border->halves;
    int32_t begin = first;
    while (!spreading->known[halves[begin] / 2])
        begin++;
    for (int32_t i = begin, round = first; round < end; round++) {
        int32_t next = i + 1 < end ? i + 1 : first;
        if (!propagate(spreading, halves[i], halves[next])) return false;
        i = next;
    }
    return true;
}

static bool spread(Spreading *spreading) {
    for (int32_t i = 0; i < spreading->work->edgeCount; i++) {
        const cdOverlayEdge *edge = &spreading->work->edges[i];
        if (!cdIsOverlayEdge(edge) || spreading->known[i]) continue;
        spreading->waitingCount = 0;
        setWindings(spreading, i, findWindings(spreading->work, i), edge->from);
        if (!propagateAround(spreading, edge->to)) return false;
        while (spreading->waitingCount > 0)
            if (!propagateAround(spreading, spreading->waiting[--spreading->waitingCount])) return false;
    }
    return true;
}

static int8_t getSide(Windings w) {
    bool left = w.leftA > 0 && w.leftB > 0, right = w.rightA > 0 && w.rightB > 0;
    return (int8_t)(left - right);
}

cdOverlayState cdFindOverlayBorder(cdOverlayWork *work, cdOverlayBorder *border) {
    size_t edges = (size_t)work->edgeCount, points = (size_t)work->pointCount;
    Spreading spreading = {.work = work, .border = border};
    border->sides = cdTakeMemory(&work->memory, edges, sizeof *border->sides);
    border->firstHalf = cdTakeMemory(&work->memory, points + 1, sizeof *border->firstHalf);
    border->halves = cdTakeMemory(&work->memory, 2 * edges, sizeof *border->halves);
    cdMemory memory = work->memory;
    spreading.windings = cdTakeMemory(&memory, edges, sizeof *spreading.windings);
    spreading.known = cdTakeMemory(&memory, edges, sizeof *spreading.known);
    spreading.waiting = cdTakeMemory(&memory, edges + 1, sizeof *spreading.waiting);
    if (border->sides == NULL || border->firstHalf == NULL || border->halves == NULL)
        return CD_OVERLAY_NO_ROOM;
    if (spreading.windings == NULL || spreading.known == NULL || spreading.waiting == NULL)
        return CD_OVERLAY_NO_ROOM;
    listHalves(work, border);
    memset(spreading.known, 0, edges);
    if (!spread(&spreading)) return CD_OVERLAY_UNSETTLED;
    for (int32_t i = 0; i < work->edgeCount; i++)
        border->sides[i] = cdIsOverlayEdge(&work->edges[i]) ? getSide(spreading.windings[i]) : 0;
    return CD_OVERLAY_DONE;
}
