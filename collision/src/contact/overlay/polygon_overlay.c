// cdOverlayPolygons: the steps in order.
//
// (1) Runs of points of one polygon that all lie beyond the same side of the other's box are shortened to
// their ends: windings within the box stay the same, and a large floor costs a small box little.
// (2) Points and edges of both in one table, B's first: A's points move to B's. (3) Edges cut until they meet
// in their ends only. (4) The edges that bound the overlap, and (5) their loops. (6) Convex polygons of few
// points, as most faces are, have a shorter way to the same result (overlay_convex.c).
#include "contact/overlay/overlay_work.h"

#include "collision/vecmath.h"

#include <math.h>

typedef struct Box {
    double left, right, bottom, top;
} Box;

static int32_t countPoints(const cdPolygons *polygons) {
    return polygons->loopCount > 0 ? polygons->loopEnds[polygons->loopCount - 1] : 0;
}

static Box findBox(const cdPolygons *polygons, double margin) {
    Box box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    int32_t count = countPoints(polygons);
    for (int32_t i = 0; i < count; i++) {
        cdVec2 p = polygons->points[i];
        box = (Box){cdMin(box.left, p.x), cdMax(box.right, p.x), cdMin(box.bottom, p.y), cdMax(box.top, p.y)};
    }
    return (Box){box.left - margin, box.right + margin, box.bottom - margin, box.top + margin};
}

// --- (1)

// Returns the sides of the box beyond which a point lies, as bits.
static unsigned getBeyond(const Box *box, cdVec2 p) {
    return (unsigned)(p.x < box->left) | (unsigned)(p.x > box->right) << 1 |
           (unsigned)(p.y < box->bottom) << 2 | (unsigned)(p.y > box->top) << 3;
}

// A point is dropped if the kept one before it, and the one after, lie with it beyond one side.
static int32_t shortenLoop(const cdVec2 *points, int32_t count, const Box *box, cdVec2 *kept) {
    int32_t keptCount = 0;
    unsigned run = 0;
    for (int32_t i = 0; i < count; i++) {
        unsigned at = getBeyond(box, points[i]);
        unsigned after = getBeyond(box, points[i + 1 < count ? i + 1 : 0]);
        if (keptCount > 0 && (run & at & after) != 0) {
            run &= at;
            continue;
        }
        kept[keptCount++] = points[i];
        run = at;
    }
    return keptCount;
}

// @errors false: no memory
static bool shorten(const cdPolygons *polygons, const Box *box, cdMemory *memory, cdPolygons *shortened) {
    cdVec2 *points = cdTakeMemory(memory, (size_t)countPoints(polygons), sizeof *points);
    int32_t *loopEnds = cdTakeMemory(memory, (size_t)polygons->loopCount, sizeof *loopEnds);
    if (points == NULL || loopEnds == NULL) return false;
    int32_t begin = 0, count = 0;
    for (int32_t loop = 0; loop < polygons->loopCount; loop++) {
        int32_t end = polygons->loopEnds[loop];
        count += shortenLoop(polygons->points + begin, end - begin, box, points + count);
        loopEnds[loop] = count;
        begin = end;
    }
    *shortened = (cdPolygons){points, loopEnds, polygons->loopCount};
    return true;
}

// --- (2)

static void putLoop(cdOverlayWork *work, const cdVec2 *points, int32_t count, bool isOfA) {
    if (count < 3) return;
    int32_t first = cdPutOverlayPoint(work, points[0]), from = first;
    for (int32_t i = 1; i <= count && !work->full; i++) {
        int32_t to = i < count ? cdPutOverlayPoint(work, points[i]) : first;
        cdPutOverlayEdge(work, from, to, isOfA, !isOfA);
        from = to;
    }
}

static void putPolygons(cdOverlayWork *work, const cdPolygons *polygons, bool isOfA) {
    int32_t begin = 0;
    for (int32_t loop = 0; loop < polygons->loopCount; loop++) {
        putLoop(work, polygons->points + begin, polygons->loopEnds[loop] - begin, isOfA);
        begin = polygons->loopEnds[loop];
    }
}

// --- (2) to (5)

cdPolygonOverlay cdOverlayBySteps(const cdPolygons *a, const cdPolygons *b, double tolerance,
                                  cdMemory *memory) {
    cdPolygonOverlay out = {.state = CD_OVERLAY_NO_ROOM};
    cdOverlayWork work = {.tolerance = tolerance, .memory = *memory};
    if (!cdOpenOverlay(&work, countPoints(a) + countPoints(b))) return out;
    putPolygons(&work, b, false);
    putPolygons(&work, a, true);
    bool settled = cdCutOverlayEdges(&work);
    out.roundCount = work.round + 1;
    if (work.full) return out;
    cdOverlayBorder border;
    out.state = settled ? cdFindOverlayBorder(&work, &border) : CD_OVERLAY_UNSETTLED;
    if (out.state == CD_OVERLAY_DONE) cdLinkOverlayLoops(&work, &border, &out);
    *memory = work.memory;
    return out;
}

// --- (6), and the whole

static bool isTriangle(const cdPolygons *polygons) {
    return polygons->loopCount == 1 && polygons->loopEnds[0] == 3;
}

// Shortening leaves a triangle as it is, or drops a point if all three are beyond one side of the box: then
// nothing overlaps.
static bool overlayTriangles(const cdPolygons *a, const cdPolygons *b, double tolerance, cdMemory *memory,
                             cdPolygonOverlay *out) {
    return isTriangle(a) && isTriangle(b) && cdOverlayConvex(a, b, tolerance, memory, out) &&
           out->loopCount > 0;
}

cdPolygonOverlay cdOverlayPolygons(const cdPolygons *a, const cdPolygons *b, double tolerance,
                                   cdMemory *memory) {
    cdPolygonOverlay convex;
    if (overlayTriangles(a, b, tolerance, memory, &convex)) return convex;
    double margin = 16.0 * tolerance; // more than points move
    Box boxA = findBox(a, margin), boxB = findBox(b, margin);
    cdPolygons nearA, nearB;
    if (!shorten(a, &boxB, memory, &nearA) || !shorten(b, &boxA, memory, &nearB))
        return (cdPolygonOverlay){.state = CD_OVERLAY_NO_ROOM};
    if (cdOverlayConvex(&nearA, &nearB, tolerance, memory, &convex)) return convex;
    return cdOverlayBySteps(&nearA, &nearB, tolerance, memory);
}
