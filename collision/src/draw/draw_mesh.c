// Draws meshes and motions as lines: sphere trees, convex hulls, screws.
//
// Input: a mesh with its pose, a motion. Output: calls of the cdDebugDraw callbacks, world frame. A hull is
// drawn by its edges, each once: the triangles on both sides of an edge traverse it in opposite directions.
#include "draw/draw_parts.h"
#include "foundation/geometry/screw.h"
#include "foundation/memory/hooks.h"

void cdDrawSphereTree(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t level) {
    if (!CD_REQUIRE(draw && mesh)) return;
    const cdDrawnMesh drawn = {mesh, pose, cdGetStyle(CD_ROLE_SPHERE)};
    for (int32_t node = 0; node < mesh->tree.nodeCount; node++) {
        cdSphereNode sphere = cdGetSphereNode(mesh, node);
        bool leaf = sphere.firstChild < 0;
        if (level < 0 ? leaf : sphere.level == level || (leaf && sphere.level < level))
            cdDrawNodeSphere(draw, &drawn, node);
    }
}

void cdDrawHull(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose) {
    if (!CD_REQUIRE(draw && mesh)) return;
    const cdConvex *hull = mesh->hull;
    if (hull == NULL) return;
    const cdConvexInfo info = cdGetConvexInfo(hull);
    for (int32_t i = 0; i < 3 * info.triangleCount; i++) {
        int32_t from = info.triangles[i], to = info.triangles[i % 3 == 2 ? i - 2 : i + 1];
        if (from > to) continue;
        cdDrawSegment(draw, cdTransformPoint(pose, cdAdd(info.vertices[from], info.center)),
                      cdTransformPoint(pose, cdAdd(info.vertices[to], info.center)),
                      cdGetStyle(CD_ROLE_HULL));
    }
}

void cdDrawPaths(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh, int32_t pathCount) {
    if (!CD_REQUIRE(draw && motion && mesh)) return;
    const cdInterval whole = {0.0, 1.0};
    const cdDrawStyle style = cdGetStyle(CD_ROLE_SCREW);
    cdDrawPoint(draw, cdDrawPath(draw, motion, whole, mesh->center, style), style);
    for (int32_t i = 0; i < pathCount && i < mesh->vertexCount; i++) {
        int32_t vertex = (int32_t)((int64_t)i * mesh->vertexCount / pathCount) % mesh->vertexCount;
        cdVec3 local = cdAdd(mesh->vertices[vertex], mesh->center);
        cdDrawPoint(draw, cdDrawPath(draw, motion, whole, local, style), style);
    }
}

void cdDrawMotion(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh, int32_t pathCount) {
    if (!CD_REQUIRE(draw && motion && mesh)) return;
    cdDrawPaths(draw, motion, mesh, pathCount);
    const cdDrawStyle style = cdGetStyle(CD_ROLE_SCREW);
    cdVec3 point, direction;
    if (!cdGetScrewAxis(motion, &point, &direction)) return;
    double reach = 2.0 * mesh->radius;
    cdVec3 end = cdMulAdd(point, reach, direction);
    cdDrawSegment(draw, cdMulAdd(point, -reach, direction), end, style);
    cdDrawLabel(draw, end, "screw axis", style);
}
