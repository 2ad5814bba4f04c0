// Welding: merges equal points into one vertex, and equal triangles into one triangle.
//
// Input: points and triangles as given. Output: the vertex of each point, the triangles over vertices.
//
// Only points that a triangle uses become vertices, in the order of the input; the first of several equal
// points is kept, with its coordinates and its id. With a weld distance, a point joins the closest kept
// vertex within that distance, or becomes a vertex itself. So a chain of close points does not collapse into
// one: no point moves by more than the distance, and vertices stay farther apart than it. Triangles with the
// same three vertices, in any order, are kept once. Triangles whose corners weld together stay, as a segment
// or point: no part of the surface is lost.
#include "mesh/build/mesh_build.h"
#include "mesh/build/mesh_input.h"

#include <string.h>

static uint64_t hashDoubles(double x, double y, double z) {
    double normalized[3] = {x + 0.0, y + 0.0, z + 0.0}; // -0 becomes 0
    uint64_t bits[3];
    memcpy(bits, normalized, sizeof bits);
    return cdMixHash(cdMixHash(cdMixHash(0, bits[0]), bits[1]), bits[2]);
}

static cdVec3 getVertexPoint(const cdMeshBuild *build, int32_t vertex) {
    return cdGetInputPoint(build->def, build->vertexPoints[vertex]);
}

static int32_t findEqualVertex(const cdMeshBuild *build, const cdIndexTable *table, cdVec3 p, uint64_t hash) {
    for (int32_t v = cdGetFirstItem(table, hash); v >= 0; v = cdGetNextItem(table, v)) {
        cdVec3 q = getVertexPoint(build, v);
        if (p.x == q.x && p.y == q.y && p.z == q.z) return v;
    }
    return -1;
}

// Cells four times as wide as the weld distance: points within it are mostly in the point's own cell, and
// since vertices keep their distance a cell cannot fill up. They are never so small that their numbers lose
// digits.
typedef struct WeldGrid {
    double distance, cell;
} WeldGrid;

static WeldGrid makeWeldGrid(const cdMeshDef *def) {
    double largest = 0.0;
    for (int32_t i = 0; i < def->pointCount; i++)
        largest = cdMax(largest, cdMaxAbs(cdGetInputPoint(def, i)));
    return (WeldGrid){def->weldDistance, cdMax(4.0 * def->weldDistance, largest * 0x1p-40)};
}

// Returns the cell of p, moved by `step` along each axis.
static cdVec3 getCell(const WeldGrid *grid, cdVec3 p, double step) {
    double cell = grid->cell;
    return (cdVec3){floor((p.x + step) / cell), floor((p.y + step) / cell), floor((p.z + step) / cell)};
}

// Returns the closest vertex of a cell if it is closer than `nearest`, the best so far.
static int32_t findNearestInCell(const cdMeshBuild *build, const cdIndexTable *table, cdVec3 cell, cdVec3 p,
                                 int32_t nearest, double *nearestDistance) {
    uint64_t hash = hashDoubles(cell.x, cell.y, cell.z);
    for (int32_t v = cdGetFirstItem(table, hash); v >= 0; v = cdGetNextItem(table, v)) {
        double distance = cdLength(cdSub(getVertexPoint(build, v), p));
        bool tied = distance == *nearestDistance && (nearest < 0 || v < nearest);
        if (!tied && !(distance < *nearestDistance)) continue;
        nearest = v;
        *nearestDistance = distance;
    }
    return nearest;
}

static int32_t findNearVertex(const cdMeshBuild *build, const cdIndexTable *table, const WeldGrid *grid,
                              cdVec3 p) {
    double reach = grid->distance + 0x1p-10 * grid->cell; // margin above any rounding of a point
    cdVec3 first = getCell(grid, p, -reach), last = getCell(grid, p, reach);
    int32_t nearest = -1;
    double nearestDistance = grid->distance;
    for (double x = first.x; x <= last.x; x += 1.0) {
        for (double y = first.y; y <= last.y; y += 1.0) {
            for (double z = first.z; z <= last.z; z += 1.0) {
                nearest = findNearestInCell(build, table, (cdVec3){x, y, z}, p, nearest, &nearestDistance);
            }
        }
    }
    return nearest;
}

static int32_t findOrAddVertex(cdMeshBuild *build, cdIndexTable *table, const WeldGrid *grid, int32_t point) {
    cdVec3 p = cdGetInputPoint(build->def, point);
    cdVec3 cell = grid->distance > 0.0 ? getCell(grid, p, 0.0) : p;
    uint64_t hash = hashDoubles(cell.x, cell.y, cell.z);
    int32_t vertex =
        grid->distance > 0.0 ? findNearVertex(build, table, grid, p) : findEqualVertex(build, table, p, hash);
    if (vertex >= 0) return vertex;
    vertex = build->mesh.vertexCount++;
    build->vertexPoints[vertex] = point;
    cdInsertItem(table, hash, vertex);
    return vertex;
}

static void markUsedPoints(cdMeshBuild *build) {
    for (int32_t i = 0; i < build->def->triangleCount; i++) {
        int32_t corners[3];
        cdGetInputTriangle(build->def, i, corners);
        for (int k = 0; k < 3; k++)
            build->pointVertices[corners[k]] = 0;
    }
}

bool cdWeldPoints(cdMeshBuild *build) {
    const cdMeshDef *def = build->def;
    size_t pointCount = (size_t)def->pointCount;
    build->pointVertices = cdTakeUnsetArray(build, pointCount, sizeof(int32_t));
    build->vertexPoints = cdTakeUnsetArray(build, pointCount, sizeof(int32_t));
    build->mesh.vertexIds = cdTakeUnsetArray(build, pointCount, sizeof(int32_t));
    cdIndexTable table;
    if (!build->pointVertices || !build->vertexPoints || !build->mesh.vertexIds) return false;
    if (!cdMakeIndexTable(build, pointCount, pointCount, &table)) return false;

    for (int32_t i = 0; i < def->pointCount; i++)
        build->pointVertices[i] = -1;
    markUsedPoints(build);
    WeldGrid grid = makeWeldGrid(def);
    for (int32_t i = 0; i < def->pointCount; i++) {
        if (build->pointVertices[i] < 0) continue;
        build->pointVertices[i] = findOrAddVertex(build, &table, &grid, i);
    }
    for (int32_t v = 0; v < build->mesh.vertexCount; v++) {
        int32_t point = build->vertexPoints[v];
        build->mesh.vertexIds[v] = def->pointIds != NULL ? def->pointIds[point] : point;
    }
    cdFreeIndexTable(build, &table);
    return true;
}

static void sortThree(const int32_t *in, int32_t out[3]) {
    int32_t a = in[0] < in[1] ? in[0] : in[1], b = in[0] < in[1] ? in[1] : in[0], c = in[2];
    out[0] = a < c ? a : c;
    out[2] = b > c ? b : c;
    out[1] = c < a ? a : (c > b ? b : c);
}

static bool haveSameCorners(const int32_t *triangle, const int32_t sorted[3]) {
    int32_t other[3];
    sortThree(triangle, other);
    return other[0] == sorted[0] && other[1] == sorted[1] && other[2] == sorted[2];
}

static void getCorners(const cdMeshBuild *build, int32_t source, int32_t corners[3]) {
    cdGetInputTriangle(build->def, source, corners);
    for (int k = 0; k < 3; k++)
        corners[k] = build->pointVertices[corners[k]];
}

// Counts the triangles of which each vertex is the lowest.
static void countLowest(const cdMeshBuild *build, int32_t *uses) {
    for (int32_t t = 0; t < build->def->triangleCount; t++) {
        int32_t corners[3], sorted[3];
        getCorners(build, t, corners);
        sortThree(corners, sorted);
        uses[sorted[0]]++;
    }
}

static void keepTriangle(cdMeshBuild *build, cdIndexTable *table, const int32_t *uses, int32_t source) {
    cdMesh *mesh = &build->mesh;
    int32_t corners[3], sorted[3];
    getCorners(build, source, corners);
    sortThree(corners, sorted);
    uint64_t hash = cdHashVertices(uses, sorted[0], sorted[1], sorted[2]);
    for (int32_t t = cdGetFirstItem(table, hash); t >= 0; t = cdGetNextItem(table, t)) {
        if (haveSameCorners(mesh->triangles + 3 * (size_t)t, sorted)) return;
    }
    int32_t triangle = mesh->triangleCount++;
    cdInsertItem(table, hash, triangle);
    memcpy(mesh->triangles + 3 * (size_t)triangle, corners, sizeof corners);
    mesh->faceIds[triangle] = build->def->faceIds != NULL ? build->def->faceIds[source] : source;
    build->triangleSources[triangle] = source;
}

bool cdKeepTriangles(cdMeshBuild *build) {
    size_t count = (size_t)build->def->triangleCount;
    build->mesh.triangles = cdTakeUnsetArray(build, 3 * count, sizeof(int32_t));
    build->mesh.faceIds = cdTakeUnsetArray(build, count, sizeof(int32_t));
    build->triangleSources = cdTakeUnsetArray(build, count, sizeof(int32_t));
    int32_t *uses = cdTakeArray(build, (size_t)build->mesh.vertexCount, sizeof(int32_t));
    cdIndexTable table;
    if (!build->mesh.triangles || !build->mesh.faceIds || !build->triangleSources || !uses) return false;
    if (!cdMakeIndexTable(build, count, (size_t)build->mesh.vertexCount, &table)) return false;
    countLowest(build, uses);
    for (int32_t t = 0; t < build->def->triangleCount; t++)
        keepTriangle(build, &table, uses, t);
    cdFreeIndexTable(build, &table);
    cdGiveBackArray(build, uses);
    return true;
}
