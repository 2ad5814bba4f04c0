// The border of an overlay as loops: outer ones, each with its holes.
//
// Input: edges, and on which side of each the overlap is. Output: loops with the overlap on their left.
// (1) A loop goes on, in each point, along the first edge of the border clockwise from where it came: so it
// stays along one part of the overlap, and parts that meet in a point only are loops of their own. A hole
// that touches the outline in a point is part of its loop. (2) Loops no larger than the tolerance times their
// length are left out. (3) A hole is in the smallest outer loop about it. (4) Corners that lie within the
// tolerance on the way from one corner before to one after them are left out.
#include "contact/overlay_work.h"

#include "collision/vecmath.h"

#include <math.h>

typedef struct RawLoop {
    int32_t first, count; // into the list of points
    int32_t outer;        // of a hole; itself: an outer loop; -1: left out
    double area, length;
} RawLoop;

typedef struct Linking {
    const cdOverlayWork *work;
    const cdOverlayBorder *border;
    int8_t *sides; // the border's; 0 when the edge is part of a loop
    int32_t *list; // points of the loops
    int32_t listCount;
    RawLoop *loops;
    int32_t loopCount;
    double tolerance;
} Linking;

// --- (1)

// Grows with the angle from the x axis, from 0 up to 4.
static double getTurn(cdVec2 from, cdVec2 to) {
    double x = to.x - from.x, y = to.y - from.y, part = y / (fabs(x) + fabs(y));
    return x >= 0.0 ? (y >= 0.0 ? part : 4.0 + part) : 2.0 - part;
}

// A half-edge with the overlap on its left.
static bool isOnBorder(const Linking *linking, int32_t half) {
    return linking->sides[half / 2] == (half % 2 == 0 ? 1 : -1);
}

static int32_t findNextHalf(const Linking *linking, int32_t half) {
    const cdOverlayBorder *border = linking->border;
    const cdVec2 *points = linking->work->points;
    int32_t at = cdGetHalfStart(linking->work, half ^ 1), best = -1;
    double back = getTurn(points[at], points[cdGetHalfStart(linking->work, half)]), least = INFINITY;
    for (int32_t i = border->firstHalf[at]; i < border->firstHalf[at + 1]; i++) {
        int32_t next = border->halves[i];
        if (!isOnBorder(linking, next)) continue;
        double turn = back - getTurn(points[at], points[cdGetHalfStart(linking->work, next ^ 1)]);
        if (turn <= 0.0) turn += 4.0;
        if (turn < least) {
            least = turn;
            best = next;
        }
    }
    return best;
}

// @errors false: the way ends elsewhere than where it began
static bool traceLoop(Linking *linking, int32_t start) {
    RawLoop *loop = &linking->loops[linking->loopCount++];
    *loop = (RawLoop){.first = linking->listCount, .outer = -1};
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
        loop->area += 0.5 * ((a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x));
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

static void sortOut(Linking *linking) {
    for (int32_t i = 0; i < linking->loopCount; i++) {
        RawLoop *loop = &linking->loops[i];
        measureLoop(linking, loop);
        if (loop->area > 0.0 && !isThin(linking, loop->area, loop->length)) loop->outer = i;
    }
    for (int32_t i = 0; i < linking->loopCount; i++) {
        RawLoop *hole = &linking->loops[i];
        if (hole->area >= 0.0 || isThin(linking, hole->area, hole->length)) continue;
        hole->outer = findOuter(linking, hole);
    }
    for (int32_t i = 0; i < linking->loopCount; i++) {
        if (linking->loops[i].outer != i) continue;
        double area = linking->loops[i].area, length = linking->loops[i].length;
        for (int32_t k = 0; k < linking->loopCount; k++) {
            if (linking->loops[k].outer != i || k == i) continue;
            area += linking->loops[k].area;
            length += linking->loops[k].length;
        }
        if (!isThin(linking, area, length)) continue;
        for (int32_t k = 0; k < linking->loopCount; k++)
            if (linking->loops[k].outer == i) linking->loops[k].outer = -1;
    }
}

// --- (4)

static bool isOnWay(cdVec2 a, cdVec2 b, cdVec2 p, double tolerance) {
    double x = b.x - a.x, y = b.y - a.y, lengthSq = x * x + y * y;
    double off = x * (p.y - a.y) - y * (p.x - a.x), along = x * (p.x - a.x) + y * (p.y - a.y);
    return along >= 0.0 && along <= lengthSq && off * off <= tolerance * tolerance * lengthSq;
}

static bool isStraight(const Linking *linking, const RawLoop *loop, int32_t from, int32_t to) {
    cdVec2 a = getListed(linking, loop, from), b = getListed(linking, loop, to);
    for (int32_t i = from + 1; i < to; i++)
        if (!isOnWay(a, b, getListed(linking, loop, i), linking->tolerance)) return false;
    return true;
}

// The point farthest from another one is a corner, also where rounding made corners of points on a side.
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
    // Turned so that the list begins with a corner: indices run on past its end.
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
        for (int32_t k = 0; k < linking->loopCount; k++)
            if (linking->loops[k].outer == i && k != i) writeLoop(linking, linking->loops[k], out);
        out->loops[first].holeCount = out->loopCount - first - 1;
    }
}

void cdLinkOverlayLoops(cdOverlayWork *work, const cdOverlayBorder *border, cdPolygonOverlay *out) {
    size_t count = 0;
    for (int32_t i = 0; i < work->edgeCount; i++)
        count += border->sides[i] != 0;
    Linking linking = {.work = work, .border = border, .sides = border->sides, .tolerance = work->tolerance};
    out->points = cdTakeOverlayMemory(&work->memory, count, sizeof *out->points);
    out->loops = cdTakeOverlayMemory(&work->memory, count / 3 + 1, sizeof *out->loops);
    linking.list = cdTakeOverlayMemory(&work->memory, count, sizeof *linking.list);
    linking.loops = cdTakeOverlayMemory(&work->memory, count / 3 + 1, sizeof *linking.loops);
    if (out->points == NULL || out->loops == NULL || linking.list == NULL || linking.loops == NULL) return;
    out->state = CD_OVERLAY_UNSETTLED;
    if (!traceLoops(&linking)) return;
    sortOut(&linking);
    writeLoops(&linking, out);
    out->state = CD_OVERLAY_DONE;
}
