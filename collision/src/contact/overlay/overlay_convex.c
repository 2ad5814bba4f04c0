// The overlay of two convex polygons in general position, as the general method gives it, bit for bit.
//
// Input: two loops of three or four points. Output: the loop of their overlap; or no result, if any point of
// one polygon, or crossing, is near a line that it does not belong to. (1) Then each edge of one polygon
// crosses an edge of the other or not by the signs of cross products that rounding cannot change, no points
// coincide, no edge passes a point, and crossings are the only cuts: the general method settles after one
// round. (2) An edge's part within the other polygon goes from where it enters, or its start, to where it
// leaves, or its end. (3) A crossing is a point of the edge that the general method tests first, computed
// from its end with the lower number. (4) The loop begins with the part of the lowest number among the
// pieces: whole edges first, B's before A's, then the pieces of cut edges in order.
#include "contact/overlay/overlay_work.h"

enum { SIDE_MAX = 4, LOOP_MAX = 2 * SIDE_MAX };

// In tolerances: the general method moves nothing that is farther from everything else.
static const double CLEAR = 64.0;

typedef struct Convex {
    const cdVec2 *points; // points[count]
    int32_t count;
    double clearSq[SIDE_MAX]; // of each edge: square of the smallest cross product of a clear point
    double left[SIDE_MAX];    // of each edge, as the general method sorts them
    // Sides of the other polygon's points of each edge, as bits: 1 to the left.
    unsigned sides[SIDE_MAX];
} Convex;

// Where an edge enters the other polygon and leaves it: numbers of the other's edges; -1: nowhere.
typedef struct Part {
    int32_t enter, leave;
    bool inside; // true if it has a part inside
    int32_t number;
} Part;

typedef struct Pair {
    Convex polygons[2]; // B, A
    Part parts[2][SIDE_MAX];
} Pair;

static int32_t next(const Convex *polygon, int32_t i) {
    return i + 1 < polygon->count ? i + 1 : 0;
}

static cdVec2 getStart(const Convex *polygon, int32_t edge) {
    return polygon->points[edge];
}

static cdVec2 getEnd(const Convex *polygon, int32_t edge) {
    return polygon->points[next(polygon, edge)];
}

// --- (1)

// True if the point is clear of the edge's line; `left`: it is on its left.
static bool isClear(const Convex *polygon, int32_t edge, cdVec2 p, bool *left) {
    double off = cdCross2(getStart(polygon, edge), getEnd(polygon, edge), p);
    *left = off > 0.0;
    return off * off > polygon->clearSq[edge];
}

// False unless it is convex, with all its points clear of the edges that they do not belong to.
static bool openConvex(const cdPolygons *loops, double tolerance, Convex *polygon) {
    if (loops->loopCount != 1 || loops->loopEnds[0] < 3 || loops->loopEnds[0] > SIDE_MAX) return false;
    *polygon = (Convex){.points = loops->points, .count = loops->loopEnds[0]};
    double clear = CLEAR * tolerance;
    for (int32_t i = 0; i < polygon->count; i++) {
        cdVec2 a = getStart(polygon, i), b = getEnd(polygon, i);
        double x = b.x - a.x, y = b.y - a.y;
        polygon->clearSq[i] = clear * clear * (x * x + y * y);
        polygon->left[i] = (a.x < b.x ? a.x : b.x) - 0.5 * tolerance;
        for (int32_t k = 2; k < polygon->count; k++) {
            bool left;
            if (!isClear(polygon, i, polygon->points[(i + k) % polygon->count], &left) || !left) return false;
        }
    }
    return true;
}

static bool findSides(Convex *polygon, const Convex *other) {
    for (int32_t i = 0; i < polygon->count; i++) {
        polygon->sides[i] = 0;
        for (int32_t k = 0; k < other->count; k++) {
            bool left;
            if (!isClear(polygon, i, other->points[k], &left)) return false;
            polygon->sides[i] |= (unsigned)left << k;
        }
    }
    return true;
}

// --- (2)

// True if a point of the other polygon is on the left of an edge.
static bool hasOnLeft(const Convex *polygon, int32_t edge, int32_t point) {
    return (polygon->sides[edge] >> point & 1) != 0;
}

static bool isInside(const Convex *polygon, int32_t point) {
    bool inside = true;
    for (int32_t i = 0; i < polygon->count; i++)
        inside = inside && hasOnLeft(polygon, i, point);
    return inside;
}

static Part findPart(const Convex *own, const Convex *other, int32_t edge) {
    Part part = {.enter = -1, .leave = -1};
    int32_t start = edge, end = next(own, edge);
    for (int32_t k = 0; k < other->count; k++) {
        bool startLeft = hasOnLeft(other, k, start), endLeft = hasOnLeft(other, k, end);
        if (startLeft == endLeft) continue;
        if (hasOnLeft(own, edge, k) == hasOnLeft(own, edge, next(other, k))) continue;
        *(startLeft ? &part.leave : &part.enter) = k;
    }
    part.inside = part.enter >= 0 || part.leave >= 0 || isInside(other, start);
    return part;
}

// --- (3)

// Returns the ends of an edge, the one with the lower number first.
static void getEnds(const Convex *polygon, int32_t edge, cdVec2 ends[2]) {
    bool closes = edge + 1 == polygon->count;
    ends[0] = closes ? getEnd(polygon, edge) : getStart(polygon, edge);
    ends[1] = closes ? getStart(polygon, edge) : getEnd(polygon, edge);
}

// Returns where edges of B and A cross.
static cdVec2 findCrossing(const Pair *pair, int32_t edgeB, int32_t edgeA) {
    const Convex *b = &pair->polygons[0], *a = &pair->polygons[1];
    cdVec2 e[2], f[2];
    bool firstB = b->left[edgeB] <= a->left[edgeA];
    getEnds(b, edgeB, firstB ? e : f);
    getEnds(a, edgeA, firstB ? f : e);
    double from = cdCross2(f[0], f[1], e[0]), to = cdCross2(f[0], f[1], e[1]), along = from / (from - to);
    return (cdVec2){e[0].x + along * (e[1].x - e[0].x), e[0].y + along * (e[1].y - e[0].y)};
}

static bool isClearOf(const Convex *polygon, int32_t except, cdVec2 p) {
    bool clear = true, left;
    for (int32_t i = 0; i < polygon->count && clear; i++)
        clear = i == except || isClear(polygon, i, p, &left);
    return clear;
}

// --- (4)

// Numbers the parts of both in the order of the general method's pieces.
static void numberParts(Pair *pair) {
    int32_t number = 0, count = pair->polygons[0].count + pair->polygons[1].count;
    for (int side = 0; side < 2; side++) {
        for (int32_t i = 0; i < pair->polygons[side].count; i++, number++) {
            Part *part = &pair->parts[side][i];
            part->number = part->enter >= 0 || part->leave >= 0 ? count + number : number;
        }
    }
}

static bool findFirstPart(const Pair *pair, int *side, int32_t *edge) {
    int32_t least = INT32_MAX;
    for (int s = 0; s < 2; s++) {
        for (int32_t i = 0; i < pair->polygons[s].count; i++) {
            if (!pair->parts[s][i].inside || pair->parts[s][i].number > least) continue;
            least = pair->parts[s][i].number;
            *side = s;
            *edge = i;
        }
    }
    return least != INT32_MAX;
}

// Lists the points of the loop. -1: a crossing is not clear; 0: no overlap.
static int32_t listLoop(const Pair *pair, cdVec2 *points) {
    int side = 0, firstSide;
    int32_t edge = 0, firstEdge, count = 0;
    if (!findFirstPart(pair, &side, &edge)) return 0;
    firstSide = side;
    firstEdge = edge;
    do {
        const Part *part = &pair->parts[side][edge];
        if (count == LOOP_MAX || !part->inside) return -1;
        if (part->enter < 0) {
            points[count++] = getStart(&pair->polygons[side], edge);
        } else {
            int32_t edgeB = side == 0 ? edge : part->enter, edgeA = side == 0 ? part->enter : edge;
            cdVec2 at = findCrossing(pair, edgeB, edgeA);
            if (!isClearOf(&pair->polygons[0], edgeB, at) || !isClearOf(&pair->polygons[1], edgeA, at))
                return -1;
            points[count++] = at;
        }
        edge = part->leave >= 0 ? part->leave : next(&pair->polygons[side], edge);
        side = part->leave >= 0 ? 1 - side : side;
    } while (side != firstSide || edge != firstEdge);
    return count;
}

bool cdOverlayConvex(const cdPolygons *a, const cdPolygons *b, double tolerance, cdMemory *memory,
                     cdPolygonOverlay *out) {
    Pair pair;
    Convex *polygonB = &pair.polygons[0], *polygonA = &pair.polygons[1];
    if (!openConvex(b, tolerance, polygonB) || !openConvex(a, tolerance, polygonA)) return false;
    if (!findSides(polygonB, polygonA) || !findSides(polygonA, polygonB)) return false;
    bool cut = false;
    for (int side = 0; side < 2; side++) {
        for (int32_t i = 0; i < pair.polygons[side].count; i++) {
            pair.parts[side][i] = findPart(&pair.polygons[side], &pair.polygons[1 - side], i);
            cut = cut || pair.parts[side][i].enter >= 0 || pair.parts[side][i].leave >= 0;
        }
    }
    numberParts(&pair);
    cdVec2 points[LOOP_MAX];
    int32_t count = listLoop(&pair, points);
    if (count < 0) return false;
    cdWriteOverlayLoop(points, count, tolerance, memory, out);
    out->roundCount = cut ? 2 : 1;
    return true;
}
