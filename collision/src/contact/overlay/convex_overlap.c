// Convex faces whose overlap is not within the tolerance, before the overlap is computed.
//
// Most faces of curved surfaces that touch cross each other at a small angle, and their overlap leaves the
// tolerance: it gives no region. (1) Of two outlines with three or four corners, convex, the overlap by
// cutting one with the sides of the other (Sutherland and Hodgman): it is convex. (2) A disc about the middle
// of its corners lies in both outlines. Moved towards the middle, a corner lies as deep in both as
// cdOverlayPolygons may move their borders, so it is a point of the overlap as that computes it. If the
// height there is beyond the tolerance, so is that of a corner.
#include "contact/overlay/intersect_faces.h"

enum { OUTLINE_MAX = 4, CORNER_MAX = 2 * OUTLINE_MAX };

// In border tolerances: more than cdOverlayPolygons moves a border.
static const double MOVED = 32.0;

typedef struct Corners {
    cdVec2 at[CORNER_MAX];
    int32_t count;
} Corners;

static cdVec2 getNext(const cdVec2 *points, int32_t count, int32_t i) {
    return points[i + 1 < count ? i + 1 : 0];
}

// --- (1)

// True for one loop of few corners with left turns alone: with four corners it cannot wind twice.
static bool isConvex(const cdPolygons *outline) {
    if (outline->loopCount != 1 || outline->loopEnds[0] < 3 || outline->loopEnds[0] > OUTLINE_MAX)
        return false;
    for (int32_t i = 0, count = outline->loopEnds[0]; i < count; i++) {
        cdVec2 to = getNext(outline->points, count, i);
        if (!(cdCross2(outline->points[i], to, outline->points[(i + 2) % count]) > 0.0)) return false;
    }
    return true;
}

// Keeps what is to the left of the line through a and b.
static void cutByLine(Corners *polygon, cdVec2 a, cdVec2 b) {
    Corners left = {.count = 0};
    for (int32_t i = 0; i < polygon->count; i++) {
        cdVec2 p = polygon->at[i], q = getNext(polygon->at, polygon->count, i);
        double atP = cdCross2(a, b, p), atQ = cdCross2(a, b, q), part = atP / (atP - atQ);
        if (atP >= 0.0 && left.count < CORNER_MAX) left.at[left.count++] = p;
        if ((atP >= 0.0) != (atQ >= 0.0) && left.count < CORNER_MAX)
            left.at[left.count++] = (cdVec2){p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
    }
    *polygon = left;
}

// --- (2)

// Returns the minimum distance of a point from the sides of an outline that it lies in; below 0 if it is
// outside.
static double getDepth(const cdPolygons *outline, cdVec2 at) {
    double depth = INFINITY;
    for (int32_t i = 0, count = outline->loopEnds[0]; i < count; i++) {
        cdVec2 p = outline->points[i], q = getNext(outline->points, count, i);
        double length = sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
        depth = cdMin(depth, cdCross2(p, q, at) / length);
    }
    return depth;
}

// True if no corner of the outline is beyond the tolerance: then no point in it is.
static bool isWithin(const cdRegionWork *work, const cdFaceOverlap *faces, const cdPolygons *outline) {
    cdVec3 point;
    for (int32_t i = 0; i < outline->loopEnds[0]; i++)
        if (!(fabs(cdFindOverlapHeight(faces, outline->points[i], &point)) <= work->tolerance)) return false;
    return true;
}

bool cdIsOverlapBeyond(const cdRegionWork *work, const cdFaceOverlap *faces, const cdPolygons *a,
                       const cdPolygons *b) {
    if (!isConvex(a) || !isConvex(b)) return false;
    if (isWithin(work, faces, a) || isWithin(work, faces, b)) return false;
    Corners shared = {.count = a->loopEnds[0]};
    for (int32_t i = 0; i < shared.count; i++)
        shared.at[i] = a->points[i];
    for (int32_t i = 0, count = b->loopEnds[0]; i < count && shared.count > 2; i++)
        cutByLine(&shared, b->points[i], getNext(b->points, count, i));
    cdVec2 middle = {0.0, 0.0};
    for (int32_t i = 0; i < shared.count; i++) {
        middle.x += shared.at[i].x / shared.count;
        middle.y += shared.at[i].y / shared.count;
    }
    double depth = cdMin(getDepth(a, middle), getDepth(b, middle)), moved = MOVED * work->borderTolerance;
    if (shared.count < 3 || !(depth > 2.0 * moved)) return false;
    for (int32_t i = 0; i < shared.count; i++) {
        cdVec2 corner = shared.at[i];
        corner.x += moved / depth * (middle.x - corner.x);
        corner.y += moved / depth * (middle.y - corner.y);
        cdVec3 point;
        if (fabs(cdFindOverlapHeight(faces, corner, &point)) > 1.001 * work->tolerance) return true;
    }
    return false;
}
