// Contact regions, to look at.
//
// Input: a region. Output: calls of the cdDebugDraw callbacks. (1) A polygon is its triangles and its outline
// without bridges, a segment is a line, a point a point. (2) Normals begin in the middle: of a polygon the
// centroid of its largest triangle, which is inside it whatever its shape. A polygon of more than CORNER_MAX
// corners is given as its outline, and its normals begin on that.
#include "collision/regions.h"
#include "foundation/memory/hooks.h"

enum { CORNER_MAX = 2048 };

typedef struct Drawing {
    const cdDebugDraw *draw;
    const cdContactRegion *region;
    const cdVec3 *points; // the region's
} Drawing;

// --- (1)

static void drawLine(const Drawing *drawing, cdVec3 a, cdVec3 b, cdDrawRole role) {
    if (drawing->draw->segment) drawing->draw->segment(a, b, role, drawing->draw->context);
}

// Returns the middle.
static cdVec3 drawTriangles(const Drawing *drawing) {
    int32_t triangles[3 * CORNER_MAX];
    const cdDebugDraw *draw = drawing->draw;
    int32_t cornerCount = drawing->region->pointCount;
    // The corners tell their normal themselves: a region may have none.
    cdVec3 normal = cdFindAreaVector(drawing->points, cornerCount);
    int32_t count = cdTriangulateRegion(drawing->points, cornerCount, normal, triangles, CORNER_MAX);
    double largest = 0.0;
    cdVec3 middle = drawing->points[0];
    for (int32_t i = 0; i < count; i++) {
        const int32_t *t = triangles + 3 * i;
        cdVec3 a = drawing->points[t[0]], b = drawing->points[t[1]], c = drawing->points[t[2]];
        if (draw->triangle) draw->triangle(a, b, c, CD_ROLE_REGION, draw->context);
        double sizeSq = cdLengthSq(cdCross(cdSub(b, a), cdSub(c, a)));
        if (sizeSq <= largest) continue;
        largest = sizeSq;
        middle = cdScale(1.0 / 3.0, cdAdd(a, cdAdd(b, c)));
    }
    return middle;
}

static cdVec3 drawPolygon(const Drawing *drawing) {
    const cdVec3 *points = drawing->points;
    int32_t count = drawing->region->pointCount;
    for (int32_t i = 0; i < count; i++)
        if (!cdIsRegionBridge(points, count, i))
            drawLine(drawing, points[i], points[(i + 1) % count], CD_ROLE_REGION);
    return drawTriangles(drawing);
}

// --- (2)

void cdDrawContactRegion(const cdDebugDraw *draw, const cdContactRegions *regions, int32_t region,
                         double normalLength) {
    if (!CD_REQUIRE(draw != NULL && regions != NULL && region >= 0 && region < regions->regionCount)) return;
    const cdContactRegion *r = &regions->regions[region];
    const Drawing drawing = {draw, r, regions->points + r->firstPoint};
    cdVec3 middle = drawing.points[0];
    if (r->dimension == 2) {
        middle = drawPolygon(&drawing);
    } else if (r->dimension == 1) {
        drawLine(&drawing, drawing.points[0], drawing.points[1], CD_ROLE_REGION);
        middle = cdLerp(drawing.points[0], drawing.points[1], 0.5);
    } else if (draw->point) {
        draw->point(middle, CD_ROLE_REGION, draw->context);
    }
    for (int32_t i = 0; i < r->normalCount; i++)
        drawLine(&drawing, middle, cdMulAdd(middle, normalLength, r->normals[i]), CD_ROLE_NORMAL);
}
