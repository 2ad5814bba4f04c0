// Builds prisms over simple polygons.
//
// Input: an outline in the xy plane, counter-clockwise. Output: sides and two caps, each flat side one face.
// Source: ear clipping, O(n^3) for outlines of a few corners.
// (1) Find three neighbours that turn left, with no other corner in their triangle.
// (2) Cut the triangle off.
// (3) Repeat until three corners remain.
#include "shapes/prism.h"
#include <string.h>

// Returns twice the signed area of a triangle of points in the xy plane.
static double getTurn(const cdVec3 *points, int32_t a, int32_t b, int32_t c) {
    cdVec3 u = cdSub(points[b], points[a]), v = cdSub(points[c], points[a]);
    return u.x * v.y - u.y * v.x;
}

// (1) A corner on the border of the triangle counts as inside, so that no cut runs along the outline.
static bool isEar(const cdVec3 *points, const int32_t *ring, int32_t count, int32_t i) {
    int32_t a = ring[(i + count - 1) % count], b = ring[i], c = ring[(i + 1) % count];
    if (!(getTurn(points, a, b, c) > 0.0)) return false;
    for (int32_t k = 0; k < count; k++) {
        int32_t p = ring[k];
        if (p == a || p == b || p == c) continue;
        if (getTurn(points, a, b, p) >= 0.0 && getTurn(points, b, c, p) >= 0.0 &&
            getTurn(points, c, a, p) >= 0.0)
            return false;
    }
    return true;
}

static void addCorner(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, bool reverse) {
    AddTriangle(builder, a, reverse ? c : b, reverse ? b : c);
}

void AddPolygonFace(ShapeBuilder *builder, int32_t first, int32_t count, bool reverse) {
    if (builder->failed) return;
    int32_t ring[PRISM_CORNER_MAX];
    for (int32_t i = 0; i < count; i++)
        ring[i] = first + i;
    BeginFace(builder);
    while (count > 3) {
        int32_t ear = 0;
        while (ear < count - 1 && !isEar(builder->soup.points, ring, count, ear))
            ear++;
        addCorner(builder, ring[(ear + count - 1) % count], ring[ear], ring[(ear + 1) % count], reverse);
        memmove(ring + ear, ring + ear + 1, (size_t)(count - ear - 1) * sizeof *ring); // (2)
        count--;                                                                       // (3)
    }
    addCorner(builder, ring[0], ring[1], ring[2], reverse);
}

void AddPrism(ShapeBuilder *builder, const OutlinePoint *outline, int32_t count, double half) {
    int32_t first = builder->soup.pointCount;
    for (int32_t i = 0; i < 2 * count; i++)
        AddPoint(builder, (cdVec3){outline[i % count].x, outline[i % count].y, i < count ? half : -half});
    AddStrip(builder, first, first + count, count, true);
    AddPolygonFace(builder, first, count, false);
    AddPolygonFace(builder, first + count, count, true);
}

void LayOnSide(ShapeBuilder *builder) {
    for (int32_t i = 0; i < builder->soup.pointCount; i++) {
        cdVec3 p = builder->soup.points[i];
        builder->soup.points[i] = (cdVec3){p.x, p.z, 0.0 - p.y};
    }
}
