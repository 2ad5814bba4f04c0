// Reading a hull.
#include "convex/convex_data.h"
#include "foundation/memory/hooks.h"

cdConvexInfo cdGetConvexInfo(const cdConvex *convex) {
    if (!CD_REQUIRE(convex != NULL)) return (cdConvexInfo){0};
    cdConvexInfo info = convex->info;
    info.vertices = convex->vertices;
    info.vertexIds = convex->vertexIds;
    info.triangles = convex->triangles;
    return info;
}
