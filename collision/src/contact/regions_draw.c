// Contact regions, to look at.
#include "collision/regions.h"

void cdDrawContactRegion(const cdDebugDraw *draw, const cdContactRegions *regions, int32_t region,
                         double normalLength) {
    (void)draw, (void)regions, (void)region, (void)normalLength;
}

int32_t cdTriangulateRegion(const cdVec3 *points, int32_t pointCount, cdVec3 normal, int32_t *triangles,
                            int32_t capacity) {
    (void)points, (void)pointCount, (void)normal, (void)triangles, (void)capacity;
    return 0;
}
