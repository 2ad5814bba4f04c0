// cdCreateConvex: from points to one block that queries read.
//
// (1) Refuse invalid input. (2) Take the points relative to the centre of their bounds. (3) Find the hull and
// its levels. (4) Number the vertices so that each level's come first, pack, fill the direction table.
#include "convex/hull/convex_build.h"
#include "convex/hull/hull_vertices.h"
#include "convex/separation/support.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"

#include <string.h>

static const int32_t MAX_COUNT = 1 << 29;
static const double MAX_COORDINATE = 1e100;
// Fraction of the distance from the points' own origin that rounds a rotated centre like size.
static const double farShare = 1.0 / 4.0;

static cdBuildError checkDef(const cdConvexDef *def, cdConvexReport *report) {
    if (def->pointCount <= 0) return CD_BUILD_NO_POINTS;
    if (def->pointCount > MAX_COUNT) return CD_BUILD_TOO_LARGE;
    for (int32_t i = 0; i < def->pointCount; i++) {
        cdVec3 p = def->points[i];
        bool finite = isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
        if (finite && cdMaxAbs(p) <= MAX_COORDINATE) continue;
        report->errorPoint = i;
        return finite ? CD_BUILD_TOO_LARGE : CD_BUILD_NOT_FINITE;
    }
    return CD_BUILD_OK;
}

static void *layOutArray(unsigned char *block, size_t *offset, size_t count, size_t itemSize) {
    size_t start = (*offset + 63) / 64 * 64;
    *offset = start + count * itemSize;
    return block != NULL ? block + start : NULL;
}

// The arrays of the block while they are filled.
typedef struct Parts {
    cdVec3 *vertices;
    cdHullVertex *hullVertices;
    double *coordinates[3]; // for a small hull
    uint16_t *table;        // NULL for a small hull
    int32_t *vertexIds, *triangles;
    int32_t *firstNeighbor[CD_CONVEX_LEVEL_MAX], *neighbors[CD_CONVEX_LEVEL_MAX];
} Parts;

static size_t layOutParts(const cdConvexBuild *build, unsigned char *block, Parts *parts) {
    size_t size = sizeof(cdConvex), vertexCount = (size_t)build->levels[0].pointCount;
    parts->vertices = layOutArray(block, &size, vertexCount, sizeof(cdVec3));
    // A flat hull has no lines: a climb in it takes another direction.
    size_t lineCount = build->frame.dimension != 2 ? cdCountHullLines(&build->levels[0]) : 0;
    parts->hullVertices = lineCount > 0 ? layOutArray(block, &size, lineCount, sizeof(cdHullVertex)) : NULL;
    for (int k = 0; k < 3; k++)
        parts->coordinates[k] =
            vertexCount <= CD_SMALL_MAX
                ? layOutArray(block, &size, (vertexCount + 1) & ~(size_t)1, sizeof(double))
                : NULL;
    for (int32_t i = 0; i < build->levelCount; i++) {
        const cdHullLevel *level = &build->levels[i];
        parts->firstNeighbor[i] = layOutArray(block, &size, (size_t)level->pointCount + 1, sizeof(int32_t));
        parts->neighbors[i] = layOutArray(block, &size, (size_t)level->edgeCount, sizeof(int32_t));
    }
    parts->table = vertexCount > CD_SMALL_MAX
                       ? layOutArray(block, &size, CD_TABLE_ROWS * CD_TABLE_COLUMNS, sizeof(uint16_t))
                       : NULL;
    parts->vertexIds = layOutArray(block, &size, vertexCount, sizeof(int32_t));
    parts->triangles = layOutArray(block, &size, 3 * (size_t)build->triangleCount, sizeof(int32_t));
    return (size + 63) / 64 * 64;
}

// Returns the new number of each point, -1: no vertex. The coarsest level's come first.
static int32_t *numberVertices(const cdConvexBuild *build) {
    int32_t *numbers = cdAllocate((size_t)build->pointCount * sizeof *numbers);
    if (numbers == NULL) return NULL;
    for (int32_t i = 0; i < build->pointCount; i++)
        numbers[i] = -1;
    int32_t next = 0;
    for (int32_t level = build->levelCount - 1; level >= 0; level--)
        for (int32_t i = 0; i < build->levels[level].pointCount; i++) {
            int32_t *number = &numbers[build->levels[level].points[i]];
            if (*number < 0) *number = next++;
        }
    return numbers;
}

static void fillNeighbors(const cdHullLevel *level, const int32_t *numbers, int32_t *firstNeighbor,
                          int32_t *neighbors) {
    for (int32_t i = 0; i < level->edgeCount; i++)
        firstNeighbor[numbers[level->edges[2 * i]] + 1]++;
    for (int32_t i = 0; i < level->pointCount; i++)
        firstNeighbor[i + 1] += firstNeighbor[i];
    for (int32_t i = 0, rank = 0; i < level->edgeCount; i++) {
        int32_t start = level->edges[2 * i];
        rank = i > 0 && level->edges[2 * i - 2] == start ? rank + 1 : 0;
        neighbors[firstNeighbor[numbers[start]] + rank] = numbers[level->edges[2 * i + 1]];
    }
}

static void fillParts(const cdConvexBuild *build, const int32_t *numbers, const int32_t *pointIds,
                      const Parts *parts, cdConvex *convex) {
    for (int32_t i = 0; i < build->levels[0].pointCount; i++) {
        int32_t point = build->levels[0].points[i];
        parts->vertices[numbers[point]] = build->points[point];
        parts->vertexIds[numbers[point]] = pointIds != NULL ? pointIds[point] : point;
    }
    for (int32_t i = 0; i < 3 * build->triangleCount; i++)
        parts->triangles[i] = numbers[build->triangles[i]];
    for (int32_t i = 0; i < build->levelCount; i++) {
        fillNeighbors(&build->levels[i], numbers, parts->firstNeighbor[i], parts->neighbors[i]);
        convex->levels[i] =
            (cdConvexLevel){build->levels[i].pointCount, parts->firstNeighbor[i], parts->neighbors[i]};
    }
    convex->vertices = parts->vertices;
    convex->vertexIds = parts->vertexIds;
    convex->triangles = parts->triangles;
}

static void fillHullVertices(const Parts *parts, cdConvex *convex) {
    if (parts->hullVertices == NULL) return;
    cdFillHullLines(convex, parts->hullVertices);
    convex->hullVertices = parts->hullVertices;
}

static void fillCoordinates(const Parts *parts, cdConvex *convex) {
    int32_t count = convex->info.vertexCount;
    if (parts->coordinates[0] == NULL) return;
    for (int32_t i = 0; i < ((count + 1) & ~1); i++) {
        cdVec3 v = convex->vertices[i < count ? i : 0];
        parts->coordinates[0][i] = v.x;
        parts->coordinates[1][i] = v.y;
        parts->coordinates[2][i] = v.z;
    }
    for (int k = 0; k < 3; k++)
        convex->coordinates[k] = parts->coordinates[k];
}

static void fillInfo(const cdConvexBuild *build, cdVec3 center, cdConvex *convex) {
    cdConvexInfo *info = &convex->info;
    info->vertexCount = build->levels[0].pointCount;
    info->edgeCount = build->levels[0].edgeCount / 2;
    info->triangleCount = build->triangleCount;
    info->dimension = build->frame.dimension;
    info->levelCount = build->levelCount;
    info->center = center;
    info->bounds = (cdBox3){center, center};
    for (int32_t i = 0; i < info->vertexCount; i++) {
        cdVec3 v = convex->vertices[i], p = cdAdd(center, v);
        double unit = cdMax(cdMaxAbs(v), 1e-300), length = unit * cdLength(cdScale(1.0 / unit, v));
        info->radius = cdMax(info->radius, length * (1.0 + 4.0 * CD_EPSILON)); // not less by rounding
        info->bounds.lower = (cdVec3){cdMin(info->bounds.lower.x, p.x), cdMin(info->bounds.lower.y, p.y),
                                      cdMin(info->bounds.lower.z, p.z)};
        info->bounds.upper = (cdVec3){cdMax(info->bounds.upper.x, p.x), cdMax(info->bounds.upper.y, p.y),
                                      cdMax(info->bounds.upper.z, p.z)};
    }
    for (int32_t i = 0; i < info->vertexCount; i++)
        convex->middle = cdMulAdd(convex->middle, 1.0 / info->vertexCount, convex->vertices[i]);
    convex->size = info->radius + farShare * cdLength(center);
    info->error = build->error + 8.0 * CD_EPSILON * info->radius;
    convex->center = info->center;
    convex->error = info->error;
    convex->vertexCount = info->vertexCount;
}

static void fillFlatNormal(const cdHullFrame *frame, cdConvex *convex) {
    const double normal[3] = {frame->normal.x, frame->normal.y, frame->normal.z};
    double along = normal[frame->flatAxis];
    convex->flatAxis = frame->flatAxis;
    convex->flatNormal = (cdVec3){normal[0] / along, normal[1] / along, normal[2] / along};
}

// Consecutive cells are adjacent on the sphere: each climb starts at the vertex of the previous one.
static void fillTable(const Parts *parts, cdConvex *convex) {
    if (parts->table == NULL) return;
    int32_t steps = 0, vertex = 0;
    uint16_t listed = 0;
    for (int32_t i = 0; i < CD_TABLE_ROWS * CD_TABLE_COLUMNS; i++) {
        vertex = cdClimb(convex, cdGetCellDirection(i), vertex, &steps);
        if (vertex <= (int32_t)UINT16_MAX) listed = (uint16_t)vertex;
        parts->table[i] = listed;
    }
    convex->table = parts->table;
}

static cdConvex *packConvex(const cdConvexBuild *build, const int32_t *pointIds, cdVec3 center) {
    Parts parts;
    size_t byteCount = layOutParts(build, NULL, &parts);
    int32_t *numbers = numberVertices(build);
    unsigned char *block = numbers != NULL ? cdAllocate(byteCount) : NULL;
    cdConvex *convex = (cdConvex *)(void *)block;
    if (block != NULL) {
        layOutParts(build, block, &parts);
        fillParts(build, numbers, pointIds, &parts, convex);
        fillInfo(build, center, convex);
        if (build->frame.dimension == 2) fillFlatNormal(&build->frame, convex);
        fillHullVertices(&parts, convex);
        fillCoordinates(&parts, convex);
        convex->info.byteCount = byteCount;
        fillTable(&parts, convex);
    }
    cdFree(numbers);
    return convex;
}

cdConvex *cdBuildConvex(const cdVec3 *points, const int32_t *pointIds, int32_t pointCount, cdVec3 center,
                        double error, bool hullAlone, bool *noMemory) {
    cdConvexBuild build = {
        .points = points, .pointCount = pointCount, .error = error, .hullAlone = hullAlone};
    bool built = cdBuildLevels(&build);
    cdConvex *convex = built ? packConvex(&build, pointIds, center) : NULL;
    *noMemory = convex == NULL && (built || build.noMemory);
    cdFreeConvexBuild(&build);
    return convex;
}

static cdConvex *buildAboutCenter(const cdConvexDef *def, bool *noMemory) {
    cdVec3 lower = def->points[0], upper = lower;
    for (int32_t i = 1; i < def->pointCount; i++) {
        cdVec3 p = def->points[i];
        lower = (cdVec3){cdMin(lower.x, p.x), cdMin(lower.y, p.y), cdMin(lower.z, p.z)};
        upper = (cdVec3){cdMax(upper.x, p.x), cdMax(upper.y, p.y), cdMax(upper.z, p.z)};
    }
    cdVec3 center = cdLerp(lower, upper, 0.5);
    cdVec3 *points = cdAllocate((size_t)def->pointCount * sizeof *points);
    *noMemory = points == NULL;
    if (points == NULL) return NULL;
    for (int32_t i = 0; i < def->pointCount; i++)
        points[i] = cdSub(def->points[i], center);
    double rounded = CD_EPSILON * (cdMaxAbs(lower) + cdMaxAbs(upper));
    cdConvex *convex =
        cdBuildConvex(points, def->pointIds, def->pointCount, center, rounded, false, noMemory);
    cdFree(points);
    return convex;
}

cdConvex *cdCreateConvex(const cdConvexDef *def, cdConvexReport *report) {
    cdConvexReport unwanted;
    if (report == NULL) report = &unwanted;
    *report = (cdConvexReport){CD_BUILD_NO_POINTS, -1};
    if (!CD_REQUIRE(def != NULL && (def->points != NULL || def->pointCount <= 0))) return NULL;
    report->error = checkDef(def, report);
    if (report->error != CD_BUILD_OK) return NULL;
    bool noMemory;
    cdConvex *convex = buildAboutCenter(def, &noMemory);
    if (convex == NULL) report->error = noMemory ? CD_BUILD_OUT_OF_MEMORY : CD_BUILD_FAILED;
    return convex;
}

void cdDestroyConvex(cdConvex *convex) {
    cdFree(convex);
}
