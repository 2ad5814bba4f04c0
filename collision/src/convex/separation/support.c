// Supporting vertices; see support.h.
#include "convex/separation/support.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/lanes.h"

// Bands of equal height, so of equal area, and sectors by |x| / (|x| + |y|), which grows with the angle: no
// trigonometric function and no branch.
int32_t cdGetTableCell(cdVec3 direction) {
    int32_t row = (int32_t)(0.5 * CD_TABLE_ROWS * (direction.z + 1.0));
    row = row < 0 ? 0 : row >= CD_TABLE_ROWS ? CD_TABLE_ROWS - 1 : row;
    double across = fabs(direction.x) + fabs(direction.y);
    double share = across > 0.0 ? direction.x / across : 1.0;
    double quarters = direction.y < 0.0 ? 3.0 + share : 1.0 - share; // quarter turns, 0 to 4
    int32_t column = (int32_t)(0.25 * CD_TABLE_COLUMNS * quarters) % CD_TABLE_COLUMNS;
    return row * CD_TABLE_COLUMNS + column;
}

cdVec3 cdGetCellDirection(int32_t cell) {
    double quarters = (cell % CD_TABLE_COLUMNS + 0.5) * 4.0 / CD_TABLE_COLUMNS;
    double z = (cell / CD_TABLE_COLUMNS + 0.5) * 2.0 / CD_TABLE_ROWS - 1.0;
    double x = quarters < 2.0 ? 1.0 - quarters : quarters - 3.0, y = 1.0 - fabs(x);
    double scale = sqrt((1.0 - z * z) / (x * x + y * y));
    return (cdVec3){scale * x, quarters < 2.0 ? scale * y : -scale * y, z};
}

static int32_t descendLevels(const cdConvex *convex, cdVec3 direction, int32_t *steps) {
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

// Returns the first of the farthest vertices of a small hull. Without a branch on the comparisons, since they
// are unpredictable.
static int32_t scanSmall(const cdConvex *convex, cdVec3 direction, int32_t *steps) {
    cdLanes heights[CD_SMALL_MAX / 2];
    const int32_t count = (convex->info.vertexCount + 1) / 2;
    cdLanes3 along = cdSpreadLanes3(direction);
    cdLanes highest = cdSpreadLanes(-INFINITY);
    for (int32_t i = 0; i < count; i++) {
        cdLanes3 v = cdLoadLanes3(convex->coordinates[0] + 2 * i, convex->coordinates[1] + 2 * i,
                                  convex->coordinates[2] + 2 * i);
        heights[i] = cdDotLanes3(along, v);
        highest = cdMaxLanes(highest, heights[i]);
    }
    *steps += 2 * count;
    double both[2];
    cdStoreLanes(both, highest);
    cdLanes best = cdSpreadLanes(cdMax(both[0], both[1]));
    uint32_t lower = 0;
    for (int32_t i = 0; i < count; i++)
        lower |= (uint32_t)cdLanesAbove(best, heights[i]) << 2 * i;
    return __builtin_ctz(~lower);
}

int32_t cdFindSupportAnew(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t *steps) {
    if (method == CD_SUPPORT_TABLE) {
        if (convex->table == NULL) return scanSmall(convex, direction, steps);
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
