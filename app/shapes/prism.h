// Prisms over simple polygons, convex or not; used by the generators of app/shapes alone.
#ifndef APP_PRISM_H
#define APP_PRISM_H

#include "shapes/shape_builder.h"

enum { PRISM_CORNER_MAX = 32 };

typedef struct OutlinePoint {
    double x, y;
} OutlinePoint;

// One face over points first .. first + count - 1, a simple polygon in a plane of constant z,
// counter-clockwise seen from +z; `reverse` turns its outside to -z.
void AddPolygonFace(ShapeBuilder *builder, int32_t first, int32_t count, bool reverse);

// Extrudes outline[count], counter-clockwise in the xy plane, from z = -half to z = half. Its points are
// those at +half, then those at -half; its faces the sides in the outline's order, then the caps at +half and
// -half.
void AddPrism(ShapeBuilder *builder, const OutlinePoint *outline, int32_t count, double half);

// Turns all points made so far by a quarter about x: +y to -z, +z to +y.
void LayOnSide(ShapeBuilder *builder);

#endif
