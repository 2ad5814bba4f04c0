// Meshes of different kinds; see mesh_kinds.h.
#include "bench/mesh_kinds.h"
#include "bench/solid_meshes.h"
#include "bench/timing.h"
#include <stdlib.h>
#include <string.h>

static const char *const names[MESH_KIND_COUNT] = {[MESH_ROUND] = "round: a sphere",
                                                   [MESH_FLAT] = "flat: a wavy floor",
                                                   [MESH_REGULAR] = "regular: a torus of quads",
                                                   [MESH_TEETH] = "teeth: a gear of 500",
                                                   [MESH_THREAD] = "thread: a bolt",
                                                   [MESH_NOISY] = "noisy: a scan with holes",
                                                   [MESH_HUGE] = "huge: a sphere of bumps",
                                                   [MESH_MILLION] = "million: the same, finer"};

MeshKind GetMeshKindEnd(const BenchInput *input) {
    enum { FEW_STEPS = 100 };
    return input->steps < FEW_STEPS ? MESH_MILLION : MESH_KIND_COUNT;
}

const char *GetMeshKindName(MeshKind kind) {
    return names[kind];
}

// Leaves out a third of the triangles and moves all points a little.
static void makeScan(Random *random, TriangleSoup *soup) {
    int32_t kept = 0;
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdMulAdd(soup->points[i], 0.004, nextRandomVec3(random));
    for (int32_t i = 0; i < soup->triangleCount; i++) {
        if (nextRandomInt(random, 0, 2) == 0) continue;
        soup->faceIds[kept] = soup->faceIds[i];
        memcpy(soup->triangles + 3 * kept++, soup->triangles + 3 * i, 3 * sizeof *soup->triangles);
    }
    soup->triangleCount = kept;
}

// Flattens a torus to a nearly planar band around a hole.
static void flatten(TriangleSoup *soup) {
    for (int32_t i = 0; i < soup->pointCount; i++) {
        cdVec3 *p = &soup->points[i];
        p->z = 1e-3 * p->z + 1e-3 * sin(5.0 * p->x) * sin(7.0 * p->y);
    }
}

bool MakeMeshKind(MeshKind kind, Random *random, TriangleSoup *soup, BenchReport *report) {
    static const char *const shapes[MESH_KIND_COUNT] = {
        [MESH_ROUND] = "icosphere:level=5",  [MESH_TEETH] = "gear:teeth=500",
        [MESH_THREAD] = "bolt:segments=120", [MESH_NOISY] = "icosphere:level=5",
        [MESH_HUGE] = "icosphere:level=7",   [MESH_MILLION] = "icosphere:level=8"};
    *soup = (TriangleSoup){0};
    if (shapes[kind] && !MakeShape(shapes[kind], soup, report->failure, sizeof report->failure)) return false;
    if (kind == MESH_FLAT || kind == MESH_REGULAR) MakePaperTorus(100, soup);
    if (kind == MESH_FLAT) flatten(soup);
    if (kind == MESH_NOISY) makeScan(random, soup);
    if (kind == MESH_HUGE || kind == MESH_MILLION) MakeBumpy(soup);
    return true;
}

// --- Subdivision

// A side of a triangle: the lower point and the higher one.
typedef struct Side {
    int32_t lower, higher, side; // 3 * triangle + k
} Side;

static int compareSides(const void *a, const void *b) {
    const Side *one = a, *other = b;
    if (one->lower != other->lower) return one->lower < other->lower ? -1 : 1;
    if (one->higher != other->higher) return one->higher < other->higher ? -1 : 1;
    return (one->side > other->side) - (one->side < other->side);
}

static Side *sortSides(const TriangleSoup *soup) {
    int64_t count = 3 * (int64_t)soup->triangleCount;
    Side *sides = AllocateArray(count, sizeof *sides);
    for (int32_t i = 0; i < count; i++) {
        int32_t a = soup->triangles[i], b = soup->triangles[i - i % 3 + (i + 1) % 3];
        sides[i] = (Side){a < b ? a : b, a < b ? b : a, i};
    }
    qsort(sides, (size_t)count, sizeof *sides, compareSides);
    return sides;
}

// Adds the midpoints; middles[side] is that of each side.
static int32_t *addMiddles(Random *random, double noise, const Side *sides, TriangleSoup *soup) {
    int32_t count = 3 * soup->triangleCount, edgeCount = 0;
    int32_t *middles = AllocateArray(count, sizeof *middles);
    for (int32_t i = 0; i < count; i++)
        edgeCount += i == 0 || sides[i].lower != sides[i - 1].lower || sides[i].higher != sides[i - 1].higher;
    cdVec3 *points = AllocateArray(soup->pointCount + edgeCount, sizeof *points);
    memcpy(points, soup->points, (size_t)soup->pointCount * sizeof *points);
    free(soup->points);
    soup->points = points;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 a = points[sides[i].lower], b = points[sides[i].higher];
        bool first = i == 0 || sides[i].lower != sides[i - 1].lower || sides[i].higher != sides[i - 1].higher;
        if (first)
            points[soup->pointCount++] =
                cdMulAdd(cdLerp(a, b, 0.5), noise * cdLength(cdSub(b, a)), nextRandomDirection(random));
        middles[sides[i].side] = soup->pointCount - 1;
    }
    return middles;
}

void SubdivideSoup(Random *random, double noise, TriangleSoup *soup) {
    Side *sides = sortSides(soup);
    int32_t *middles = addMiddles(random, noise, sides, soup), count = 4 * soup->triangleCount;
    int32_t *triangles = AllocateArray(3 * (int64_t)count, sizeof *triangles);
    for (int32_t t = 0; t < soup->triangleCount; t++) {
        const int32_t *p = soup->triangles + 3 * t, *m = middles + 3 * t;
        int32_t parts[12] = {p[0], m[0], m[2], m[0], p[1], m[1], m[2], m[1], p[2], m[0], m[1], m[2]};
        memcpy(triangles + 12 * (int64_t)t, parts, sizeof parts);
    }
    free(sides);
    free(middles);
    free(soup->triangles);
    free(soup->faceIds);
    free(soup->pointIds);
    *soup = (TriangleSoup){.points = soup->points,
                           .triangles = triangles,
                           .faceIds = AllocateArray(count, sizeof(int32_t)),
                           .pointIds = AllocateArray(soup->pointCount, sizeof(int32_t)),
                           .pointCount = soup->pointCount,
                           .triangleCount = count};
    for (int32_t i = 0; i < count; i++)
        soup->faceIds[i] = i;
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->pointIds[i] = i;
}
