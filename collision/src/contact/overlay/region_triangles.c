// A polygon with bridges: its area, its sides that are bridges, and its triangles, ears cut off one by one.
//
// Source: G. H. Meisters, Polygons have ears, 1975; D. Eberly, Triangulation by ear clipping. Input: a simple
// polygon, or one whose loop goes along bridges there and back and so passes points twice. Output: two
// triangles fewer than it has points, each in the sense of the polygon. (1) Points in a plane: the normal's
// largest coordinate is dropped, which keeps all signs exact. (2) The corner of an ear turns left, and its
// triangle contains no point, except points at its corners, which bridges cause. (3) If rounding leaves no
// ear, the corner that turns left the most is cut off anyway.
//
// There is no memory but the caller's array: triangles fill it from the front, the remaining points of the
// polygon are a list at its end, and the list loses a point with each triangle.
#include "contact/overlay/region_triangles.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/predicates.h"

typedef struct Polygon {
    const cdVec3 *points;
    int32_t axisX, axisY; // coordinates kept
    int32_t *remaining;   // remaining[count]: points not cut off yet
    int32_t count;
} Polygon;

// --- (1)

static double getCoordinate(cdVec3 v, int32_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void chooseAxes(Polygon *polygon, cdVec3 normal) {
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int32_t out = x > y ? (x > z ? 0 : 2) : (y > z ? 1 : 2);
    bool turned = getCoordinate(normal, out) < 0.0;
    int32_t next = (out + 1) % 3, last = (out + 2) % 3;
    polygon->axisX = turned ? last : next;
    polygon->axisY = turned ? next : last;
}

static double getX(const Polygon *polygon, int32_t point) {
    return getCoordinate(polygon->points[point], polygon->axisX);
}

static double getY(const Polygon *polygon, int32_t point) {
    return getCoordinate(polygon->points[point], polygon->axisY);
}

static int getTurn(const Polygon *polygon, int32_t a, int32_t b, int32_t c) {
    return cdGetOrientation2(getX(polygon, a), getY(polygon, a), getX(polygon, b), getY(polygon, b),
                             getX(polygon, c), getY(polygon, c));
}

static bool isSame(const Polygon *polygon, int32_t a, int32_t b) {
    return getX(polygon, a) == getX(polygon, b) && getY(polygon, a) == getY(polygon, b);
}

// --- (2)

static int32_t getRemaining(const Polygon *polygon, int32_t i) {
    return polygon->remaining[i < polygon->count ? i : i - polygon->count];
}

static bool isInEar(const Polygon *polygon, const int32_t ear[3], int32_t point) {
    for (int k = 0; k < 3; k++)
        if (isSame(polygon, ear[k], point) || getTurn(polygon, ear[k], ear[(k + 1) % 3], point) < 0)
            return false;
    return true;
}

static bool isEar(const Polygon *polygon, int32_t first) {
    const int32_t ear[3] = {getRemaining(polygon, first), getRemaining(polygon, first + 1),
                            getRemaining(polygon, first + 2)};
    if (getTurn(polygon, ear[0], ear[1], ear[2]) <= 0) return false;
    for (int32_t i = 3; i < polygon->count; i++)
        if (isInEar(polygon, ear, getRemaining(polygon, first + i))) return false;
    return true;
}

// --- (3)

static double getArea(const Polygon *polygon, int32_t first) {
    int32_t a = getRemaining(polygon, first), b = getRemaining(polygon, first + 1),
            c = getRemaining(polygon, first + 2);
    double x = getX(polygon, a), y = getY(polygon, a);
    return (getX(polygon, b) - x) * (getY(polygon, c) - y) - (getY(polygon, b) - y) * (getX(polygon, c) - x);
}

static int32_t findLargest(const Polygon *polygon) {
    int32_t best = 0;
    for (int32_t i = 1; i < polygon->count; i++)
        if (getArea(polygon, i) > getArea(polygon, best)) best = i;
    return best;
}

// Continues from the last ear, so that triangles fan out less.
static int32_t findEar(const Polygon *polygon, int32_t from) {
    for (int32_t i = 0; i < polygon->count; i++) {
        int32_t first = from + i < polygon->count ? from + i : from + i - polygon->count;
        if (isEar(polygon, first)) return first;
    }
    return findLargest(polygon);
}

// The list begins one later: points before the corner move up.
static void cutOff(Polygon *polygon, int32_t corner) {
    for (int32_t i = corner; i > 0; i--)
        polygon->remaining[i] = polygon->remaining[i - 1];
    polygon->remaining++;
    polygon->count--;
}

cdVec3 cdFindAreaVector(const cdVec3 *points, int32_t pointCount) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 2; i < pointCount; i++)
        sum = cdAdd(sum, cdCross(cdSub(points[i - 1], points[0]), cdSub(points[i], points[0])));
    return cdScale(0.5, sum);
}

static bool isSamePoint(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool cdIsRegionBridge(const cdVec3 *points, int32_t pointCount, int32_t corner) {
    cdVec3 from = points[corner], to = points[(corner + 1) % pointCount];
    for (int32_t i = 0; i < pointCount; i++)
        if (isSamePoint(points[i], to) && isSamePoint(points[(i + 1) % pointCount], from)) return true;
    return false;
}

int32_t cdTriangulateRegion(const cdVec3 *points, int32_t pointCount, cdVec3 normal, int32_t *triangles,
                            int32_t capacity) {
    if (pointCount < 3 || capacity < pointCount - 2) return 0;
    Polygon polygon = {.points = points, .count = pointCount};
    chooseAxes(&polygon, normal);
    // The final triangles leave room for the list, except for its last three points.
    polygon.remaining = triangles + 3 * ((size_t)pointCount - 2) - (size_t)pointCount;
    for (int32_t i = 0; i < pointCount; i++)
        polygon.remaining[i] = i;
    int32_t written = 0, from = 0;
    while (polygon.count > 2) {
        int32_t first = polygon.count > 3 ? findEar(&polygon, from) : 0;
        int32_t corner = first + 1 < polygon.count ? first + 1 : 0;
        const int32_t ear[3] = {getRemaining(&polygon, first), getRemaining(&polygon, first + 1),
                                getRemaining(&polygon, first + 2)};
        cutOff(&polygon, corner);
        for (int k = 0; k < 3; k++)
            triangles[3 * written + k] = ear[k];
        written++;
        from = corner < polygon.count ? corner : 0;
    }
    return written;
}
