// The convex hull of points in a plane by wrapping; heights between its corners.
//
// Input: points in any order, with a normal. Output: the corners in order about it. (1) Wrapping: from a
// corner to the one that has everything on the left, until back at the first. Rounding may keep it from
// coming back, or there are too many corners: then the outermost along as many directions do. (2) Corners
// that are straight but for a length are left out. (3) The height over a point between the corners is that of
// the triangle of the fan about the first corner that holds it, or is nearest to holding it.
#include "world/hull_corners.h"

#include "mesh/closest.h"
#include "world/contact_point.h"

static const double PI = 3.14159265358979323846;

// --- (1)

typedef struct Polygon {
    const cdVec3 *points; // points[count]
    int32_t count;
    cdVec3 normal, tangents[2];
} Polygon;

static double getTurn(const Polygon *polygon, int32_t from, int32_t by, int32_t to) {
    cdVec3 first = cdSub(polygon->points[by], polygon->points[from]);
    return cdDot(polygon->normal, cdCross(first, cdSub(polygon->points[to], polygon->points[from])));
}

static double getDistanceSq(const Polygon *polygon, int32_t i, int32_t k) {
    return cdLengthSq(cdSub(polygon->points[i], polygon->points[k]));
}

static int32_t findOutermost(const Polygon *polygon, cdVec3 way) {
    int32_t best = 0;
    for (int32_t i = 1; i < polygon->count; i++)
        if (cdDot(way, cdSub(polygon->points[i], polygon->points[best])) > 0.0) best = i;
    return best;
}

// The corner after `at`: everything is on the left of the way there. -1: all points are one.
static int32_t findNextCorner(const Polygon *polygon, int32_t at) {
    int32_t next = -1;
    for (int32_t i = 0; i < polygon->count; i++) {
        if (!(getDistanceSq(polygon, at, i) > 0.0)) continue;
        double turn = next < 0 ? -1.0 : getTurn(polygon, at, next, i);
        bool farther = next >= 0 && getDistanceSq(polygon, at, i) > getDistanceSq(polygon, at, next);
        if (turn < 0.0 || (turn == 0.0 && farther)) next = i;
    }
    return next;
}

// Corners counter-clockwise. -1: more than `capacity`.
static int32_t wrap(const Polygon *polygon, int32_t *corners, int32_t capacity) {
    int32_t first = findOutermost(polygon, polygon->tangents[0]), at = first, count = 0;
    do {
        if (count == capacity) return -1;
        corners[count++] = at;
        at = findNextCorner(polygon, at);
    } while (at >= 0 && getDistanceSq(polygon, at, first) > 0.0);
    return count;
}

static int32_t listOutermost(const Polygon *polygon, int32_t *corners, int32_t capacity) {
    int32_t count = 0;
    for (int32_t k = 0; k < capacity; k++) {
        double angle = 2.0 * PI * k / capacity;
        cdVec3 way = cdMulAdd(cdScale(cos(angle), polygon->tangents[0]), sin(angle), polygon->tangents[1]);
        int32_t corner = findOutermost(polygon, way);
        bool known = count > 0 && (corner == corners[count - 1] || corner == corners[0]);
        if (!known) corners[count++] = corner;
    }
    return count;
}

// --- (2)

// Corners that are on the line of their neighbours but for `reach` go: rounding would have them come and go.
// A polygon that is as thin as that keeps all.
static int32_t dropStraight(const Polygon *polygon, int32_t *corners, int32_t count, double reach) {
    int32_t kept[CD_HULL_CORNERS], keptCount = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t before = keptCount > 0 ? kept[keptCount - 1] : corners[count - 1];
        int32_t after = i + 1 < count ? corners[i + 1] : corners[0];
        cdVec3 at = polygon->points[corners[i]], from = polygon->points[before];
        if (cdGetSegmentDistanceSq(at, from, polygon->points[after]) > reach * reach)
            kept[keptCount++] = corners[i];
    }
    if (keptCount < 3) return count;
    for (int32_t i = 0; i < keptCount; i++)
        corners[i] = kept[i];
    return keptCount;
}

int32_t cdListHullCorners(const cdVec3 *points, int32_t count, cdVec3 normal, double reach, int32_t *corners,
                          int32_t capacity) {
    Polygon polygon = {.points = points, .count = count, .normal = normal};
    if (capacity > CD_HULL_CORNERS) capacity = CD_HULL_CORNERS;
    if (count == 0) return 0;
    cdMakeTangents(normal, polygon.tangents);
    int32_t found = wrap(&polygon, corners, capacity);
    if (found < 0) return listOutermost(&polygon, corners, capacity);
    return dropStraight(&polygon, corners, found, reach);
}

// --- (3)

static bool findHeightOverSegment(const cdRaisedPoint *corners, int32_t count, cdVec3 point, double reach,
                                  double *height) {
    const cdRaisedPoint *from = &corners[0], *to = &corners[count - 1];
    if (cdGetSegmentDistanceSq(point, from->point, to->point) > reach * reach) return false;
    cdVec3 along = cdSub(to->point, from->point);
    double lengthSq = cdLengthSq(along);
    double t = lengthSq > 0.0 ? cdDot(along, cdSub(point, from->point)) / lengthSq : 0.0;
    t = cdMin(cdMax(t, 0.0), 1.0);
    *height = from->height + t * (to->height - from->height);
    return true;
}

static bool isWithinSides(const cdRaisedPoint *corners, int32_t count, cdVec3 normal, cdVec3 point,
                          double reach) {
    for (int32_t i = 0; i < count; i++) {
        cdVec3 side = cdSub(corners[(i + 1) % count].point, corners[i].point);
        double inside = cdDot(normal, cdCross(side, cdSub(point, corners[i].point)));
        if (inside < -reach * cdLength(side)) return false;
    }
    return fabs(cdDot(normal, cdSub(point, corners[0].point))) <= reach;
}

// Returns the least of the point's three shares in a triangle, each of which is not negative inside.
static double findShares(const cdRaisedPoint *a, const cdRaisedPoint *b, const cdRaisedPoint *c,
                         cdVec3 normal, cdVec3 point, double *height) {
    double area = cdDot(normal, cdCross(cdSub(b->point, a->point), cdSub(c->point, a->point)));
    if (!(area > 0.0)) return -INFINITY;
    double shareB = cdDot(normal, cdCross(cdSub(point, a->point), cdSub(c->point, a->point))) / area;
    double shareC = cdDot(normal, cdCross(cdSub(b->point, a->point), cdSub(point, a->point))) / area;
    double shareA = 1.0 - shareB - shareC;
    *height = shareA * a->height + shareB * b->height + shareC * c->height;
    return cdMin(shareA, cdMin(shareB, shareC));
}

bool cdFindHeightOver(const cdRaisedPoint *corners, int32_t count, cdVec3 normal, cdVec3 point, double reach,
                      double *height) {
    if (count < 3) return findHeightOverSegment(corners, count, point, reach, height);
    if (!isWithinSides(corners, count, normal, point, reach)) return false;
    double best = -INFINITY;
    for (int32_t i = 1; i + 1 < count; i++) {
        double found = 0.0;
        double least = findShares(&corners[0], &corners[i], &corners[i + 1], normal, point, &found);
        if (!(least > best)) continue;
        best = least;
        *height = found;
    }
    return best > -INFINITY;
}
