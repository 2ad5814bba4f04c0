// Generates polytopes: convex hulls of random points on an ellipsoid, a rod or a plate [CW96 6].
#include "collision/convex.h"
#include "shapes/generators.h"
#include "shapes/polytope_points.h"
#include <stdlib.h>

static void addHull(ShapeBuilder *builder, const cdConvex *hull, const cdVec3 *points) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t vertexCount = info.vertexCount, triangleCount = info.triangleCount;
    const int32_t *ids = info.vertexIds;
    const int32_t *triangles = info.triangles;
    for (int32_t i = 0; i < vertexCount; i++)
        AddPoint(builder, points[ids[i]]);
    for (int32_t i = 0; i < triangleCount; i++, triangles += 3)
        AddTriangleFace(builder, triangles[0], triangles[1], triangles[2]);
}

static const char *generate(ShapeBuilder *builder, PolytopeShape shape, const double *values) {
    int32_t count = (int32_t)values[0];
    cdVec3 *points = malloc((size_t)count * sizeof *points);
    builder->failed = points == NULL;
    if (points == NULL) return NULL;
    SamplePolytope(shape, (uint64_t)values[1], count, points);
    cdConvexDef def = {.points = points, .pointCount = count};
    cdConvexReport report;
    cdConvex *hull = cdCreateConvex(&def, &report);
    if (hull != NULL) addHull(builder, hull, points);
    cdDestroyConvex(hull);
    free(points);
    return hull != NULL ? NULL : cdGetBuildErrorName(report.error);
}

const char *GenerateEllipsoidPolytope(ShapeBuilder *builder, const double *values) {
    return generate(builder, POLYTOPE_ELLIPSOID, values);
}

const char *GenerateRodPolytope(ShapeBuilder *builder, const double *values) {
    return generate(builder, POLYTOPE_ROD, values);
}

const char *GeneratePlatePolytope(ShapeBuilder *builder, const double *values) {
    return generate(builder, POLYTOPE_PLATE, values);
}
