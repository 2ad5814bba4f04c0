// What a hull tells about itself.
#include "convex/convex_data.h"
#include "foundation/memory/hooks.h"

cdConvexInfo cdGetConvexInfo(const cdConvex *convex) {
    if (!CD_REQUIRE(convex != NULL)) return (cdConvexInfo){0};
    return convex->info;
}

const cdVec3 *cdGetConvexVertices(const cdConvex *convex, int32_t *count) {
    if (!CD_REQUIRE(convex != NULL && count != NULL)) return NULL;
    *count = convex->info.vertexCount;
    return convex->vertices;
}

const int32_t *cdGetConvexVertexIds(const cdConvex *convex, int32_t *count) {
    if (!CD_REQUIRE(convex != NULL && count != NULL)) return NULL;
    *count = convex->info.vertexCount;
    return convex->vertexIds;
}

const int32_t *cdGetConvexTriangles(const cdConvex *convex, int32_t *count) {
    if (!CD_REQUIRE(convex != NULL && count != NULL)) return NULL;
    *count = convex->info.triangleCount;
    return convex->triangles;
}
