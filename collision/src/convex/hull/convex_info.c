// What a hull tells about itself.
#include "convex/convex_data.h"
#include "foundation/memory/hooks.h"

const char *cdGetConvexErrorName(cdConvexError error) {
    switch (error) {
    case CD_CONVEX_OK:
        return "no error";
    case CD_CONVEX_NO_POINTS:
        return "no points";
    case CD_CONVEX_NOT_FINITE:
        return "coordinate that is not finite";
    case CD_CONVEX_TOO_LARGE:
        return "too many points, or a coordinate beyond 1e100";
    case CD_CONVEX_OUT_OF_MEMORY:
        return "not enough memory";
    case CD_CONVEX_FAILED:
        return "points of which no hull can be made";
    }
    return "unknown error";
}

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
