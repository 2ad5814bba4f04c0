// Prisms over simple polygons, convex or not; used only by the generators of app/shapes.
#ifndef APP_PRISM_H
#define APP_PRISM_H

#include "shapes/shape_builder.h"

enum { PRISM_CORNER_MAX = 128 };

typedef struct OutlinePoint {
    double x, y;
} OutlinePoint;

// Adds one face over points first .. first + count - 1, a simple polygon in a plane of constant z,
// counter-clockwise seen from +z. `reverse` turns its outside to -z.
void AddPolygonFace(ShapeBuilder *builder, int32_t first, int32_t count, bool reverse);

// Extrudes outline[count], counter-clockwise in the xy plane, from z = -half to z = half. Points: first at
// +half, then at -half. Faces: the sides in the outline's order, then the caps at +half and -half.
void AddPrism(ShapeBuilder *builder, const OutlinePoint *outline, int32_t count, double half);

// Turns all points added so far by a quarter turn about x: +y to -z, +z to +y.
void LayOnSide(ShapeBuilder *builder);

#endif
