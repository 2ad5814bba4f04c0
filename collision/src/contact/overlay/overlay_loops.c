// The border of an overlay as loops: outer ones, each with its holes.
//
// Input: edges, and the side of each on which the overlap is. Output: loops with the overlap on their left.
// (1) In each point a loop continues along the first edge of the border clockwise from its last edge. So it
// stays along one part of the overlap, and parts that meet in a point only are loops of their own. A hole
// that touches the outline in a point is part of its loop. (2) Loops no larger than the tolerance times their
// length are dropped. (3) A hole is in the smallest outer loop about it. (4) Corners that lie within the
// tolerance of the segment from one corner before to one after them are dropped.
#include "contact/overlay/overlay_work.h"

#include "collision/vecmath.h"

#include <math.h>

typedef struct RawLoop {
    int32_t first, count; // into the list of points
    int32_t outer;        // of a hole; itself: an outer loop; -1: dropped
    int32_t nextHole;     // for an outer loop its first hole, for a hole the next one; -1: the last
    double area, length;
} RawLoop;

typedef struct Linking {
    const cdOverlayWork *work;
    const cdOverlayBorder *border;
    int8_t *sides; // the border's; 0 once the edge is part of a loop
    int32_t *list; // points of the loops
    int32_t listCount;
    RawLoop *loops;
    int32_t loopCount;
    double tolerance;
} Linking;

// --- (1)

// True for a half-edge with the overlap on its left.
static bool isOnBorder(const Linking *linking, int32_t half) {
    return linking->sides[half / 2] == (half % 2 == 0 ? 1 : -1);
}

static int32_t findNextHalf(const Linking *linking, int32_t half) {
    const int32_t *halves = linking->border->halves;
    int32_t at = cdGetHalfStart(linking->work, half ^ 1);
    int32_t first = linking->border->firstHalf[at], count = linking->border->firstHalf[at + 1] - first,
            back = 0;
    while (halves[first + back] != (half ^ 1))
        back++;
    for (int32_t i = 1; i < count; i++) {
        int32_t next = halves[first + (back - i + count) % count];
        if (isOnBorder(linking, next)) return next;
    }
    return -1;
}

// @errors false: the path does not return to its start
static bool traceLoop(Linking *linking, int32_t start) {
    RawLoop *loop = &linking->loops[linking->loopCount++];
    *loop = (RawLoop){.first = linking->listCount, .outer = -1, .nextHole = -1};
    int32_t half = start;
    do {
        linking->list[linking->listCount++] = cdGetHalfStart(linking->work, half);
        int32_t next = findNextHalf(linking, half);
        if (next < 0) return false;
        if (half != start) linking->sides[half / 2] = 0;
        half = next;
    } while (half != start);
    linking->sides[start / 2] = 0;
    loop->count = linking->listCount - loop->first;
    return true;
}

static bool traceLoops(Linking *linking) {
    for (int32_t i = 0; i < linking->work->edgeCount; i++) {
        if (linking->sides[i] == 0) continue;
        if (!traceLoop(linking, linking->sides[i] > 0 ? 2 * i : 2 * i + 1)) return false;
    }
    return true;
}

// --- (2)

static cdVec2 getListed(const Linking *linking, const RawLoop *loop, int32_t i) {
    return linking->work->points[linking->list[loop->first + (i < loop->count ? i : i - loop->count)]];
}

static void measureLoop(const Linking *linking, RawLoop *loop) {
    cdVec2 base = getListed(linking, loop, 0);
    for (int32_t i = 0; i < loop->count; i++) {
        cdVec2 a = getListed(linking, loop, i), b = getListed(linking, loop, i + 1);
        loop->area += 0.5 * cdCross2(base, a, b);
        loop->length += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
}

static bool isThin(const Linking *linking, double area, double length) {
    return !(fabs(area) > linking->tolerance * length);
}

// --- (3)

static bool isAbout(const Linking *linking, const RawLoop *loop, cdVec2 p) {
    bool inside = false;
    for (int32_t i = 0; i < loop->count; i++) {
        cdVec2 a = getListed(linking, loop, i), b = getListed(linking, loop, i + 1);
        if ((a.x <= p.x) == (b.x <= p.x)) continue;
        if (a.y + (p.x - a.x) / (b.x - a.x) * (b.y - a.y) > p.y) inside = !inside;
    }
    return inside;
}

// The middle of an edge of the hole is on no edge of another loop.
static int32_t findOuter(const Linking *linking, const RawLoop *hole) {
    cdVec2 a = getListed(linking, hole, 0), b = getListed(linking, hole, 1);
    cdVec2 middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    int32_t best = -1;
    for (int32_t i = 0; i < linking->loopCount; i++) {
        const RawLoop *loop = &linking->loops[i];
        if (loop->outer != i || !isAbout(linking, loop, middle)) continue;
        if (best < 0 || loop->area < linking->loops[best].area) best = i;
    }
    return best;
}

// A part without its holes may be thin.
static void dropThinPart(const Linking *linking, RawLoop *outer) {
    double area = outer->area, length = outer->length;
    for (int32_t i = outer->nextHole; i >= 0; i = linking->loops[i].nextHole) {
        area += linking->loops[i].area;
        length += linking->loops[i].length;
    }
    if (isThin(linking, area, length)) outer->outer = -1;
}

static void sortOut(Linking *linking) {
    RawLoop *loops = linking->loops;
    for (int32_t i = 0; i < linking->loopCount; i++) {
        measureLoop(linking, &loops[i]);
        if (loops[i].area > 0.0 && !isThin(linking, loops[i].area, loops[i].length)) loops[i].outer = i;
    }
    for (int32_t i = linking->loopCount - 1; i >= 0; i--) {
        if (loops[i].area >= 0.0 || isThin(linking, loops[i].area, loops[i].length)) continue;
        loops[i].outer = findOuter(linking, &loops[i]);
        if (loops[i].outer < 0) continue;
        loops[i].nextHole = loops[loops[i].outer].nextHole;
        loops[loops[i].outer].nextHole = i;
    }
    for (int32_t i = 0; i < linking->loopCount; i++)
        if (loops[i].outer == i) dropThinPart(linking, &loops[i]);
}

// --- (4)

static bool isOnSegment(cdVec2 a, cdVec2 b, cdVec2 p, double tolerance) {
    double x = b.x - a.x, y = b.y - a.y, lengthSq = x * x + y * y;
    double off = x * (p.y - a.y) - y * (p.x - a.x), along = x * (p.x - a.x) + y * (p.y - a.y);
    return along >= 0.0 && along <= lengthSq && off * off <= tolerance * tolerance * lengthSq;
}

static bool isStraight(const Linking *linking, const RawLoop *loop, int32_t from, int32_t to) {
    cdVec2 a = getListed(linking, loop, from), b = getListed(linking, loop, to);
    for (int32_t i = from + 1; i < to; i++)
        if (!isOnSegment(a, b, getListed(linking, loop, i), linking->tolerance)) return false;
    return true;
}

// The point farthest from another one is a corner, even if rounding made corners of points on a side.
static int32_t findFarthest(const Linking *linking, const RawLoop *loop) {
    cdVec2 base = getListed(linking, loop, 0);
    double farthest = -1.0;
    int32_t best = 0;
    for (int32_t i = 0; i < loop->count; i++) {
        cdVec2 p = getListed(linking, loop, i);
        double distanceSq = (p.x - base.x) * (p.x - base.x) + (p.y - base.y) * (p.y - base.y);
        if (distanceSq > farthest) {
            farthest = distanceSq;
            best = i;
        }
    }
    return best;
}

static void writeLoop(const Linking *linking, RawLoop loop, cdPolygonOverlay *out) {
    // The list begins with a corner: indices continue past its end.
    int32_t start = findFarthest(linking, &loop), end = start + loop.count;
    cdOverlayLoop *written = &out->loops[out->loopCount++];
    *written = (cdOverlayLoop){out->pointCount, 0, 0, loop.area};
    for (int32_t corner = start; corner < end;) {
        out->points[out->pointCount++] = getListed(linking, &loop, corner);
        int32_t next = corner + 1;
        while (next < end && isStraight(linking, &loop, corner, next + 1))
            next++;
        corner = next;
    }
    written->pointCount = out->pointCount - written->firstPoint;
}

static void writeLoops(const Linking *linking, cdPolygonOverlay *out) {
    for (int32_t i = 0; i < linking->loopCount; i++) {
        if (linking->loops[i].outer != i) continue;
        int32_t first = out->loopCount;
        writeLoop(linking, linking->loops[i], out);
        for (int32_t k = linking->loops[i].nextHole; k >= 0; k = linking->loops[k].nextHole)
            writeLoop(linking, linking->loops[k], out);
        out->loops[first].holeCount = out->loopCount - first - 1;
    }
}

void cdLinkOverlayLoops(cdOverlayWork *work, const cdOverlayBorder *border, cdPolygonOverlay *out) {
    size_t count = 0;
    for (int32_t i = 0; i < work->edgeCount; i++)
        count += border->sides[i] != 0;
    Linking linking = {.work = work, .border = border, .sides = border->sides, .tolerance = work->tolerance};
    out->points = cdTakeMemory(&work->memory, count, sizeof *out->points);
    out->loops = cdTakeMemory(&work->memory, count / 3 + 1, sizeof *out->loops);
    linking.list = cdTakeMemory(&work->memory, count, sizeof *linking.list);
    linking.loops = cdTakeMemory(&work->memory, count / 3 + 1, sizeof *linking.loops);
    if (out->points == NULL || out->loops == NULL || linking.list == NULL || linking.loops == NULL) return;
    out->state = CD_OVERLAY_UNSETTLED;
    if (!traceLoops(&linking)) return;
    sortOut(&linking);
    writeLoops(&linking, out);
    out->state = CD_OVERLAY_DONE;
}

void cdWriteOverlayLoop(cdVec2 *points, int32_t count, double tolerance, cdMemory *memory,
                        cdPolygonOverlay *out) {
    *out = (cdPolygonOverlay){.state = CD_OVERLAY_NO_ROOM};
    out->points = cdTakeMemory(memory, (size_t)count, sizeof *out->points);
    out->loops = cdTakeMemory(memory, 1, sizeof *out->loops);
    int32_t *list = cdTakeMemory(memory, (size_t)count, sizeof *list);
    if (out->points == NULL || out->loops == NULL || list == NULL) return;
    for (int32_t i = 0; i < count; i++)
        list[i] = i;
    cdOverlayWork work = {.points = points};
    RawLoop loop = {.count = count, .outer = -1, .nextHole = -1};
    Linking linking = {.work = &work,
                       .list = list,
                       .listCount = count,
                       .loops = &loop,
                       .loopCount = count > 0,
                       .tolerance = tolerance};
    sortOut(&linking);
    writeLoops(&linking, out);
    out->state = CD_OVERLAY_DONE;
}
