// Cuts edges until they meet in their ends only.
//
// Input: points and edges. Output: edges of which no two cross, and none passes a point within half the
// tolerance. (1) All pairs of edges whose boxes meet, in order of their left sides; after the first round
// only pairs with a new edge. (2) An end of one within half the tolerance of the other: the other is cut
// there. (3) Otherwise, where they cross: both are cut, at an existing point within the tolerance or at a new
// one. (4) Pieces replace the edges that are cut, which moves them by less than the tolerance; so the pieces
// are tested in another round, until no edge is cut.
//
// A piece that ends in a point within half the tolerance of its edge is shorter than the edge, as points are
// more than the tolerance apart. Only cuts near crossings could continue for ever, among features as small as
// the tolerance. That was never seen: millions of random polygons, also with all features that small, took at
// most six rounds. After ROUND_MAX rounds the overlay is given up.
#include "contact/overlay/overlay_work.h"

#include "collision/vecmath.h"
#include "foundation/memory/sort.h"

enum { ROUND_MAX = 24 };

// An edge with its box.
typedef struct Item {
    double left, right, bottom, top;
    int32_t edge;
} Item;

typedef struct Cutting {
    cdOverlayWork *work;
    Item *items;
    int32_t itemCount, itemCapacity;
    cdOverlayCut *cuts;
    int32_t cutCount, cutCapacity;
} Cutting;

static void addCut(Cutting *cutting, int32_t edge, int32_t point, double along) {
    const cdOverlayEdge *e = &cutting->work->edges[edge];
    if (point == e->from || point == e->to) return;
    if (cutting->cutCount == cutting->cutCapacity) {
        cutting->work->full = true;
        return;
    }
    cutting->cuts[cutting->cutCount++] = (cdOverlayCut){along, edge, point};
}

// --- (2)

static bool cutAtPoint(Cutting *cutting, int32_t edge, int32_t point) {
    const cdOverlayWork *work = cutting->work;
    const cdOverlayEdge *e = &work->edges[edge];
    if (point == e->from || point == e->to) return false;
    cdVec2 a = work->points[e->from], b = work->points[e->to], p = work->points[point];
    double x = b.x - a.x, y = b.y - a.y, lengthSq = x * x + y * y;
    double along = (p.x - a.x) * x + (p.y - a.y) * y, off = cdCross2(a, b, p);
    if (!(along > 0.0 && along < lengthSq)) return false;
    if (off * off > 0.25 * work->tolerance * work->tolerance * lengthSq) return false;
    addCut(cutting, edge, point, along / lengthSq);
    return true;
}

// --- (3)

static void cutWhereCrossing(Cutting *cutting, int32_t first, int32_t second) {
    cdOverlayWork *work = cutting->work;
    const cdOverlayEdge *e = &work->edges[first], *f = &work->edges[second];
    cdVec2 a = work->points[e->from], b = work->points[e->to];
    cdVec2 c = work->points[f->from], d = work->points[f->to];
    double atA = cdCross2(c, d, a), atB = cdCross2(c, d, b), atC = cdCross2(a, b, c), atD = cdCross2(a, b, d);
    if ((atA > 0.0) == (atB > 0.0) || (atC > 0.0) == (atD > 0.0)) return;
    double alongFirst = atA / (atA - atB), alongSecond = atC / (atC - atD);
    cdVec2 crossing = {a.x + alongFirst * (b.x - a.x), a.y + alongFirst * (b.y - a.y)};
    int32_t point = cdPutOverlayPoint(work, crossing);
    addCut(cutting, first, point, alongFirst);
    addCut(cutting, second, point, alongSecond);
}

static void meet(Cutting *cutting, int32_t first, int32_t second) {
    cdOverlayEdge e = cutting->work->edges[first], f = cutting->work->edges[second];
    bool cut = cutAtPoint(cutting, first, f.from);
    cut = cutAtPoint(cutting, first, f.to) || cut;
    cut = cutAtPoint(cutting, second, e.from) || cut;
    cut = cutAtPoint(cutting, second, e.to) || cut;
    bool joined = e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to;
    if (!cut && !joined) cutWhereCrossing(cutting, first, second);
}

// --- (1)

static void listItems(Cutting *cutting) {
    const cdOverlayWork *work = cutting->work;
    double margin = 0.5 * work->tolerance;
    cutting->itemCount = 0;
    for (int32_t i = 0; i < work->edgeCount; i++) {
        if (!cdIsOverlayEdge(&work->edges[i])) continue;
        if (cutting->itemCount == cutting->itemCapacity) {
            cutting->work->full = true;
            return;
        }
        cdVec2 a = work->points[work->edges[i].from], b = work->points[work->edges[i].to];
        Item *item = &cutting->items[cutting->itemCount++];
        *item =
            (Item){cdMin(a.x, b.x) - margin, cdMax(a.x, b.x), cdMin(a.y, b.y) - margin, cdMax(a.y, b.y), i};
    }
}

static bool isItemBefore(const void *first, const void *second) {
    const Item *a = first, *b = second;
    return a->left != b->left ? a->left < b->left : a->edge < b->edge;
}

static void findCuts(Cutting *cutting) {
    const cdOverlayWork *work = cutting->work;
    const Item *items = cutting->items;
    cutting->cutCount = 0;
    for (int32_t i = 0; i < cutting->itemCount; i++) {
        bool isNew = work->edges[items[i].edge].born == work->round;
        for (int32_t k = i + 1; k < cutting->itemCount && items[k].left <= items[i].right; k++) {
            if (items[k].bottom > items[i].top || items[i].bottom > items[k].top) continue;
            if (isNew || work->edges[items[k].edge].born == work->round)
                meet(cutting, items[i].edge, items[k].edge);
        }
    }
}

// --- (4)

static bool isCutBefore(const void *first, const void *second) {
    const cdOverlayCut *a = first, *b = second;
    if (a->edge != b->edge) return a->edge < b->edge;
    return a->along != b->along ? a->along < b->along : a->point < b->point;
}

static void replaceEdges(Cutting *cutting) {
    cdOverlayWork *work = cutting->work;
    for (int32_t i = 0; i < cutting->cutCount;) {
        int32_t edge = cutting->cuts[i].edge;
        cdOverlayEdge whole = work->edges[edge];
        work->edges[edge].turnsA = work->edges[edge].turnsB = 0;
        int32_t from = whole.from;
        for (; i < cutting->cutCount && cutting->cuts[i].edge == edge; i++) {
            cdPutOverlayEdge(work, from, cutting->cuts[i].point, whole.turnsA, whole.turnsB);
            from = cutting->cuts[i].point;
        }
        cdPutOverlayEdge(work, from, whole.to, whole.turnsA, whole.turnsB);
    }
}

bool cdCutOverlayEdges(cdOverlayWork *work) {
    Cutting cutting = {.work = work};
    cdMemory memory = work->memory;
    cutting.cutCapacity = (int32_t)(memory.left / 4 / sizeof(cdOverlayCut));
    cutting.cuts = cdTakeMemory(&memory, (size_t)cutting.cutCapacity, sizeof(cdOverlayCut));
    cutting.itemCapacity = (int32_t)((memory.left - 16) / sizeof(Item));
    cutting.items = cdTakeMemory(&memory, (size_t)cutting.itemCapacity, sizeof(Item));
    if (cutting.cuts == NULL || cutting.items == NULL) work->full = true;
    while (work->round < ROUND_MAX && !work->full) {
        listItems(&cutting);
        cdSortItems(cutting.items, (size_t)cutting.itemCount, sizeof(Item), isItemBefore);
        findCuts(&cutting);
        if (cutting.cutCount == 0) return !work->full;
        cdSortItems(cutting.cuts, (size_t)cutting.cutCount, sizeof(cdOverlayCut), isCutBefore);
        work->round++;
        replaceEdges(&cutting);
    }
    return false;
}
