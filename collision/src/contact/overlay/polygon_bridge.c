// Joins a polygon with holes into one loop [BV92 Lemma 1], by bridges there and back.
//
// Source: D. Eberly, Triangulation by ear clipping, section 3. (1) Holes are joined in order of their
// rightmost corners, the farthest to the right first: holes to the right of one are joined already.
// (2) From that corner M a ray goes right to the first edge of the joined loop. (3) The edge's end P that is
// farther right is visible from M unless a corner is in the triangle between; of such corners the one nearest
// in direction to the ray is visible. (4) If several corners lie in one point, one is taken that has M within
// its angle. (5) The hole is inserted after it: P, M, the rest of the hole, M, P.
#include "contact/overlay/polygon_overlay.h"

#include <math.h>

typedef struct Hole {
    int32_t loop, corner; // the rightmost, of the loop
} Hole;

typedef struct Joining {
    const cdVec2 *points;
    const cdOverlayLoop *loops;
    cdVec2 *joined;
    int32_t count;
} Joining;

static bool isSame(cdVec2 a, cdVec2 b) {
    return a.x == b.x && a.y == b.y;
}

// --- (1)

static bool isMoreRight(cdVec2 a, cdVec2 b) {
    return a.x != b.x ? a.x > b.x : a.y > b.y;
}

static cdVec2 getCorner(const Joining *joining, Hole hole) {
    return joining->points[joining->loops[hole.loop].firstPoint + hole.corner];
}

static Hole findRightmost(const Joining *joining, int32_t loop) {
    Hole best = {loop, 0};
    for (Hole at = best; at.corner < joining->loops[loop].pointCount; at.corner++)
        if (isMoreRight(getCorner(joining, at), getCorner(joining, best))) best = at;
    return best;
}

static void sortHoles(const Joining *joining, Hole *holes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        Hole hole = findRightmost(joining, i + 1);
        int32_t at = i;
        for (; at > 0 && isMoreRight(getCorner(joining, hole), getCorner(joining, holes[at - 1])); at--)
            holes[at] = holes[at - 1];
        holes[at] = hole;
    }
}

// --- (2)

static cdVec2 getJoined(const Joining *joining, int32_t i) {
    return joining->joined[i < joining->count ? i : i - joining->count];
}

// The edges that face M go up, as the polygon is on their left. Returns the end farther right of the first
// that the ray meets; -1: none, which only rounding can cause.
static int32_t findEdgeEnd(const Joining *joining, cdVec2 m, cdVec2 *met) {
    int32_t best = -1;
    *met = (cdVec2){INFINITY, m.y};
    for (int32_t i = 0; i < joining->count; i++) {
        cdVec2 a = getJoined(joining, i), b = getJoined(joining, i + 1);
        if (!(a.y <= m.y && b.y >= m.y && a.y < b.y)) continue;
        double x = b.y == m.y ? b.x : a.x + (m.y - a.y) / (b.y - a.y) * (b.x - a.x);
        if (!(x >= m.x && x < met->x)) continue;
        met->x = x;
        bool atEnd = a.y == m.y || b.y == m.y;
        bool takesA = atEnd ? a.y == m.y : a.x > b.x;
        best = takesA ? i : i + 1 < joining->count ? i + 1 : 0;
    }
    return best;
}

// --- (3)

static bool isInTriangle(cdVec2 a, cdVec2 b, cdVec2 c, cdVec2 p) {
    double ab = cdCross2(a, b, p), bc = cdCross2(b, c, p), ca = cdCross2(c, a, p);
    return (ab >= 0.0 && bc >= 0.0 && ca >= 0.0) || (ab <= 0.0 && bc <= 0.0 && ca <= 0.0);
}

// True if nearer to the ray from m in direction, or as near and closer.
static bool isNearer(cdVec2 m, cdVec2 p, cdVec2 than) {
    double slope = fabs(p.y - m.y) * (than.x - m.x), other = fabs(than.y - m.y) * (p.x - m.x);
    return slope != other ? slope < other : p.x < than.x;
}

static int32_t findSeen(const Joining *joining, cdVec2 m, cdVec2 met, int32_t end) {
    cdVec2 far = getJoined(joining, end);
    int32_t best = end;
    for (int32_t i = 0; i < joining->count; i++) {
        cdVec2 p = joining->joined[i];
        if (p.x <= m.x || isSame(p, far) || !isInTriangle(m, met, far, p)) continue;
        if (isNearer(m, p, joining->joined[best])) best = i;
    }
    return best;
}

// --- (4)

static bool hasWithinAngle(const Joining *joining, int32_t corner, cdVec2 m) {
    cdVec2 p = getJoined(joining, corner), after = getJoined(joining, corner + 1);
    cdVec2 before = getJoined(joining, corner > 0 ? corner - 1 : joining->count - 1);
    bool leftOfFirst = cdCross2(before, p, m) >= 0.0, leftOfSecond = cdCross2(p, after, m) >= 0.0;
    bool convex = cdCross2(before, p, after) >= 0.0;
    return convex ? leftOfFirst && leftOfSecond : leftOfFirst || leftOfSecond;
}

static int32_t findOpenCorner(const Joining *joining, int32_t seen, cdVec2 m) {
    cdVec2 p = joining->joined[seen];
    for (int32_t i = 0; i < joining->count; i++)
        if (isSame(joining->joined[i], p) && hasWithinAngle(joining, i, m)) return i;
    return seen;
}

// --- (5)

static void putIn(Joining *joining, Hole hole, int32_t corner) {
    const cdOverlayLoop *loop = &joining->loops[hole.loop];
    int32_t added = loop->pointCount + 2;
    for (int32_t i = joining->count - 1; i > corner; i--)
        joining->joined[i + added] = joining->joined[i];
    cdVec2 *at = joining->joined + corner + 1;
    for (int32_t i = 0; i <= loop->pointCount; i++)
        *at++ = joining->points[loop->firstPoint + (hole.corner + i) % loop->pointCount];
    *at = joining->joined[corner];
    joining->count += added;
}

int32_t cdBridgeHoles(const cdVec2 *points, const cdOverlayLoop *loops, cdVec2 *joined, cdMemory *memory) {
    Joining joining = {points, loops, joined, loops->pointCount};
    for (int32_t i = 0; i < loops->pointCount; i++)
        joined[i] = points[loops->firstPoint + i];
    if (loops->holeCount == 0) return joining.count;
    cdMemory rest = *memory;
    Hole *holes = cdTakeMemory(&rest, (size_t)loops->holeCount, sizeof *holes);
    if (holes == NULL) return 0;
    sortHoles(&joining, holes, loops->holeCount);
    for (int32_t i = 0; i < loops->holeCount; i++) {
        cdVec2 m = getCorner(&joining, holes[i]), met;
        int32_t end = findEdgeEnd(&joining, m, &met);
        int32_t seen = end >= 0 ? findSeen(&joining, m, met, end) : 0;
        putIn(&joining, holes[i], findOpenCorner(&joining, seen, m));
    }
    return joining.count;
}
