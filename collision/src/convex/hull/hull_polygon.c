// The convex hull of points as seen along a coordinate axis, with exact signs.
//
// (1) Leave out points that cannot be corners: quickhull without exact signs. Beginning with the segment
// between the leftmost and the rightmost point, only points outside of a segment are kept; a far one of them
// divides it in two. (2) Sort the dividing points, and find their hull: A. M. Andrew 1979, "Another efficient
// algorithm for convex hulls in two dimensions".
#include "convex/hull/hull_facets.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/sort.h"
#include "foundation/numbers/predicates.h"

typedef struct PlanePoint {
    double x, y;
    int32_t index;
} PlanePoint;

static bool isLeft(const void *a, const void *b) {
    const PlanePoint *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x;
    if (p->y != q->y) return p->y < q->y;
    return p->index < q->index;
}

static int findTurn(const PlanePoint *a, const PlanePoint *b, const PlanePoint *c) {
    return cdGetOrientation2(a->x, a->y, b->x, b->y, c->x, c->y);
}

// --- 1. candidates
// -------------------------------------------------------------------------------------------------

// Points from `begin` to `end` are right of the segment from a to b.
typedef struct Segment {
    PlanePoint a, b;
    int32_t begin, end;
} Segment;

typedef struct Candidates {
    PlanePoint *points; // points[pointCount], reordered
    PlanePoint *kept;   // kept[pointCount + 2]
    int32_t keptCount;
} Candidates;

// Moves the points right of a segment to the front of the range. Returns the end of these.
static int32_t moveRight(PlanePoint *points, int32_t begin, int32_t end, const PlanePoint *a,
                         const PlanePoint *b) {
    int32_t right = begin;
    for (int32_t i = begin; i < end; i++) {
        if (findTurn(a, b, &points[i]) >= 0) continue;
        PlanePoint swap = points[right];
        points[right++] = points[i];
        points[i] = swap;
    }
    return right;
}

static int32_t findFarthest(const PlanePoint *points, const Segment *segment) {
    int32_t farthest = segment->begin;
    double largest = -1.0;
    for (int32_t i = segment->begin; i < segment->end; i++) {
        double dx = segment->b.x - segment->a.x, dy = segment->b.y - segment->a.y;
        double area = (points[i].x - segment->a.x) * dy - (points[i].y - segment->a.y) * dx;
        if (!(area > largest)) continue;
        largest = area;
        farthest = i;
    }
    return farthest;
}

enum { DEPTH_MAX = 64 };

// Keeps the candidates outside of a segment, and its end a. A segment too deep keeps all.
static void keepOutside(Candidates *candidates, Segment segment) {
    Segment stack[DEPTH_MAX];
    int32_t depth = 0;
    stack[depth++] = segment;
    while (depth > 0) {
        Segment s = stack[--depth];
        if (s.begin == s.end || depth + 2 > DEPTH_MAX) {
            candidates->kept[candidates->keptCount++] = s.a;
            for (int32_t i = s.begin; i < s.end; i++)
                candidates->kept[candidates->keptCount++] = candidates->points[i];
            continue;
        }
        PlanePoint p = candidates->points[findFarthest(candidates->points, &s)];
        int32_t first = moveRight(candidates->points, s.begin, s.end, &s.a, &p);
        int32_t second = moveRight(candidates->points, first, s.end, &p, &s.b);
        stack[depth++] = (Segment){p, s.b, first, second};
        stack[depth++] = (Segment){s.a, p, s.begin, first};
    }
}

// False: all points coincide.
static bool keepCandidates(Candidates *candidates, int32_t pointCount) {
    PlanePoint *points = candidates->points;
    PlanePoint left = points[0], right = points[0];
    for (int32_t i = 1; i < pointCount; i++) {
        if (isLeft(&points[i], &left)) left = points[i];
        if (isLeft(&right, &points[i])) right = points[i];
    }
    if (left.x == right.x && left.y == right.y) return false;
    int32_t below = moveRight(points, 0, pointCount, &left, &right);
    int32_t above = moveRight(points, below, pointCount, &right, &left);
    keepOutside(candidates, (Segment){left, right, 0, below});
    keepOutside(candidates, (Segment){right, left, below, above});
    return true;
}

// --- 2. corners
// ----------------------------------------------------------------------------------------------------

// Adds a corner to chain[begin..count-1], all of whose turns are to the left. Returns the new count.
static int32_t extendChain(PlanePoint *chain, int32_t begin, int32_t count, const PlanePoint *point) {
    if (count > begin && chain[count - 1].x == point->x && chain[count - 1].y == point->y) return count;
    while (count >= begin + 2 && findTurn(&chain[count - 2], &chain[count - 1], point) <= 0)
        count--;
    chain[count] = *point;
    return count + 1;
}

// Fills chain[2 * count] with the corners of sorted points, counter-clockwise. Returns their number.
static int32_t chainCorners(const PlanePoint *sorted, int32_t count, PlanePoint *chain) {
    int32_t cornerCount = 0;
    for (int32_t i = 0; i < count; i++)
        cornerCount = extendChain(chain, 0, cornerCount, &sorted[i]);
    int32_t upper = cornerCount - 1;
    for (int32_t i = count - 1; i >= 0; i--)
        cornerCount = extendChain(chain, upper, cornerCount, &sorted[i]);
    return cornerCount - 1; // the first corner is listed twice
}

static bool listEdges(const PlanePoint *chain, int32_t count, cdHullFacets *facets) {
    if (count < 3) return false;
    facets->corners = cdAllocateUnset(2 * (size_t)count * sizeof(int32_t));
    facets->noMemory = facets->corners == NULL;
    if (facets->corners == NULL) return false;
    facets->count = count;
    for (int32_t i = 0; i < count; i++) {
        facets->corners[2 * i] = chain[i].index;
        facets->corners[2 * i + 1] = chain[i + 1 < count ? i + 1 : 0].index;
    }
    return true;
}

static PlanePoint seePoint(cdVec3 p, int axis, int32_t index) {
    const double at[3] = {p.x, p.y, p.z};
    return (PlanePoint){at[(axis + 1) % 3], at[(axis + 2) % 3], index};
}

bool cdFindPlaneHull(const cdVec3 *points, int32_t pointCount, int axis, cdHullFacets *facets) {
    *facets = (cdHullFacets){0};
    Candidates candidates = {.points = cdAllocateUnset((size_t)pointCount * sizeof(PlanePoint)),
                             .kept = cdAllocateUnset(((size_t)pointCount + 2) * sizeof(PlanePoint))};
    PlanePoint *chain = NULL;
    facets->noMemory = candidates.points == NULL || candidates.kept == NULL;
    bool found = false;
    if (!facets->noMemory) {
        for (int32_t i = 0; i < pointCount; i++)
            candidates.points[i] = seePoint(points[i], axis, i);
        found = keepCandidates(&candidates, pointCount);
    }
    if (found) {
        cdSortItems(candidates.kept, (size_t)candidates.keptCount, sizeof(PlanePoint), isLeft);
        chain = cdAllocateUnset(2 * (size_t)candidates.keptCount * sizeof *chain);
        facets->noMemory = chain == NULL;
        found = chain != NULL &&
                listEdges(chain, chainCorners(candidates.kept, candidates.keptCount, chain), facets);
    }
    cdFree(chain);
    cdFree(candidates.kept);
    cdFree(candidates.points);
    return found;
}
