// Builds a triangle soup point by point and face by face; used only by the generators of app/shapes.
//
// A builder that ran out of memory ignores all further calls, so generators need no checks.
#ifndef APP_SHAPE_BUILDER_H
#define APP_SHAPE_BUILDER_H

#include "shapes/shapes.h"

typedef struct ShapeBuilder {
    TriangleSoup soup;
    int32_t pointCapacity, triangleCapacity;
    int32_t faceCount;
    bool failed; // no memory
} ShapeBuilder;

int32_t AddPoint(ShapeBuilder *builder, cdVec3 point); // returns its index; 0 once failed
// Begins the next face; AddTriangle adds to it.
void BeginFace(ShapeBuilder *builder);
void AddTriangle(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c);
// Add one face each. Corners are counter-clockwise from outside; AddQuad splits from a to c.
void AddTriangleFace(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c);
void AddQuadFace(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d);
// Adds the strip between two rows of `count` points as quad faces; `closed` joins the last to the first.
// Outside is along (second - first) x (row direction).
void AddStrip(ShapeBuilder *builder, int32_t firstRow, int32_t secondRow, int32_t count, bool closed);
// Adds the flat strip between two closed rows as one face with a hole. Outside as in AddStrip.
void AddFlatStrip(ShapeBuilder *builder, int32_t firstRow, int32_t secondRow, int32_t count);
// Adds the points of a regular polygon about the y axis, counter-clockwise seen from above, with its first
// side towards +x at distance `half` from the axis. Returns the index of the first point.
int32_t AddPolygonRow(ShapeBuilder *builder, int32_t sides, double half, double height);
// Adds a row around a convex polygon as one face. It faces the side from which its points run
// counter-clockwise; with `down` the other side.
void AddPolygonCap(ShapeBuilder *builder, int32_t row, int32_t count, bool down);
// Adds the cone of triangle faces from a row to an apex. Outside as in AddStrip with the apex as second row.
void AddFan(ShapeBuilder *builder, int32_t row, int32_t apex, int32_t count);

// Revolves profile[count] about +Y. With the radius drawn to the right and the height up, outside is to the
// left of the direction from the first point to the last: the profile of a solid's outer wall goes down.
// Points on the axis become poles. `loop` joins the last point of the profile to the first.
typedef struct ProfilePoint {
    double radius, height;
} ProfilePoint;
void AddLathe(ShapeBuilder *builder, const ProfilePoint *profile, int32_t count, int32_t segments, bool loop);

// Merges points with equal coordinates, and drops triangles that thereby lose a corner.
void WeldEqualPoints(ShapeBuilder *builder);

#endif
