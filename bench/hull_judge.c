// Judges convex hulls; see hull_judge.h.
//
// (1) A hull in space: no point is strictly above the plane of any facet; each side of a facet has its
// opposite once; V - E + F = 2; at least three faces meet in each vertex, so that it is extreme. (2) A flat
// one: the same of the polygon, as seen along its axis. Signs are exact (foundation/numbers/predicates.h,
// which tests judge by rational numbers). (3) No hull in space: all points are coplanar. (4) The hull of
// cdCreateConvex: along random directions no point is farther out than the farthest vertex plus `error`.
#include "bench/hull_judge.h"
#include "collision/convex.h"
#include "convex/hull/hull_filter.h"
#include "foundation/numbers/predicates.h"

#include <string.h>

enum { DIRECTIONS = 20 };

int64_t CountHullFlaws(const HullFlaws *flaws) {
    return flaws->outside + flaws->open + flaws->notExtreme + flaws->wrongRank + flaws->beyond;
}

// --- in space

typedef struct Sides {
    int32_t facets[HULL_SET_MAX][HULL_SET_MAX]; // the facet left of a side, plus 1
} Sides;

static void listSides(const cdHullFacets *hull, Sides *sides, HullFlaws *flaws) {
    memset(sides, 0, sizeof *sides);
    for (int32_t i = 0; i < 3 * hull->count; i++) {
        int32_t from = hull->corners[i], to = hull->corners[i % 3 == 2 ? i - 2 : i + 1];
        flaws->open += sides->facets[from][to] != 0;
        sides->facets[from][to] = i / 3 + 1;
    }
}

static int getSide(const cdVec3 *points, const int32_t *facet, int32_t point) {
    return cdGetOrientation3(points[facet[0]], points[facet[1]], points[facet[2]], points[point]);
}

// Counts, for each vertex, the edges between facets of different planes.
static void countEdges(const cdHullFacets *hull, const cdVec3 *points, const Sides *sides, int32_t *edges,
                       HullFlaws *flaws) {
    for (int32_t i = 0; i < 3 * hull->count; i++) {
        int32_t from = hull->corners[i], to = hull->corners[i % 3 == 2 ? i - 2 : i + 1];
        int32_t other = sides->facets[to][from] - 1;
        flaws->open += other < 0;
        if (other < 0) continue;
        bool flat = true;
        for (int k = 0; k < 3; k++)
            flat = flat && getSide(points, hull->corners + i / 3 * 3, hull->corners[3 * other + k]) == 0;
        edges[from] += !flat;
    }
}

static void judgeSpace(const cdHullFacets *hull, const cdVec3 *points, int32_t count, HullFlaws *flaws,
                       HullCorners *corners) {
    static const cdVec3 zero = {0.0, 0.0, 0.0};
    Sides sides;
    int32_t edges[HULL_SET_MAX] = {0};
    for (int32_t i = 0; i < hull->count; i++) {
        const int32_t *c = hull->corners + 3 * i;
        cdVec3 cross = cdGetTriangleCross(points[c[0]], points[c[1]], points[c[2]]);
        flaws->open += cdMaxAbs(cdSub(cross, zero)) == 0.0;
        for (int32_t k = 0; k < count; k++)
            flaws->outside += getSide(points, c, k) > 0;
    }
    listSides(hull, &sides, flaws);
    countEdges(hull, points, &sides, edges, flaws);
    for (int32_t i = 0; i < 3 * hull->count; i++)
        corners->used[hull->corners[i]] = true;
    for (int32_t i = 0; i < count; i++) {
        corners->count += corners->used[i];
        flaws->notExtreme += corners->used[i] && edges[i] < 3;
    }
    flaws->open += hull->count != 2 * corners->count - 4;
}

// --- in a plane

static int getTurn(const cdVec3 *points, int axis, int32_t a, int32_t b, int32_t c) {
    double at[3][2];
    const int32_t chosen[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        const double p[3] = {points[chosen[i]].x, points[chosen[i]].y, points[chosen[i]].z};
        at[i][0] = p[(axis + 1) % 3], at[i][1] = p[(axis + 2) % 3];
    }
    return cdGetOrientation2(at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1]);
}

static void judgePolygon(const cdHullFacets *hull, const cdVec3 *points, int32_t count, int axis,
                         HullFlaws *flaws, HullCorners *corners) {
    for (int32_t i = 0; i < hull->count; i++) {
        const int32_t *side = hull->corners + 2 * i, *next = hull->corners + 2 * ((i + 1) % hull->count);
        flaws->open += next[0] != side[1] || corners->used[side[0]];
        flaws->notExtreme += getTurn(points, axis, side[0], side[1], next[1]) != 1;
        corners->used[side[0]] = true;
        corners->count++;
        for (int32_t k = 0; k < count; k++)
            flaws->outside += getTurn(points, axis, side[0], side[1], k) < 0;
    }
}

static bool isOnLine(const cdVec3 *points, int axis, int32_t count) {
    int32_t a = 0;
    while (a < count && getTurn(points, axis, 0, a, a) == 0 && cdMaxAbs(cdSub(points[a], points[0])) == 0.0)
        a++;
    for (int32_t i = 0; a < count && i < count; i++)
        if (getTurn(points, axis, 0, a, i) != 0) return false;
    return true;
}

// --- no hull

// True if all points are exactly coplanar.
static bool isCoplanar(const cdVec3 *points, int32_t count) {
    for (int32_t b = 1; b < count; b++)
        for (int32_t c = b + 1; c < count; c++) {
            cdVec3 cross = cdGetTriangleCross(points[0], points[b], points[c]);
            if (cdMaxAbs(cross) == 0.0) continue;
            for (int32_t k = 0; k < count; k++)
                if (cdGetOrientation3(points[0], points[b], points[c], points[k]) != 0) return false;
            return true;
        }
    return true;
}

// --- the public hull

static double findFarthest(const cdVec3 *points, int32_t count, cdVec3 origin, cdVec3 direction) {
    double farthest = -INFINITY;
    for (int32_t i = 0; i < count; i++)
        farthest = cdMax(farthest, cdDot(direction, cdSub(points[i], origin)));
    return farthest;
}

static void judgeConvex(const cdVec3 *points, int32_t count, Random *random, HullFlaws *flaws) {
    cdConvex *convex = cdCreateConvex(&(cdConvexDef){.points = points, .pointCount = count}, NULL);
    flaws->wrongRank += convex == NULL;
    if (convex == NULL) return;
    cdConvexInfo info = cdGetConvexInfo(convex);
    double rounding = 0x1p-50 * (info.radius + cdMaxAbs(info.center));
    for (int i = 0; i < DIRECTIONS; i++) {
        cdVec3 direction = nextRandomDirection(random);
        double ours = findFarthest(info.vertices, info.vertexCount, cdMakeVec3(0.0, 0.0, 0.0), direction);
        double all = findFarthest(points, count, info.center, direction);
        flaws->beyond += !(all <= ours + info.error + rounding);
    }
    cdDestroyConvex(convex);
}

void JudgeHull(const cdVec3 *points, int32_t count, Random *random, HullFlaws *flaws, HullCorners *corners,
               cdVec3 scaled[HULL_SET_MAX]) {
    cdHullFrame frame = cdFindHullFrame(points, count);
    for (int32_t i = 0; i < count; i++)
        scaled[i] = cdScaleHullPoint(&frame, points[i]);
    *corners = (HullCorners){.dimension = frame.dimension};
    cdHullFacets hull = {0};
    if (frame.dimension >= 2) {
        bool found = cdFindHullFacets(&frame, points, NULL, count, &hull);
        bool flat = !found && (frame.dimension == 3 ? isCoplanar(scaled, count)
                                                    : isOnLine(scaled, frame.flatAxis, count));
        flaws->wrongRank += !found && !flat;
        if (found && frame.dimension == 3) judgeSpace(&hull, scaled, count, flaws, corners);
        if (found && frame.dimension == 2) judgePolygon(&hull, scaled, count, frame.flatAxis, flaws, corners);
        if (!found) corners->dimension--;
    }
    cdFreeHullFacets(&hull);
    judgeConvex(points, count, random, flaws);
}
