// Rays and closest points against meshes of all kinds (mesh_kinds.h).
//
// Input: number of queries and a seed. Output: queries a second, numbers of tests, and the time of a loop
// over all triangles in doubles, as a multiple. As many answers as time allows are judged by the oracles,
// rays by the exact one; none may be wrong. Each time is the minimum of three rounds.
#include "bench/mesh_kinds.h"
#include "bench/rays_brute.h"
#include "bench/timing.h"
#include "collision/closest_point.h"
#include "oracle/oracle_point.h"
#include "oracle/oracle_ray.h"
#include <stdlib.h>

enum { ROUNDS = 3 };

// Triangles that the brute-force loops and the oracles test in each row.
static const int64_t BRUTE_TRIANGLES = 20000000;

typedef struct RayBench {
    cdMesh *mesh;
    cdMeshInfo info;
    BruteMesh brute;
    int64_t count;
    cdRayInput *rays;
    cdClosestPointInput *points;
    cdRayHit *hits;
    cdClosestPoint *nearest;
    int64_t judged, wrong;
} RayBench;

// --- Meshes

static bool openBench(MeshKind kind, int64_t count, Random *random, RayBench *bench, BenchReport *report) {
    TriangleSoup soup;
    *bench = (RayBench){.count = count};
    bool good = MakeMeshKind(kind, random, &soup, report);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    bench->mesh = good ? cdCreateMesh(&def, NULL) : NULL;
    DestroyTriangleSoup(&soup);
    if (!bench->mesh) return good ? FailReport(report, "a mesh cannot be built") : false;
    bench->info = cdGetMeshInfo(bench->mesh);
    bench->brute = GetBruteMesh(bench->mesh);
    bench->rays = AllocateArray(count, sizeof *bench->rays);
    bench->points = AllocateArray(count, sizeof *bench->points);
    bench->hits = AllocateArray(count, sizeof *bench->hits);
    bench->nearest = AllocateArray(count, sizeof *bench->nearest);
    return true;
}

static void closeBench(RayBench *bench) {
    free(bench->rays);
    free(bench->points);
    free(bench->hits);
    free(bench->nearest);
    cdDestroyMesh(bench->mesh);
}

// Creates rays from a sphere of two radii to points within the mesh's box, and points within a box half as
// large again.
static void makeQueries(Random *random, RayBench *bench) {
    cdVec3 center = bench->info.center,
           half = cdScale(0.5, cdSub(bench->info.bounds.upper, bench->info.bounds.lower));
    for (int64_t i = 0; i < bench->count; i++) {
        cdVec3 u = nextRandomVec3(random), w = nextRandomVec3(random);
        cdVec3 from = cdMulAdd(center, 2.0 * bench->info.radius, nextRandomDirection(random));
        cdVec3 to = cdAdd(center, (cdVec3){u.x * half.x, u.y * half.y, u.z * half.z});
        cdVec3 point = cdMulAdd(center, 1.5, (cdVec3){w.x * half.x, w.y * half.y, w.z * half.z});
        bench->rays[i] = (cdRayInput){
            .mesh = bench->mesh, .pose = cdIdentityPose(), .origin = from, .direction = cdSub(to, from)};
        bench->points[i] =
            (cdClosestPointInput){.mesh = bench->mesh, .pose = cdIdentityPose(), .point = point};
    }
}

// --- Judges

// The pose is the identity, so the ray in the mesh's frame is known.
static void judgeRay(RayBench *bench, int64_t i) {
    const cdRayInput *input = &bench->rays[i];
    const cdRayHit *hit = &bench->hits[i];
    OracleRay ray = {.vertices = bench->brute.vertices,
                     .triangles = bench->brute.triangles,
                     .triangleCount = bench->brute.triangleCount,
                     .origin = cdSub(input->origin, bench->info.center),
                     .direction = input->direction};
    OracleRayHit exact = FindOracleRayHit(&ray);
    bool same = hit->triangle == exact.triangle && hit->backFace == (exact.facing > 0);
    if (same && exact.triangle >= 0)
        same = fabs(hit->distance - exact.t * cdLength(input->direction)) <= hit->error;
    bench->judged++;
    bench->wrong += !same;
}

static void judgePoint(RayBench *bench, int64_t i) {
    const cdClosestPoint *found = &bench->nearest[i];
    OracleSurface surface = {bench->brute.vertices, bench->brute.triangles, bench->brute.triangleCount};
    cdVec3 local = cdSub(bench->points[i].point, bench->info.center);
    double exact = (double)FindOraclePointDistance(&surface, local);
    bool same = found->lower <= exact && found->upper >= exact;
    if (found->hasSign && exact > found->error)
        same = same && found->windingNumber == lroundl(FindOracleSolidAngle(&surface, local));
    bench->judged++;
    bench->wrong += !same;
}

// Returns the number of queries for the loop over all triangles.
static int64_t countBrute(const RayBench *bench) {
    int64_t most = BRUTE_TRIANGLES / bench->info.triangleCount;
    return most < bench->count ? most : bench->count;
}

// --- Tables

static double timeRays(RayBench *bench, bool any) {
    double least = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = GetMicroseconds();
        for (int64_t i = 0; i < bench->count; i++) {
            cdRayInput input = bench->rays[i];
            input.anyHit = any;
            cdRayHit hit = cdFindRayHit(&input, NULL, NULL, NULL);
            if (!any)
                bench->hits[i] = hit;
            else
                bench->wrong += hit.state != bench->hits[i].state;
        }
        least = fmin(least, GetMicroseconds() - begin);
    }
    return least / (double)bench->count;
}

static double timeBruteRays(RayBench *bench) {
    int64_t count = countBrute(bench);
    double begin = GetMicroseconds(), differ = 0.0;
    for (int64_t i = 0; i < count; i++) {
        const cdRayInput *input = &bench->rays[i];
        double t = FindBruteHit(&bench->brute, cdSub(input->origin, bench->info.center), input->direction);
        differ += fabs(t - bench->hits[i].fraction) > 1e-6; // rays at edges: the loop is not exact
    }
    double time = (GetMicroseconds() - begin) / (double)count;
    bench->wrong += differ > 0.01 * (double)count + 2.0;
    return time;
}

static void addRayRow(RayBench *bench, const char *name, BenchReport *report) {
    double time = timeRays(bench, false), any = timeRays(bench, true), brute = timeBruteRays(bench);
    double nodes = 0.0, triangles = 0.0, hits = 0.0, exact = 0.0;
    for (int64_t i = 0; i < bench->count; i++) {
        nodes += (double)bench->hits[i].stats.nodeTests;
        triangles += (double)bench->hits[i].stats.triangleTests;
        exact += (double)bench->hits[i].stats.exactTests;
        hits += bench->hits[i].state == CD_CONTACT;
    }
    double n = (double)bench->count;
    double values[] = {(double)bench->info.triangleCount,
                       hits / n,
                       1e6 / time,
                       1e6 / any,
                       nodes / n,
                       triangles / n,
                       exact / n,
                       brute / time};
    AddRow(report, values, "%s", name);
}

static double timePoints(RayBench *bench, bool withoutSign) {
    double least = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = GetMicroseconds();
        for (int64_t i = 0; i < bench->count; i++) {
            bench->points[i].withoutSign = withoutSign;
            bench->nearest[i] = cdFindClosestPoint(&bench->points[i], NULL, NULL, NULL);
        }
        least = fmin(least, GetMicroseconds() - begin);
    }
    return least / (double)bench->count;
}

static double timeBrutePoints(RayBench *bench) {
    int64_t count = countBrute(bench) / 4 + 1;
    double begin = GetMicroseconds();
    for (int64_t i = 0; i < count; i++) {
        double distance = FindBruteDistance(&bench->brute, cdSub(bench->points[i].point, bench->info.center));
        bench->wrong += !(fabs(distance - bench->nearest[i].distance) <= 1e-9 * bench->info.radius);
    }
    return (GetMicroseconds() - begin) / (double)count;
}

static void addPointRow(RayBench *bench, const char *name, BenchReport *report) {
    double plain = timePoints(bench, true), time = timePoints(bench, false), brute = timeBrutePoints(bench);
    double nodes = 0.0, triangles = 0.0, inside = 0.0;
    for (int64_t i = 0; i < bench->count; i++) {
        nodes += (double)bench->nearest[i].stats.nodeTests;
        triangles += (double)bench->nearest[i].stats.triangleTests;
        inside += bench->nearest[i].signedDistance < 0.0;
    }
    double n = (double)bench->count;
    double values[] = {(double)bench->info.triangleCount,
                       inside / n,
                       1e6 / plain,
                       1e6 / time,
                       nodes / n,
                       triangles / n,
                       brute / plain};
    AddRow(report, values, "%s", name);
}

// Creates the meshes once for each table.
static bool runTable(const BenchInput *input, bool ofPoints, int64_t *judged, int64_t *wrong,
                     BenchReport *report) {
    Random random = {input->seed};
    MeshKind end = GetMeshKindEnd(input);
    for (MeshKind kind = 0; kind < end; kind++) {
        RayBench bench;
        input->showProgress((int)kind + (ofPoints ? (int)end : 0), 2 * (int)end, input->context);
        bool good = openBench(kind, input->steps, &random, &bench, report);
        if (good) {
            makeQueries(&random, &bench);
            (ofPoints ? addPointRow : addRayRow)(&bench, GetMeshKindName(kind), report);
            int64_t count = countBrute(&bench) / 8 + 1;
            for (int64_t i = 0; i < count && i < bench.count; i++)
                (ofPoints ? judgePoint : judgeRay)(&bench, i);
            *judged += bench.judged;
            *wrong += bench.wrong;
        }
        closeBench(&bench);
        if (!good) return false;
    }
    return true;
}

bool RunRaysBench(const BenchInput *input, BenchReport *report) {
    static const char *const rayColumns[] = {
        "triangles",          "hits", "rays/s", "any hit/s", "nodes", "triangle tests", "exact tests",
        "brute force, times", NULL};
    static const char *const pointColumns[] = {
        "triangles", "inside", "points/s", "signed/s", "nodes", "triangle tests", "brute force, times", NULL};
    int64_t judged = 0, wrong = 0;
    AddTable(report, rayColumns, "Rays from two radii away; counts a ray");
    if (!runTable(input, false, &judged, &wrong, report)) return false;
    AddTable(report, pointColumns,
             "Closest points, in a box half as large again; counts a point with its sign");
    if (!runTable(input, true, &judged, &wrong, report)) return false;
    AddNote(report, "%lld answers were judged by the oracles, rays in rational numbers.", (long long)judged);
    AddRequirement(report, "wrong answers", (double)wrong, REPORT_AT_MOST, 0.0, "answers");
    return true;
}
