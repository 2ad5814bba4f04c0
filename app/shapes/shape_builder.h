// Grows a triangle soup point by point and face by face; used by the generators of app/shapes alone.
//
// A builder that ran out of memory swallows everything that follows, so generators need no checks of their
// own.
#ifndef APP_SHAPE_BUILDER_H
#define APP_SHAPE_BUILDER_H

#include "shapes/shapes.h"

typedef struct ShapeBuilder {
    TriangleSoup soup;
    int32_t pointCapacity, triangleCapacity;
    int32_t faceCount;
    bool failed; // no memory
} ShapeBuilder;

int32_t AddPoint(ShapeBuilder *builder, cdVec3 point); // its index; 0 once failed
// Opens the next face; AddTriangle adds to it.
void BeginFace(ShapeBuilder *builder);
void AddTriangle(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c);
// A face of its own each. Corners counter-clockwise from outside; AddQuad splits from a to c.
void AddTriangleFace(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c);
void AddQuadFace(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d);
// The strip between two rows of `count` points each, as quad faces; closed: the last joins the first. Outside
// is along (second - first) x (row direction).
void AddStrip(ShapeBuilder *builder, int32_t firstRow, int32_t secondRow, int32_t count, bool closed);
// The flat strip between two closed rows, one face with a hole. Outside as in AddStrip.
void AddFlatStrip(ShapeBuilder *builder, int32_t firstRow, int32_t secondRow, int32_t count);
// The points of a regular polygon about the y axis whose first side looks towards +x, `half` from the axis;
// counter-clockwise seen from above. The index of the first.
int32_t AddPolygonRow(ShapeBuilder *builder, int32_t sides, double half, double height);
// A row around a convex polygon, as one face that looks the way its points run counter-clockwise, or, `down`,
// the other way.
void AddPolygonCap(ShapeBuilder *builder, int32_t row, int32_t count, bool down);
// The cone of triangle faces from a row to an apex, outside as in AddStrip with the apex in the second row's
// place.
void AddFan(ShapeBuilder *builder, int32_t row, int32_t apex, int32_t count);

// Revolves profile[count] about +Y. With the radius drawn to the right and the height up, outside is to the
// left of someone who walks the profile from its first point to its last: a solid's outer wall is walked
// downwards. Points on the axis become poles. `loop`: the last point of the profile joins the first.
typedef struct ProfilePoint {
    double radius, height;
} ProfilePoint;
void AddLathe(ShapeBuilder *builder, const ProfilePoint *profile, int32_t count, int32_t segments, bool loop);

// Makes one point of all that have equal coordinates and drops triangles that thereby lose a corner.
void WeldEqualPoints(ShapeBuilder *builder);

#endif
