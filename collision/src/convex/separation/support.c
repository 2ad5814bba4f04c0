// Supporting vertices; see support.h.
#include "convex/separation/support.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/expansion.h"
#include "foundation/numbers/float_mode.h"

int32_t cdClimb(const cdConvex *convex, cdVec3 direction, int32_t start, int32_t *steps) {
    const cdHullVertex *lines = convex->hullVertices;
    int32_t at = start, line = start;
    bool unsure = lines == NULL;
    const cdShortDirection along = cdMakeShortDirection(direction);
    while (lines != NULL) {
        cdShorts heights = cdGetShortHeights(&lines[line].edges, along);
        *steps += CD_NEAR_MAX;
        int32_t place;
        if (cdFindLargestShort(heights, &place) > CD_SHORT_ERROR) {
            at = line = lines[line].neighbors[place];
            unsure = false;
            continue;
        }
        int32_t last = lines[line].neighbors[CD_NEAR_MAX - 1];
        const bool linked = last >= convex->info.vertexCount; // its last place is no edge
        uint32_t places = (1u << (linked ? CD_NEAR_MAX - 1 : CD_NEAR_MAX)) - 1;
        unsure = unsure || (cdMaskShortsAbove(heights, heights, -CD_SHORT_ERROR) & places) != 0;
        if (!linked) break;
        line = last;
    }
    if (!unsure) return at;
    return cdClimbLevel(&convex->levels[0], convex->vertices, cdGetClimbDirection(convex, direction), at,
                        steps);
}

cdVec3 cdGetCellDirection(int32_t cell) {
    double quarters = (cell % CD_TABLE_COLUMNS + 0.5) * 4.0 / CD_TABLE_COLUMNS;
    double z = (cell / CD_TABLE_COLUMNS + 0.5) * 2.0 / CD_TABLE_ROWS - 1.0;
    double x = quarters < 2.0 ? 1.0 - quarters : quarters - 3.0, y = 1.0 - fabs(x);
    double scale = sqrt((1.0 - z * z) / (x * x + y * y));
    return (cdVec3){scale * x, quarters < 2.0 ? scale * y : -scale * y, z};
}

bool cdIsFartherExactly(cdVec3 direction, cdVec3 a, cdVec3 b) {
    const double along[3] = {direction.x, direction.y, direction.z};
    const cdExactDifference edge[3] = {cdSubtractExactly(b.x, a.x), cdSubtractExactly(b.y, a.y),
                                       cdSubtractExactly(b.z, a.z)};
    double height[6 * CD_DIFFERENCE_SIZE];
    int count = 0;
    for (int k = 0; k < 3; k++)
        count = cdAddExpansionProduct(count, height, edge[k].count, edge[k].parts, 1, &along[k], 1.0);
    return cdGetExpansionSign(count, height) > 0;
}

static int32_t descendLevels(const cdConvex *convex, cdVec3 direction, int32_t *steps) {
    direction = cdGetClimbDirection(convex, direction);
    int32_t at = 0;
    for (int32_t level = convex->info.levelCount - 1; level >= 0; level--)
        at = cdClimbLevel(&convex->levels[level], convex->vertices, direction, at, steps);
    return at;
}

static int32_t scanVertices(const cdConvex *convex, cdVec3 direction, int32_t *steps) {
    int32_t at = 0;
    double best = -INFINITY;
    for (int32_t i = 0; i < convex->info.vertexCount; i++) {
        double height = cdDot(direction, convex->vertices[i]);
        if (height <= best) continue;
        best = height;
        at = i;
    }
    *steps += convex->info.vertexCount;
    return at;
}

int32_t cdFindSupportAnew(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t *steps) {
    if (method == CD_SUPPORT_TABLE) {
        if (convex->table == NULL) return cdScanSmall(convex, direction, steps);
        return cdClimb(convex, direction, convex->table[cdGetTableCell(direction)], steps);
    }
    if (method == CD_SUPPORT_HIERARCHY) return descendLevels(convex, direction, steps);
    if (method == CD_SUPPORT_SCAN) return scanVertices(convex, direction, steps);
    return cdClimb(convex, direction, 0, steps);
}

int32_t cdFindSupportVertex(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t start) {
    if (!CD_REQUIRE(convex && start < convex->info.vertexCount)) return -1;
    int32_t steps = 0;
    return cdFindSupportNear(convex, cdNormalize(direction), method, start, &steps);
}
