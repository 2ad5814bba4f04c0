// Supporting vertices; see support.h.
#include "convex/support.h"
#include "foundation/hooks.h"
#include "foundation/lanes.h"

// Eight bands of equal height, so of equal area, and sixteen sectors told apart by signs and comparisons: a
// cell takes no trigonometric function.
int32_t cdGetTableCell(cdVec3 direction) {
    static const double tanEighth = 0.41421356237309503; // of 22.5 degrees
    int32_t row = (int32_t)(0.5 * CD_TABLE_ROWS * (direction.z + 1.0));
    row = row < 0 ? 0 : row >= CD_TABLE_ROWS ? CD_TABLE_ROWS - 1 : row;
    double x = fabs(direction.x), y = fabs(direction.y);
    int32_t steep = y > x;
    int32_t far = steep ? x > tanEighth * y : y > tanEighth * x;
    int32_t column = 8 * (direction.x < 0.0) + 4 * (direction.y < 0.0) + 2 * steep + far;
    return row * CD_TABLE_COLUMNS + column;
}

cdVec3 cdGetCellDirection(int32_t cell) {
    static const double cosines[2] = {0.98078528040323043, 0.83146961230254524}; // 11.25 and 33.75 degrees
    static const double sines[2] = {0.19509032201612825, 0.55557023301960218};
    int32_t column = cell % CD_TABLE_COLUMNS;
    double z = (cell / CD_TABLE_COLUMNS + 0.5) * 2.0 / CD_TABLE_ROWS - 1.0, across = sqrt(1.0 - z * z);
    bool steep = (column & 2) != 0;
    double x = steep ? sines[column & 1] : cosines[column & 1];
    double y = steep ? cosines[column & 1] : sines[column & 1];
    return (cdVec3){column & 8 ? -across * x : across * x, column & 4 ? -across * y : across * y, z};
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

// The first of the farthest vertices of a small hull.
static int32_t scanSmall(const cdConvex *convex, cdVec3 direction, int32_t *steps) {
    double heights[CD_SMALL_MAX];
    int32_t count = (convex->info.vertexCount + 1) & ~1;
    cdLanes3 along = cdSpreadLanes3(direction);
    cdLanes highest = cdSpreadLanes(-INFINITY);
    for (int32_t i = 0; i < count; i += 2) {
        cdLanes3 v =
            cdLoadLanes3(convex->coordinates[0] + i, convex->coordinates[1] + i, convex->coordinates[2] + i);
        cdLanes height = cdDotLanes3(along, v);
        highest = cdMaxLanes(highest, height);
        cdStoreLanes(heights + i, height);
    }
    *steps += count;
    double both[2];
    cdStoreLanes(both, highest);
    double best = cdMax(both[0], both[1]);
    for (int32_t i = 0; i < count; i++)
        if (heights[i] == best) return i;
    return 0; // a direction that is no number
}

int32_t cdFindSupport(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t start,
                      int32_t *steps) {
    if (method == CD_SUPPORT_SCAN) return scanVertices(convex, direction, steps);
    if (method == CD_SUPPORT_HIERARCHY) return descendLevels(convex, direction, steps);
    if (start < 0) {
        if (method == CD_SUPPORT_TABLE && convex->coordinates[0] != NULL)
            return scanSmall(convex, direction, steps);
        start = method == CD_SUPPORT_TABLE ? convex->table[cdGetTableCell(direction)] : 0;
    }
    return cdClimb(convex, direction, start, steps);
}

int32_t cdFindSupportAfterTurn(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t last,
                               int32_t *steps) {
    if (method != CD_SUPPORT_TABLE || last < 0) return cdFindSupport(convex, direction, method, last, steps);
    if (convex->coordinates[0] != NULL) return scanSmall(convex, direction, steps);
    int32_t cell = convex->table[cdGetTableCell(direction)];
    bool nearer = cdDot(direction, convex->vertices[cell]) > cdDot(direction, convex->vertices[last]);
    return cdClimb(convex, direction, nearer ? cell : last, steps);
}

int32_t cdFindSupportVertex(const cdConvex *convex, cdVec3 direction, cdSupportMethod method, int32_t start) {
    if (!CD_REQUIRE(convex && start < convex->info.vertexCount)) return -1;
    int32_t steps = 0;
    return cdFindSupport(convex, cdNormalize(direction), method, start, &steps);
}
