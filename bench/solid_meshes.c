// Closed meshes for the benchmark of the B-rep index; see solid_meshes.h.
#include "bench/solid_meshes.h"
#include "bench/drag_path.h"
#include "bench/timing.h"
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

// --- Soups

static void openSoup(TriangleSoup *soup, int32_t pointCount, int32_t triangleCount) {
    *soup = (TriangleSoup){.points = AllocateArray(pointCount, sizeof *soup->points),
                           .triangles = AllocateArray(3 * (int64_t)triangleCount, sizeof(int32_t)),
                           .faceIds = AllocateArray(triangleCount, sizeof(int32_t)),
                           .pointIds = AllocateArray(pointCount, sizeof(int32_t))};
}

static int32_t putPoint(TriangleSoup *soup, cdVec3 point) {
    soup->points[soup->pointCount] = point;
    soup->pointIds[soup->pointCount] = soup->pointCount;
    return soup->pointCount++;
}

static void putTriangle(TriangleSoup *soup, int32_t a, int32_t b, int32_t c) {
    int32_t *corners = soup->triangles + 3 * (int64_t)soup->triangleCount;
    corners[0] = a, corners[1] = b, corners[2] = c;
    soup->faceIds[soup->triangleCount] = soup->triangleCount;
    soup->triangleCount++;
}

void MakeBandedSphere(int32_t bands, int32_t segments, TriangleSoup *soup) {
    openSoup(soup, (bands - 1) * segments + 2, 2 * segments * (bands - 1));
    for (int32_t i = 1; i < bands; i++) {
        double polar = PI * i / bands;
        for (int32_t k = 0; k < segments; k++) {
            double around = 2.0 * PI * k / segments;
            putPoint(soup, cdMakeVec3(sin(polar) * cos(around), sin(polar) * sin(around), cos(polar)));
        }
    }
    int32_t north = putPoint(soup, cdMakeVec3(0.0, 0.0, 1.0));
    int32_t south = putPoint(soup, cdMakeVec3(0.0, 0.0, -1.0));
    for (int32_t k = 0; k < segments; k++) {
        int32_t next = (k + 1) % segments, last = (bands - 2) * segments;
        putTriangle(soup, north, k, next);
        for (int32_t row = 0; row < last; row += segments) {
            putTriangle(soup, row + k, row + segments + k, row + segments + next);
            putTriangle(soup, row + k, row + segments + next, row + next);
        }
        putTriangle(soup, south, last + next, last + k);
    }
}

// Adds quad k of a band: from point k to the next, down to the next band.
static void putTorusQuad(TriangleSoup *soup, int32_t n, int32_t band, int32_t k) {
    int32_t row = band * n, below = (band + 1) % n * n, next = (k + 1) % n;
    putTriangle(soup, row + k, below + k, below + next);
    putTriangle(soup, row + k, below + next, row + next);
}

void MakePaperTorus(int32_t n, TriangleSoup *soup) {
    const double major = 1.0, minor = 0.4;
    openSoup(soup, n * n, 2 * n * n);
    for (int32_t i = 0; i < n * n; i++) {
        double tube = 2.0 * PI * (i / n) / n, around = 2.0 * PI * (i % n) / n;
        double radius = major + minor * sin(tube);
        putPoint(soup, cdMakeVec3(radius * cos(around), radius * sin(around), minor * cos(tube)));
    }
    for (int32_t i = 0; i < n * n; i++)
        putTorusQuad(soup, n, i / n, i % n);
}

void MakeTetrahedron(TriangleSoup *soup) {
    openSoup(soup, 4, 4);
    putPoint(soup, cdMakeVec3(0.0, 0.0, 0.0));
    putPoint(soup, cdMakeVec3(1.0, 0.0, 0.0));
    putPoint(soup, cdMakeVec3(0.25, 0.875, 0.0));
    putPoint(soup, cdMakeVec3(0.375, 0.25, 0.75));
    putTriangle(soup, 0, 2, 1);
    putTriangle(soup, 0, 1, 3);
    putTriangle(soup, 1, 2, 3);
    putTriangle(soup, 2, 0, 3);
}

void MakeBumpy(TriangleSoup *soup) {
    for (int32_t i = 0; i < soup->pointCount; i++) {
        cdVec3 p = soup->points[i];
        double wave = sin(9.0 * p.x + 1.0) * sin(11.0 * p.y + 2.0) * sin(8.0 * p.z + 3.0);
        soup->points[i] = cdScale(1.0 + 0.15 * wave, p);
    }
}

// --- Solids

bool MakeBenchSolid(const TriangleSoup *soup, bool facePlanesOnly, int32_t rounds, BenchSolid *made,
                    BenchReport *report) {
    *made = (BenchSolid){.seconds = INFINITY};
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.facePlanesOnly = facePlanesOnly;
    cdMeshReport flaws = {0};
    bool built = false;
    for (int32_t i = 0; i < rounds; i++) {
        cdDestroyMesh(made->mesh);
        cdDestroyMeshReport(&flaws);
        made->mesh = cdCreateMesh(&def, NULL);
        if (made->mesh == NULL) return FailReport(report, "a mesh cannot be created");
        double begin = GetMicroseconds();
        built = cdBuildMeshParts(made->mesh, CD_PART_SOLID, &flaws);
        made->seconds = cdMin(made->seconds, 1e-6 * (GetMicroseconds() - begin));
    }
    made->nearCount = flaws.solid.countOfKind[CD_DEFECT_NEAR_FEATURES];
    made->triangleCount = cdGetMeshInfo(made->mesh).triangleCount;
    if (built) made->info = cdGetSolidInfo(made->mesh);
    if (!built) FailReport(report, "a mesh is not a solid: %s", cdGetBuildErrorName(flaws.solid.error));
    cdDestroyMeshReport(&flaws);
    return built;
}

int32_t CountCrossings(const TriangleSoup *soup) {
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.parts = CD_PART_SOLID;
    def.refuseIntersections = true;
    cdMeshReport flaws = {0};
    cdDestroyMesh(cdCreateMesh(&def, &flaws));
    int32_t count = flaws.solid.countOfKind[CD_DEFECT_CROSSING_FACES];
    cdDestroyMeshReport(&flaws);
    return count;
}

void FreeBenchSolid(BenchSolid *made) {
    cdDestroyMesh(made->mesh);
    *made = (BenchSolid){0};
}
