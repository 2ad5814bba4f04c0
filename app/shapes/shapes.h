// Generated meshes: a name with parameters in, triangles out.
//
// "torus:major=1,minor=0.3,segments=40" gives that torus; parameters left out keep their defaults. Each shape
// is closed and turned outwards unless its description says otherwise. Quads and polygons are two or more
// triangles that share a face id, the face's number in the order of making. Right-handed, +Y up.
#ifndef APP_SHAPES_H
#define APP_SHAPES_H

#include "collision/mesh.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TriangleSoup {
    cdVec3 *points;     // points[pointCount]
    int32_t *triangles; // triangles[3 * triangleCount], counter-clockwise from outside
    int32_t *faceIds;   // faceIds[triangleCount]: the face each triangle is a part of
    int32_t *pointIds;  // pointIds[pointCount]: the vertex each point is in the file or the shape
    int32_t pointCount, triangleCount;
} TriangleSoup;

void DestroyTriangleSoup(TriangleSoup *soup);
cdMeshDef MakeSoupMeshDef(const TriangleSoup *soup); // of these arrays. @lifetime the soup's

typedef struct ShapeParam {
    const char *name;
    double value; // default
    double lower, upper;
    bool whole;        // a whole number
    const char *about; // with its unit
} ShapeParam;

enum { SHAPE_PARAM_MAX = 7 };

typedef struct Shape {
    const char *name, *group, *about;   // group: "flat", "round", "parts", "rooms" or "polytopes"
    ShapeParam params[SHAPE_PARAM_MAX]; // the first without a name ends them
} Shape;

// All shapes, for --help. @lifetime static
const Shape *GetShapes(int32_t *count);

int32_t CountShapeParams(const Shape *shape);
// Writes "builtin:NAME:key=value,..." with the values that differ from the defaults.
void WriteShapeSpec(const Shape *shape, const double *values, char *spec, size_t specSize);

// Makes the shape that `spec` names ("NAME" or "NAME:key=value,..."). On failure `message` says what is wrong
// with the spec and what there is instead, and `soup` stays empty.
bool MakeShape(const char *spec, TriangleSoup *soup, char *message, size_t messageSize);

#endif
