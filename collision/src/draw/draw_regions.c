// Draws contact regions.
//
// Input: a region. Output: calls of the cdDebugDraw callbacks. (1) A polygon is its triangles and its outline
// without bridges, a segment is a line, a point a point. (2) Normals begin at the middle. A polygon's middle
// is its centroid if that is inside; else, as for a frame or a crescent, the centroid of its largest
// triangle, which is always inside. Without memory for the triangles, a polygon is its outline alone and its
// middle the first corner.
#include "contact/overlay/region_triangles.h"
#include "draw/draw_calls.h"
#include "foundation/memory/hooks.h"

#include <stdio.h>

typedef struct Drawing {
    const cdDebugDraw *draw;
    const cdContactRegion *region;
    const cdVec3 *points;   // the region's
    const int32_t *corners; // corners[3 * triangleCount], of a polygon
    int32_t triangleCount;
    cdDrawStyle style;
} Drawing;

// --- (1)

static void getTriangle(const Drawing *drawing, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = drawing->points[drawing->corners[3 * triangle + k]];
}

static void drawPolygon(const Drawing *drawing) {
    const cdVec3 *points = drawing->points;
    int32_t count = drawing->region->pointCount;
    for (int32_t i = 0; i < drawing->triangleCount; i++) {
        cdVec3 corners[3];
        getTriangle(drawing, i, corners);
        cdDrawTriangle(drawing->draw, corners, drawing->style);
    }
    for (int32_t i = 0; i < count && drawing->draw->segment; i++) {
        if (!cdIsRegionBridge(points, count, i))
            cdDrawSegment(drawing->draw, points[i], points[(i + 1) % count], drawing->style);
    }
}

// --- (2)

static bool isInTriangle(cdVec3 p, const cdVec3 t[3]) {
    cdVec3 normal = cdCross(cdSub(t[1], t[0]), cdSub(t[2], t[0]));
    for (int k = 0; k < 3; k++) {
        cdVec3 side = cdSub(t[(k + 1) % 3], t[k]);
        if (cdDot(cdCross(side, cdSub(p, t[k])), normal) < 0.0) return false;
    }
    return true;
}

static bool isInPolygon(const Drawing *drawing, cdVec3 p) {
    for (int32_t i = 0; i < drawing->triangleCount; i++) {
        cdVec3 corners[3];
        getTriangle(drawing, i, corners);
        if (isInTriangle(p, corners)) return true;
    }
    return false;
}

static cdVec3 findPolygonMiddle(const Drawing *drawing) {
    cdVec3 base = drawing->points[0], sum = {0.0, 0.0, 0.0}, largestMiddle = base;
    double whole = 0.0, largest = 0.0;
    for (int32_t i = 0; i < drawing->triangleCount; i++) {
        cdVec3 t[3];
        getTriangle(drawing, i, t);
        cdVec3 middle = cdScale(1.0 / 3.0, cdAdd(t[0], cdAdd(t[1], t[2])));
        double area = cdLength(cdCross(cdSub(t[1], t[0]), cdSub(t[2], t[0])));
        sum = cdMulAdd(sum, area, cdSub(middle, base));
        whole += area;
        if (area > largest) largestMiddle = middle;
        largest = cdMax(largest, area);
    }
    if (!(whole > 0.0)) return base;
    cdVec3 centroid = cdMulAdd(base, 1.0 / whole, sum);
    return isInPolygon(drawing, centroid) ? centroid : largestMiddle;
}

static cdVec3 findMiddle(const Drawing *drawing) {
    if (drawing->region->dimension == 2) return findPolygonMiddle(drawing);
    if (drawing->region->dimension == 1) return cdLerp(drawing->points[0], drawing->points[1], 0.5);
    return drawing->points[0];
}

static void drawNormals(const Drawing *drawing, cdVec3 middle, double length) {
    const cdContactRegion *region = drawing->region;
    // New normals are faded; a persistent normal is known from the previous step [BV92 3].
    double fade = region->origin == CD_NORMALS_COMPUTED ? 0.5 : 0.0;
    for (int32_t i = 0; i < region->normalCount; i++)
        cdDrawArrow(drawing->draw, middle, cdMulAdd(middle, length, region->normals[i]),
                    (cdDrawStyle){CD_ROLE_NORMAL, CD_OWNER_NONE, fade});
}

// --- The label

// "face 3 / face 7, area 0.5, for 4 steps".
static void labelRegion(const Drawing *drawing, const cdRegionsInput *input, cdVec3 middle) {
    const cdContactRegion *region = drawing->region;
    char partA[64], partB[64], measure[48] = "", age[32] = "new", text[224];
    cdDescribeFeature(cdGetFeatureAt(input->meshA, region->locationA), partA, sizeof partA);
    cdDescribeFeature(cdGetFeatureAt(input->meshB, region->locationB), partB, sizeof partB);
    if (region->dimension > 0)
        snprintf(measure, sizeof measure, ", %s %.4g", region->dimension == 2 ? "area" : "length",
                 region->measure);
    if (!region->sufficient)
        snprintf(age, sizeof age, "redundant");
    else if (region->age > 0)
        snprintf(age, sizeof age, "for %d step%s", (int)region->age, region->age == 1 ? "" : "s");
    snprintf(text, sizeof text, "%s / %s%s, %s", partA, partB, measure, age);
    cdDrawLabel(drawing->draw, middle, text, drawing->style);
}

static void drawRegion(const Drawing *drawing) {
    const cdVec3 *points = drawing->points;
    if (drawing->region->dimension == 2)
        drawPolygon(drawing);
    else if (drawing->region->dimension == 1)
        cdDrawSegment(drawing->draw, points[0], points[1], drawing->style);
    else
        cdDrawPoint(drawing->draw, points[0], drawing->style);
}

void cdDrawContactRegion(const cdDebugDraw *draw, const cdRegionsInput *input,
                         const cdContactRegions *regions, int32_t region, double normalLength) {
    if (!CD_REQUIRE(draw != NULL && regions != NULL && region >= 0 && region < regions->regionCount)) return;
    const cdContactRegion *r = &regions->regions[region];
    Drawing drawing = {.draw = draw, .region = r, .points = regions->points + r->firstPoint};
    drawing.style = (cdDrawStyle){CD_ROLE_REGION, CD_OWNER_NONE, r->sufficient ? 0.0 : 0.7};
    int32_t *corners = NULL;
    if (r->dimension == 2) {
        corners = cdAllocate(3 * (size_t)r->pointCount * sizeof *corners);
        // The corners determine their normal: a region may have none.
        cdVec3 normal = cdFindAreaVector(drawing.points, r->pointCount);
        drawing.corners = corners;
        if (corners)
            drawing.triangleCount =
                cdTriangulateRegion(drawing.points, r->pointCount, normal, corners, r->pointCount);
    }
    drawRegion(&drawing);
    cdVec3 middle = findMiddle(&drawing);
    drawNormals(&drawing, middle, normalLength);
    if (input && draw->label) labelRegion(&drawing, input, middle);
    cdFree(corners);
}
