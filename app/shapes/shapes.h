// Generated meshes. Input: a name with parameters. Output: triangles.
//
// "torus:major=1,minor=0.3,segments=40" gives that torus; parameters left out keep their defaults. Each shape
// is closed and turned outwards unless its description says otherwise. Quads and polygons are two or more
// triangles that share a face id, the face's number in order of creation. Right-handed, +Y up.
#ifndef APP_SHAPES_H
#define APP_SHAPES_H

#include "collision/mesh.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TriangleSoup {
    cdVec3 *points;     // points[pointCount]
    int32_t *triangles; // triangles[3 * triangleCount], counter-clockwise from outside
    int32_t *faceIds;   // faceIds[triangleCount]: face of each triangle
    int32_t *pointIds;  // pointIds[pointCount]: vertex of each point in the file or shape
    int32_t pointCount, triangleCount;
} TriangleSoup;

void DestroyTriangleSoup(TriangleSoup *soup);
cdMeshDef MakeSoupMeshDef(const TriangleSoup *soup); // uses its arrays. @lifetime the soup's

typedef struct ShapeParam {
    const char *name;
    double value; // default
    double lower, upper;
    bool whole;        // must be a whole number
    const char *about; // with the unit of angles; lengths have the mesh's unit
} ShapeParam;

enum { SHAPE_PARAM_MAX = 7 };

typedef struct Shape {
    const char *name, *group, *about;   // group: "flat", "round", "parts", "rooms" or "polytopes"
    ShapeParam params[SHAPE_PARAM_MAX]; // terminated by one without a name
} Shape;

// Returns all shapes, for --help. @lifetime static
const Shape *GetShapes(int32_t *count);

int32_t CountShapeParams(const Shape *shape);
// Writes "builtin:NAME:key=value,..." with the values that differ from the defaults.
void WriteShapeSpec(const Shape *shape, const double *values, char *spec, size_t specSize);

// Generates the shape of `spec` ("NAME" or "NAME:key=value,..."). On failure `message` describes the error
// and the valid names, and `soup` is empty.
bool MakeShape(const char *spec, TriangleSoup *soup, char *message, size_t messageSize);

#endif
