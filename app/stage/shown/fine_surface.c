// Subdivides a mesh's triangles; see fine_surface.h.
//
// In rounds: (1) every edge that is too long gets a point at its midpoint, shared by both its triangles
// through a table of edges; (2) each triangle becomes two, three or four, by its number of such edges. The
// length of an edge alone decides whether it is cut, so neighbours stay connected.
#include "stage/shown/fine_surface.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_MAX = 16, ASK_EVERY = 4096 };

// The surface during the subdivision; owns its arrays.
typedef struct Cutting {
    cdVec3 *points;
    int32_t *triangles;
    FineOrigin *origins;
    int32_t pointCount, triangleCount;
} Cutting;

// Midpoints of edges, by the lower and the higher end; open addressing.
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

// Returns the slot of the edge's midpoint, or the free slot for it.
static uint32_t findSlot(const EdgeTable *table, int32_t low, int32_t high) {
    uint32_t slot = ((uint32_t)low * 0x9e3779b1u ^ (uint32_t)high * 0x85ebca6bu) & (table->size - 1);
    while (table->middles[slot] >= 0 && (table->ends[slot][0] != low || table->ends[slot][1] != high))
        slot = (slot + 1) & (table->size - 1);
    return slot;
}

// --- (1)

// Returns the point at the midpoint of an edge; -1: it is short enough. There is memory for one more point.
static int32_t cutEdge(Cutting *surface, EdgeTable *table, double longest, int32_t a, int32_t b) {
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

// A triangle and the midpoints of its edges: corner k is slot k, the midpoint of the edge from it slot 3 + k.
typedef struct Cut {
    int32_t points[6]; // -1: the edge is not cut
    FineOrigin origin;
} Cut;

static void addTriangle(Cutting *surface, const Cut *cut, int a, int b, int c) {
    const int slots[3] = {a, b, c};
    int32_t *t = surface->triangles + 3 * (size_t)surface->triangleCount;
    FineOrigin *origin = &surface->origins[surface->triangleCount++];
    origin->triangle = cut->origin.triangle;
    for (int k = 0; k < 3; ++k) {
        const float *from = cut->origin.shares[slots[k] % 3], *to = cut->origin.shares[(slots[k] + 1) % 3];
        t[k] = cut->points[slots[k]];
        for (int i = 0; i < 3; ++i)
            origin->shares[k][i] = slots[k] < 3 ? from[i] : 0.5f * (from[i] + to[i]);
    }
}

static void cutTriangle(Cutting *surface, const Cut *cut) {
    const int32_t *m = cut->points + 3;
    int cuts = (m[0] >= 0) + (m[1] >= 0) + (m[2] >= 0), k = 0;
    if (cuts == 3) {
        addTriangle(surface, cut, 3, 4, 5);
        for (; k < 3; ++k)
            addTriangle(surface, cut, k, 3 + k, 3 + (k + 2) % 3);
    } else if (cuts == 2) {
        while (m[k] >= 0)
            ++k; // the whole edge is from corner k to the next
        int next = (k + 1) % 3, last = (k + 2) % 3;
        addTriangle(surface, cut, last, 3 + last, 3 + next);
        addTriangle(surface, cut, k, next, 3 + next);
        addTriangle(surface, cut, k, 3 + next, 3 + last);
    } else if (cuts == 1) {
        while (m[k] < 0)
            ++k;
        addTriangle(surface, cut, k, 3 + k, (k + 2) % 3);
        addTriangle(surface, cut, 3 + k, (k + 1) % 3, (k + 2) % 3);
    } else {
        addTriangle(surface, cut, 0, 1, 2);
    }
}

static void freeCutting(Cutting *surface) {
    free(surface->points);
    free(surface->triangles);
    free(surface->origins);
    *surface = (Cutting){0};
}

static bool isUnwanted(const atomic_bool *unwanted, size_t i) {
    return unwanted && i % ASK_EVERY == 0 && atomic_load(unwanted);
}

// Cuts every edge that is too long once; `any`: at least one was. Returns false: no memory, or unwanted.
static bool cutOnce(Cutting *surface, double longest, const atomic_bool *unwanted, bool *any) {
    size_t triangleCount = (size_t)surface->triangleCount;
    size_t pointMax = (size_t)surface->pointCount + 3 * triangleCount;
    EdgeTable table;
    Cutting cut = {.points = realloc(surface->points, pointMax * sizeof *cut.points),
                   .triangles = malloc(12 * triangleCount * sizeof *cut.triangles),
                   .origins = malloc(4 * triangleCount * sizeof *cut.origins),
                   .pointCount = surface->pointCount};
    if (cut.points) surface->points = NULL;
    bool good = openTable(&table, surface->triangleCount) && cut.points && cut.triangles && cut.origins;
    for (size_t i = 0; good && i < triangleCount; ++i) {
        const int32_t *t = surface->triangles + 3 * i;
        Cut one = {.points = {t[0], t[1], t[2]}, .origin = surface->origins[i]};
        for (int k = 0; k < 3; ++k)
            one.points[3 + k] = cutEdge(&cut, &table, longest, t[k], t[(k + 1) % 3]);
        cutTriangle(&cut, &one);
        good = !isUnwanted(unwanted, i);
    }
    closeTable(&table);
    *any = cut.pointCount > surface->pointCount;
    freeCutting(good ? surface : &cut);
    if (good) *surface = cut;
    return good;
}

static bool copyMesh(const cdMeshInfo *info, Cutting *surface) {
    surface->pointCount = info->vertexCount;
    surface->triangleCount = info->triangleCount;
    size_t pointSize = (size_t)surface->pointCount * sizeof *info->vertices;
    size_t triangleSize = 3 * (size_t)surface->triangleCount * sizeof *info->triangles;
    surface->points = malloc(pointSize);
    surface->triangles = malloc(triangleSize);
    surface->origins = malloc((size_t)surface->triangleCount * sizeof *surface->origins);
    if (!surface->points || !surface->triangles || !surface->origins) return false;
    memcpy(surface->points, info->vertices, pointSize);
    memcpy(surface->triangles, info->triangles, triangleSize);
    for (int32_t i = 0; i < surface->triangleCount; ++i)
        surface->origins[i] = (FineOrigin){i, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    return true;
}

static bool hasLongEdge(const cdMeshInfo *info, double longest) {
    for (int32_t i = 0; i < info->edgeCount; ++i) {
        const int32_t *ends = info->edges + 2 * (size_t)i;
        if (cdLengthSq(cdSub(info->vertices[ends[0]], info->vertices[ends[1]])) > longest * longest)
            return true;
    }
    return false;
}

bool MakeFineSurface(const cdMesh *mesh, double longest, int32_t triangleMax, const atomic_bool *unwanted,
                     FineSurface *surface) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    bool any = longest > 0.0 && info.triangleCount <= triangleMax && hasLongEdge(&info, longest);
    *surface = (FineSurface){.points = info.vertices,
                             .triangles = info.triangles,
                             .pointCount = info.vertexCount,
                             .triangleCount = info.triangleCount,
                             .isMesh = true};
    if (!any) return true;
    Cutting cut = {0};
    bool good = copyMesh(&info, &cut);
    for (int round = 0; good && any && round < ROUND_MAX && cut.triangleCount <= triangleMax; ++round)
        good = cutOnce(&cut, longest, unwanted, &any);
    if (!good) freeCutting(&cut);
    *surface = (FineSurface){.points = cut.points,
                             .triangles = cut.triangles,
                             .origins = cut.origins,
                             .pointCount = cut.pointCount,
                             .triangleCount = cut.triangleCount};
    return good;
}

void DestroyFineSurface(FineSurface *surface) {
    if (!surface->isMesh) {
        free((void *)(uintptr_t)surface->points);
        free((void *)(uintptr_t)surface->triangles);
        free((void *)(uintptr_t)surface->origins);
    }
    *surface = (FineSurface){0};
}
