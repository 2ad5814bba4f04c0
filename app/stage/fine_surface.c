// A mesh's triangles cut finer; see fine_surface.h.
//
// In rounds: (1) every edge longer than asked for gets a point at its middle, one for both its triangles, by
// a table of edges; (2) each triangle becomes two, three or four, by how many of its edges have such a point.
// An edge is cut or not by its own length alone, so neighbours never come apart.
#include "stage/fine_surface.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_MAX = 16 };

// Middles of edges, by the lower and the higher end; open addressing.
typedef struct EdgeTable {
    int32_t (*ends)[2];
    int32_t *middles; // -1: free
    uint32_t size;    // a power of two
} EdgeTable;

static bool openTable(EdgeTable *table, int32_t triangleCount) {
    *table = (EdgeTable){.size = 64};
    while (table->size < 4u * (uint32_t)triangleCount)
        table->size *= 2;
    table->ends = malloc(table->size * sizeof *table->ends);
    table->middles = malloc(table->size * sizeof *table->middles);
    if (!table->ends || !table->middles) return false;
    memset(table->middles, 0xff, table->size * sizeof *table->middles);
    return true;
}

static void closeTable(EdgeTable *table) {
    free(table->ends);
    free(table->middles);
}

// Where the edge's middle is kept, or would be.
static uint32_t findSlot(const EdgeTable *table, int32_t low, int32_t high) {
    uint32_t slot = ((uint32_t)low * 0x9e3779b1u ^ (uint32_t)high * 0x85ebca6bu) & (table->size - 1);
    while (table->middles[slot] >= 0 && (table->ends[slot][0] != low || table->ends[slot][1] != high))
        slot = (slot + 1) & (table->size - 1);
    return slot;
}

// --- (1)

// The point at the middle of an edge, -1: it is short enough. There is room for one more point.
static int32_t cutEdge(FineSurface *surface, EdgeTable *table, double longest, int32_t a, int32_t b) {
    cdVec3 p = surface->points[a], q = surface->points[b];
    if (cdLengthSq(cdSub(p, q)) <= longest * longest) return -1;
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    uint32_t slot = findSlot(table, low, high);
    if (table->middles[slot] < 0) {
        table->ends[slot][0] = low;
        table->ends[slot][1] = high;
        table->middles[slot] = surface->pointCount;
        surface->points[surface->pointCount++] = cdLerp(p, q, 0.5);
    }
    return table->middles[slot];
}

// --- (2)

static void addTriangle(int32_t *triangles, int32_t *count, int32_t a, int32_t b, int32_t c) {
    int32_t *t = triangles + 3 * (size_t)(*count)++;
    t[0] = a, t[1] = b, t[2] = c;
}

static void cutTriangle(const int32_t t[3], const int32_t m[3], int32_t *triangles, int32_t *count) {
    int cuts = (m[0] >= 0) + (m[1] >= 0) + (m[2] >= 0), k = 0;
    if (cuts == 3) {
        addTriangle(triangles, count, m[0], m[1], m[2]);
        for (; k < 3; ++k)
            addTriangle(triangles, count, t[k], m[k], m[(k + 2) % 3]);
    } else if (cuts == 2) {
        while (m[k] >= 0)
            ++k; // the whole edge is from corner k to the next
        int next = (k + 1) % 3, last = (k + 2) % 3;
        addTriangle(triangles, count, t[last], m[last], m[next]);
        addTriangle(triangles, count, t[k], t[next], m[next]);
        addTriangle(triangles, count, t[k], m[next], m[last]);
    } else if (cuts == 1) {
        while (m[k] < 0)
            ++k;
        addTriangle(triangles, count, t[k], m[k], t[(k + 2) % 3]);
        addTriangle(triangles, count, m[k], t[(k + 1) % 3], t[(k + 2) % 3]);
    } else {
        addTriangle(triangles, count, t[0], t[1], t[2]);
    }
}

// Cuts every edge once that is too long. False: no memory; `any` says whether one was.
static bool cutOnce(FineSurface *surface, double longest, bool *any) {
    size_t triangleCount = (size_t)surface->triangleCount;
    size_t pointMost = (size_t)surface->pointCount + 3 * triangleCount;
    EdgeTable table;
    int32_t before = surface->pointCount, count = 0;
    cdVec3 *points = realloc(surface->points, pointMost * sizeof *points);
    if (points) surface->points = points;
    int32_t *triangles = malloc(12 * triangleCount * sizeof *triangles);
    bool good = openTable(&table, surface->triangleCount) && points && triangles;
    for (size_t i = 0; good && i < triangleCount; ++i) {
        const int32_t *t = surface->triangles + 3 * i;
        int32_t middles[3];
        for (int k = 0; k < 3; ++k)
            middles[k] = cutEdge(surface, &table, longest, t[k], t[(k + 1) % 3]);
        cutTriangle(t, middles, triangles, &count);
    }
    closeTable(&table);
    *any = surface->pointCount > before;
    if (!good) {
        free(triangles);
        return false;
    }
    free(surface->triangles);
    surface->triangles = triangles;
    surface->triangleCount = count;
    return true;
}

bool MakeFineSurface(const cdMesh *mesh, double longest, int32_t triangleMost, FineSurface *surface) {
    *surface = (FineSurface){0};
    const cdVec3 *vertices = cdGetMeshVertices(mesh, &surface->pointCount);
    const int32_t *triangles = cdGetMeshTriangles(mesh, &surface->triangleCount);
    size_t pointSize = (size_t)surface->pointCount * sizeof *vertices;
    size_t triangleSize = 3 * (size_t)surface->triangleCount * sizeof *triangles;
    surface->points = malloc(pointSize);
    surface->triangles = malloc(triangleSize);
    bool good = surface->points && surface->triangles, any = good && longest > 0.0;
    if (good) {
        memcpy(surface->points, vertices, pointSize);
        memcpy(surface->triangles, triangles, triangleSize);
    }
    for (int round = 0; good && any && round < ROUND_MAX && surface->triangleCount <= triangleMost; ++round)
        good = cutOnce(surface, longest, &any);
    if (!good) DestroyFineSurface(surface);
    return good;
}

void DestroyFineSurface(FineSurface *surface) {
    free(surface->points);
    free(surface->triangles);
    *surface = (FineSurface){0};
}
