// Joins the triangles of several meshes to one soup, in their order.
#include "shapes/joined_soup.h"
#include <stdlib.h>

// Returns the number of ids: the largest one + 1.
static int32_t countIds(const int32_t *ids, int32_t count) {
    int32_t most = -1;
    for (int32_t i = 0; i < count; i++)
        most = ids[i] > most ? ids[i] : most;
    return most + 1;
}

static bool grow(void *array, size_t count, size_t size) {
    void **pointer = array;
    void *larger = realloc(*pointer, count * size);
    if (larger != NULL) *pointer = larger;
    return larger != NULL;
}

static bool growSoup(TriangleSoup *soup, const TriangleSoup *added) {
    int64_t points = (int64_t)soup->pointCount + added->pointCount,
            triangles = (int64_t)soup->triangleCount + added->triangleCount;
    return points <= INT32_MAX && triangles <= INT32_MAX / 3 &&
           grow(&soup->points, (size_t)points, sizeof *soup->points) &&
           grow(&soup->pointIds, (size_t)points, sizeof *soup->pointIds) &&
           grow(&soup->triangles, (size_t)triangles, 3 * sizeof *soup->triangles) &&
           grow(&soup->faceIds, (size_t)triangles, sizeof *soup->faceIds);
}

bool AppendTriangleSoup(TriangleSoup *soup, const TriangleSoup *added, cdPose pose) {
    int32_t firstFace = countIds(soup->faceIds, soup->triangleCount),
            firstId = countIds(soup->pointIds, soup->pointCount), firstPoint = soup->pointCount;
    if (!growSoup(soup, added)) return false;
    for (int32_t i = 0; i < added->pointCount; i++) {
        soup->points[soup->pointCount] = cdTransformPoint(pose, added->points[i]);
        soup->pointIds[soup->pointCount++] = firstId + added->pointIds[i];
    }
    for (int32_t i = 0; i < added->triangleCount; i++) {
        for (int32_t k = 0; k < 3; k++)
            soup->triangles[3 * soup->triangleCount + k] = firstPoint + added->triangles[3 * i + k];
        soup->faceIds[soup->triangleCount++] = firstFace + added->faceIds[i];
    }
    return true;
}
