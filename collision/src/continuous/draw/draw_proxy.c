// Convex hulls and what separates them, as lines and points with roles.
//
// Input: a mesh with its pose; what the convex proxies of a query told. Output: calls of the cdDebugDraw
// callbacks, world frame. (1) A hull is drawn by its edges, each once: every edge has a triangle on either
// side, which run along it in opposite directions. (2) A separating vector is drawn by its plane, half way
// through the gap it leaves (A's path may bulge into the rest of the distance of the two points), as a framed
// grid between the supporting points [CW96 2].
#include "collision/debug_draw.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_mode.h"
#include "mesh/mesh_data.h"

#include <stdio.h>

enum { GRID_CELLS = 8 };

static void drawSegment(const cdDebugDraw *draw, cdVec3 a, cdVec3 b, cdDrawRole role) {
    if (draw->segment) draw->segment(a, b, role, draw->context);
}

void cdDrawHull(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose) {
    if (!CD_REQUIRE(draw && mesh)) return;
    const cdConvex *hull = mesh->hull;
    if (hull == NULL) return;
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t triangleCount = info.triangleCount;
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    cdVec3 center = info.center;
    for (int32_t i = 0; i < 3 * triangleCount; i++) {
        int32_t from = triangles[i], to = triangles[i % 3 == 2 ? i - 2 : i + 1];
        if (from > to) continue;
        drawSegment(draw, cdTransformPoint(pose, cdAdd(vertices[from], center)),
                    cdTransformPoint(pose, cdAdd(vertices[to], center)), CD_ROLE_HULL);
    }
}

// A unit vector square to another.
static cdVec3 findPerpendicular(cdVec3 v) {
    bool steep = fabs(v.y) > 0.9;
    cdVec3 axis = {steep ? 1.0 : 0.0, steep ? 0.0 : 1.0, 0.0};
    return cdNormalize(cdCross(axis, v));
}

static void drawPlane(const cdDebugDraw *draw, cdVec3 center, cdVec3 x, cdVec3 y) {
    for (int i = 0; i <= GRID_CELLS; i++) {
        double at = 2.0 * i / GRID_CELLS - 1.0;
        cdDrawRole role = i == 0 || i == GRID_CELLS ? CD_ROLE_SEPARATOR : CD_ROLE_CELL;
        cdVec3 alongX = cdMulAdd(center, at, x), alongY = cdMulAdd(center, at, y);
        drawSegment(draw, cdSub(alongX, y), cdAdd(alongX, y), role);
        drawSegment(draw, cdSub(alongY, x), cdAdd(alongY, x), role);
    }
}

static void describe(const cdProxy *proxy, char *text, size_t textSize) {
    if (proxy->ofBoxes) {
        snprintf(text, textSize, "boxes %sparted: %d plane%s followed", proxy->separated ? "" : "not ",
                 (int)proxy->iterations, proxy->iterations == 1 ? "" : "s");
    } else if (!proxy->separated) {
        snprintf(text, textSize, "hulls not separated: the meshes are tested");
    } else if (proxy->cacheHit) {
        snprintf(text, textSize, "hulls separated: cached");
    } else {
        snprintf(text, textSize, "hulls separated: found in %d step%s", (int)proxy->iterations,
                 proxy->iterations == 1 ? "" : "s");
    }
}

static void drawPoint(const cdDebugDraw *draw, cdVec3 p) {
    if (draw->point) draw->point(p, CD_ROLE_SEPARATOR, draw->context);
}

// The plane, the supporting points and how far each is from it; the middle of the plane's upper border.
static cdVec3 drawSeparation(const cdDebugDraw *draw, const cdProxy *proxy, cdVec3 middle, double halfSide) {
    double toB = cdDot(proxy->vector, cdSub(proxy->pointB, middle)), toPlane = toB - 0.5 * proxy->gap;
    cdVec3 center = cdMulAdd(middle, toPlane, proxy->vector);
    cdVec3 x = cdScale(halfSide, findPerpendicular(proxy->vector)), y = cdCross(proxy->vector, x);
    drawPlane(draw, center, x, y);
    double fromA = cdDot(proxy->vector, cdSub(center, proxy->pointA));
    drawSegment(draw, proxy->pointA, cdMulAdd(proxy->pointA, fromA, proxy->vector), CD_ROLE_SEPARATOR);
    drawSegment(draw, proxy->pointB, cdMulAdd(proxy->pointB, -0.5 * proxy->gap, proxy->vector),
                CD_ROLE_SEPARATOR);
    drawPoint(draw, proxy->pointA);
    drawPoint(draw, proxy->pointB);
    return cdAdd(center, y.y > 0.0 ? y : cdNegate(y));
}

void cdDrawProxy(const cdDebugDraw *draw, const cdProxy *proxy, double halfSide) {
    if (!CD_REQUIRE(draw && proxy)) return;
    if (!proxy->tested) return;
    cdVec3 place = cdLerp(proxy->pointA, proxy->pointB, 0.5);
    if (proxy->separated) place = drawSeparation(draw, proxy, place, halfSide);
    if (!draw->label) return;
    char text[64];
    describe(proxy, text, sizeof text);
    draw->label(place, text, CD_ROLE_SEPARATOR, draw->context);
}
