// Draws elements, sphere nodes and paths, the parts of every picture of results and traces.
#include "draw/draw_parts.h"
#include "foundation/numbers/functions.h"

#include <math.h>

enum { CIRCLE_STEPS = 24, PATH_STEPS = 32, GRID_CELLS = 8 };

void cdDrawCircle(const cdDebugDraw *draw, cdVec3 center, cdVec3 x, cdVec3 y, cdDrawStyle style) {
    cdVec3 last = cdAdd(center, x);
    for (int i = 1; i <= CIRCLE_STEPS; i++) {
        double angle = 6.28318530717958647692 * i / CIRCLE_STEPS;
        cdVec3 next = cdMulAdd(cdMulAdd(center, cdCos(angle), x), cdSin(angle), y);
        cdDrawSegment(draw, last, next, style);
        last = next;
    }
}

void cdDrawSphere(const cdDebugDraw *draw, cdVec3 center, double radius, cdDrawStyle style) {
    if (draw->sphere) {
        draw->sphere(center, radius, style, draw->context);
        return;
    }
    cdVec3 x = {radius, 0.0, 0.0}, y = {0.0, radius, 0.0}, z = {0.0, 0.0, radius};
    cdDrawCircle(draw, center, x, y, style);
    cdDrawCircle(draw, center, y, z, style);
    cdDrawCircle(draw, center, z, x, style);
}

void cdDrawPlane(const cdDebugDraw *draw, cdVec3 center, cdVec3 x, cdVec3 y) {
    for (int i = 0; i <= GRID_CELLS; i++) {
        double at = 2.0 * i / GRID_CELLS - 1.0;
        cdDrawStyle style = cdGetStyle(i == 0 || i == GRID_CELLS ? CD_ROLE_SEPARATOR : CD_ROLE_CELL);
        cdVec3 alongX = cdMulAdd(center, at, x), alongY = cdMulAdd(center, at, y);
        cdDrawSegment(draw, cdSub(alongX, y), cdAdd(alongX, y), style);
        cdDrawSegment(draw, cdSub(alongY, x), cdAdd(alongY, x), style);
    }
}

int cdGetElementCorners(const cdMesh *mesh, cdFeatureKind kind, int32_t index, cdVec3 corners[3]) {
    int32_t total = kind == CD_FEATURE_VERTEX ? mesh->vertexCount
                    : kind == CD_FEATURE_EDGE ? mesh->edgeCount
                    : kind == CD_FEATURE_FACE ? mesh->triangleCount
                                              : 0;
    if (index < 0 || index >= total) return 0;
    int count = kind == CD_FEATURE_VERTEX ? 1 : kind == CD_FEATURE_EDGE ? 2 : 3;
    for (int i = 0; i < count; i++) {
        int32_t vertex = kind == CD_FEATURE_VERTEX ? index
                         : kind == CD_FEATURE_EDGE ? mesh->edges[2 * (size_t)index + (size_t)i]
                                                   : mesh->triangles[3 * (size_t)index + (size_t)i];
        corners[i] = cdAdd(mesh->vertices[vertex], mesh->center);
    }
    return count;
}

void cdDrawElement(const cdDebugDraw *draw, const cdDrawnMesh *drawn, cdFeatureKind kind, int32_t index) {
    cdVec3 corners[3];
    int count = cdGetElementCorners(drawn->mesh, kind, index, corners);
    for (int i = 0; i < count; i++)
        corners[i] = cdTransformPoint(drawn->pose, corners[i]);
    if (count == 1) cdDrawPoint(draw, corners[0], drawn->style);
    if (count == 2) cdDrawSegment(draw, corners[0], corners[1], drawn->style);
    if (count == 3) cdDrawTriangle(draw, corners, drawn->style);
}

void cdDrawNodeSphere(const cdDebugDraw *draw, const cdDrawnMesh *drawn, int32_t node) {
    const cdMesh *mesh = drawn->mesh;
    if (node < 0 || node >= mesh->tree.nodeCount) return;
    cdNodeVolume volume = cdGetNodeVolume(&mesh->tree, node);
    cdVec3 center = cdTransformPoint(drawn->pose, cdAdd(volume.center, mesh->center));
    cdDrawSphere(draw, center, volume.radius, drawn->style);
}

cdVec3 cdDrawPath(const cdDebugDraw *draw, const cdMotion *motion, cdInterval t, cdVec3 local,
                  cdDrawStyle style) {
    cdVec3 last = cdTransformPoint(cdGetPoseAt(motion, t.lo), local);
    for (int i = 1; i <= PATH_STEPS; i++) {
        double at = cdMin(t.lo + (t.hi - t.lo) * i / PATH_STEPS, 1.0);
        cdVec3 next = cdTransformPoint(cdGetPoseAt(motion, at), local);
        cdDrawSegment(draw, last, next, style);
        last = next;
    }
    return last;
}

cdFeatureKind cdGetKindOfA(cdContactKind contact) {
    switch (contact) {
    case CD_VERTEX_FACE:
        return CD_FEATURE_VERTEX;
    case CD_FACE_VERTEX:
        return CD_FEATURE_FACE;
    case CD_EDGE_EDGE:
        return CD_FEATURE_EDGE;
    default:
        return CD_NO_FEATURE;
    }
}

cdFeatureKind cdGetKindOfB(cdContactKind contact) {
    switch (contact) {
    case CD_VERTEX_FACE:
        return CD_FEATURE_FACE;
    case CD_FACE_VERTEX:
        return CD_FEATURE_VERTEX;
    case CD_EDGE_EDGE:
        return CD_FEATURE_EDGE;
    default:
        return CD_NO_FEATURE;
    }
}
