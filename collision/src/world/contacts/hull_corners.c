// The convex hull of points in a plane by gift wrapping; heights between its corners.
//
// Input: points in any order, with a normal. Output: the corners in order about it. (1) Wrapping: from a
// corner to the next with all points on the left, the farthest of several in line, until a corner repeats. If
// there are too many corners: the outermost points along as many directions. Points within `reach` of each
// other, or of a line, are one or on it, so that rounding decides nothing. (2) The height over a point
// between the corners is taken in the fan of triangles about the first corner, in the one that contains the
// point or is closest to it.
#include "world/contacts/hull_corners.h"

#include "foundation/numbers/functions.h"
#include "mesh/shapes/closest.h"
#include "world/contacts/contact_point.h"

static const double PI = 3.14159265358979323846;

// --- (1)

typedef struct Polygon {
    const cdVec3 *points; // points[count]
    int32_t count;
    double reach; // points this close coincide, points this close to a line are on it
    cdVec3 normal, tangents[2];
} Polygon;

static cdVec3 getWay(const Polygon *polygon, int32_t from, int32_t to) {
    return cdSub(polygon->points[to], polygon->points[from]);
}

static int32_t findOutermost(const Polygon *polygon, cdVec3 way) {
    int32_t best = 0;
    for (int32_t i = 1; i < polygon->count; i++)
        if (cdDot(way, getWay(polygon, best, i)) > 0.0) best = i;
    return best;
}

// Returns, among the outermost points along one tangent, the outermost along the other: always a corner.
static int32_t findFirstCorner(const Polygon *polygon) {
    int32_t outermost = findOutermost(polygon, polygon->tangents[0]), best = outermost;
    for (int32_t i = 0; i < polygon->count; i++) {
        if (cdDot(polygon->tangents[0], getWay(polygon, outermost, i)) < -polygon->reach) continue;
        if (cdDot(polygon->tangents[1], getWay(polygon, best, i)) > 0.0) best = i;
    }
    return best;
}

// True if a direction is to the right of another one, or leads farther along it.
static bool isOuter(const Polygon *polygon, cdVec3 way, cdVec3 than) {
    double turn = cdDot(polygon->normal, cdCross(than, way));
    double lengthSq = cdLengthSq(way), otherSq = cdLengthSq(than);
    double slackSq = polygon->reach * polygon->reach * cdMax(lengthSq, otherSq);
    return turn * turn > slackSq ? turn < 0.0 : lengthSq > otherSq;
}

// Returns the corner after `at`: all points are to the left of the side. -1: all points coincide.
static int32_t findNextCorner(const Polygon *polygon, int32_t at) {
    int32_t next = -1;
    for (int32_t i = 0; i < polygon->count; i++) {
        cdVec3 way = getWay(polygon, at, i);
        if (!(cdLengthSq(way) > polygon->reach * polygon->reach)) continue;
        if (next < 0 || isOuter(polygon, way, getWay(polygon, at, next))) next = i;
    }
    return next;
}

static bool isListed(const Polygon *polygon, const int32_t *corners, int32_t count, int32_t point) {
    for (int32_t i = 0; i < count; i++)
        if (cdLengthSq(getWay(polygon, corners[i], point)) <= polygon->reach * polygon->reach) return true;
    return false;
}

// Lists the corners counter-clockwise. Returns -1 if there are more than `capacity`.
static int32_t wrap(const Polygon *polygon, int32_t *corners, int32_t capacity) {
    int32_t at = findFirstCorner(polygon), count = 0;
    do {
        if (count == capacity) return -1;
        corners[count++] = at;
        at = findNextCorner(polygon, at);
    } while (at >= 0 && !isListed(polygon, corners, count, at));
    return count;
}

static int32_t listOutermost(const Polygon *polygon, int32_t *corners, int32_t capacity) {
    int32_t count = 0;
    for (int32_t k = 0; k < capacity; k++) {
        double angle = 2.0 * PI * k / capacity;
        cdVec3 way =
            cdMulAdd(cdScale(cdCos(angle), polygon->tangents[0]), cdSin(angle), polygon->tangents[1]);
        int32_t corner = findOutermost(polygon, way);
        bool known = count > 0 && (corner == corners[count - 1] || corner == corners[0]);
        if (!known) corners[count++] = corner;
    }
    return count;
}

int32_t cdListHullCorners(const cdVec3 *points, int32_t count, cdVec3 normal, double reach, int32_t *corners,
                          int32_t capacity) {
    Polygon polygon = {.points = points, .count = count, .reach = reach, .normal = normal};
    if (capacity > CD_HULL_CORNERS) capacity = CD_HULL_CORNERS;
    if (count == 0) return 0;
    cdMakeTangents(normal, polygon.tangents);
    int32_t found = wrap(&polygon, corners, capacity);
    return found >= 0 ? found : listOutermost(&polygon, corners, capacity);
}

// --- (2)

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

// Returns the minimum barycentric coordinate of a point in a triangle; not negative inside.
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
