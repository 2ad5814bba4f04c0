// Work that must stay bounded: surfaces that nearly coincide and rotate, very long paths, a nut on its
// thread.
//
// Input: a seed, for the nut. Output: time and counts of one query each, and of the slides of the nut. The
// meshes of a query are a round one within another, flat ones on each other, or far from each other at the
// end; all of these steps are free. If a bound fails, the work grows without limit, so counts show more than
// times.
#include "bench/mesh_kinds.h"
#include "bench/timing.h"
#include "collision/slide.h"
#include "random.h"
#include <stdlib.h>
#include <string.h>

typedef struct NearCase {
    const char *label, *meshA, *meshB;
    cdVec3 start, end, axis;
    double angle, limit; // radians; ms
} NearCase;

static const NearCase cases[] = {
    {"sphere in a sphere, turned",
     "icosphere:level=5,radius=0.99",
     "icosphere:level=5",
     {0.0, 0.0, 0.0},
     {0.0, 0.0, 0.0},
     {0.0, 0.6, 0.8},
     3.0,
     300.0},
    {"ring on a ring, turned",
     "ring:segments=2000",
     "ring:segments=2000",
     {0.0, 0.300001, 0.0},
     {0.0, 0.300001, 0.0},
     {0.0, 1.0, 0.0},
     3.0,
     1000.0},
    {"ring in a ring, turned",
     "ring:segments=2000,outer=0.599999,inner=0.3",
     "ring:segments=2000",
     {0.0, 0.0, 0.0},
     {0.0, 0.0, 0.0},
     {0.0, 1.0, 0.0},
     3.0,
     1000.0},
    {"floor on a floor, turned",
     "floor",
     "floor",
     {0.0, 1e-6, 0.0},
     {0.0, 1e-6, 0.0},
     {0.0, 1.0, 0.0},
     3.0,
     1000.0},
    {"gear on a gear, turned",
     "gear:teeth=96",
     "gear:teeth=96",
     {0.0, 0.300001, 0.0},
     {0.0, 0.300001, 0.0},
     {0.0, 1.0, 0.0},
     3.0,
     1000.0},
    {"torus of quads in its hole, turned",
     "quad-torus:n=100,major=0.4,minor=0.199",
     "quad-torus:n=100",
     {0.0, 0.0, 0.0},
     {0.0, 0.0, 0.0},
     {0.0, 1.0, 0.0},
     3.0,
     1000.0},
    {"scan in a scan, turned",
     "scan:0.98",
     "scan:1",
     {0.0, 0.0, 0.0},
     {0.0, 0.0, 0.0},
     {0.0, 0.6, 0.8},
     3.0,
     1000.0},
    {"path of 1e8, from near",
     "icosphere:level=4",
     "torus:segments=100",
     {3.0, 0.1, 0.0},
     {1e8, 0.3, 2e7},
     {0.6, 0.0, 0.8},
     1.0,
     1000.0},
    {"path of 1e8, past it",
     "icosphere:level=4",
     "torus:segments=100",
     {-1e8, 2.0, 0.0},
     {1e8, 2.0, 0.0},
     {1.0, 0.0, 0.0},
     1.0,
     1000.0},
    {"path of 1e8, through its hole",
     "icosphere:level=4,radius=0.4",
     "torus:segments=100",
     {0.0, -1e8, 0.0},
     {0.0, 1e8, 0.0},
     {0.0, 1.0, 0.0},
     1.0,
     1000.0},
};

enum { FLOOR_SIDE = 100, CASE_COUNT = sizeof cases / sizeof cases[0], SLIDES_MOST = 60, NUT_PASSES = 3 };

// Creates a flat grid in the plane y = 0, from -1 to 1, of FLOOR_SIDE squares a side.
static bool makeFloor(TriangleSoup *soup) {
    int32_t n = FLOOR_SIDE, side = n + 1, count = 0;
    *soup = (TriangleSoup){.pointCount = side * side, .triangleCount = 2 * n * n};
    soup->points = calloc((size_t)soup->pointCount, sizeof *soup->points);
    soup->triangles = calloc(3 * (size_t)soup->triangleCount, sizeof *soup->triangles);
    if (!soup->points || !soup->triangles) return false;
    for (int32_t i = 0; i < side * side; i++)
        soup->points[i] = (cdVec3){2.0 * (i / side) / n - 1.0, 0.0, 2.0 * (i % side) / n - 1.0};
    for (int32_t i = 0; i < n * n; i++) {
        int32_t a = i / n * side + i % n, c = a + side;
        int32_t corners[6] = {a, a + 1, c, a + 1, c + 1, c};
        for (int k = 0; k < 6; k++)
            soup->triangles[count++] = corners[k];
    }
    return true;
}

// The seed gives the two meshes different noise.
static bool makeScan(double radius, TriangleSoup *soup, BenchReport *report) {
    Random random = {(uint64_t)(1e3 * radius)};
    if (!MakeMeshKind(MESH_NOISY, &random, soup, report)) return false;
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdScale(radius, soup->points[i]);
    return true;
}

// `spec`: a shape, "floor", or "scan:RADIUS".
static bool makeSoup(const char *spec, TriangleSoup *soup, BenchReport *report) {
    if (strcmp(spec, "floor") == 0) return makeFloor(soup);
    if (strncmp(spec, "scan:", 5) == 0) return makeScan(atof(spec + 5), soup, report);
    return MakeShape(spec, soup, report->failure, sizeof report->failure);
}

static cdMesh *makeMesh(const char *spec, BenchReport *report) {
    TriangleSoup soup = {0};
    bool made = makeSoup(spec, &soup, report);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = made ? cdCreateMesh(&def, NULL) : NULL;
    DestroyTriangleSoup(&soup);
    if (mesh == NULL) FailReport(report, "the mesh %s cannot be built", spec);
    return mesh;
}

static bool runCase(const NearCase *one, BenchReport *report, double *notFree) {
    cdMesh *a = makeMesh(one->meshA, report), *b = a ? makeMesh(one->meshB, report) : NULL;
    cdWorkspace *workspace = b ? cdCreateWorkspace() : NULL;
    bool good = workspace != NULL;
    if (good) {
        cdFirstContactInput input = {.meshA = a,
                                     .meshB = b,
                                     .startA = {one->start, {1.0, 0.0, 0.0, 0.0}},
                                     .targetA = {one->end, cdMakeQuat(one->axis, one->angle)},
                                     .startB = cdIdentityPose()};
        double begin = GetMicroseconds();
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, NULL);
        double ms = 1e-3 * (GetMicroseconds() - begin);
        const cdQueryStats *s = &result.stats;
        double values[] = {(double)cdGetMeshInfo(a).triangleCount,
                           (double)cdGetMeshInfo(b).triangleCount,
                           ms,
                           (double)s->sphereTests,
                           (double)s->facePairTests,
                           (double)(s->edgeEdgeTests + s->vertexFaceTests + s->faceVertexTests)};
        AddRow(report, values, "%s", one->label);
        AddTarget(report, one->label, ms, REPORT_BELOW, one->limit, "ms");
        *notFree += result.state != CD_FREE;
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
    return good;
}

// --- The nut

typedef struct Nut {
    cdMesh *nut, *bolt;
    cdObstacle obstacle;
    cdPairCache pair;
    cdSlideCache cache;
    cdWorkspace *workspace;
} Nut;

static cdSlideInput makeSlideInput(const Nut *nut, cdPose start, cdPose target) {
    return (cdSlideInput){.step = {.mesh = nut->nut,
                                   .start = start,
                                   .target = target,
                                   .obstacles = &nut->obstacle,
                                   .obstacleCount = 1}};
}

static bool openNut(Nut *nut, BenchReport *report) {
    *nut = (Nut){0};
    nut->nut = makeMesh("nut", report);
    nut->bolt = nut->nut ? makeMesh("bolt", report) : NULL;
    if (nut->bolt == NULL) return false;
    if (!cdBuildMeshParts(nut->nut, CD_PART_FEATURES, NULL) ||
        !cdBuildMeshParts(nut->bolt, CD_PART_FEATURES, NULL))
        return FailReport(report, "out of memory for the surfaces");
    nut->obstacle = (cdObstacle){nut->bolt, cdIdentityPose()};
    nut->workspace = cdCreateWorkspace();
    return nut->workspace != NULL || FailReport(report, "out of memory for the slides");
}

static void closeNut(Nut *nut) {
    cdDestroyWorkspace(nut->workspace);
    cdDestroyMesh(nut->nut);
    cdDestroyMesh(nut->bolt);
}

// Sums over the steps of a pass, and the nut's final pose.
typedef struct NutPass {
    double legs, spheres, faces;
    cdPose end;
} NutPass;

// Pulls and rotates the nut in a random direction for six steps, then in another. Keeps the minimum time of
// each step, since other programs slow single passes.
static NutPass slideNut(Nut *nut, uint64_t seed, int64_t count, double *leastTimes) {
    Random random = {seed};
    NutPass pass = {.end = cdIdentityPose()};
    cdVec3 along = {0.0, 1.0, 0.0}, y = along;
    double turn = 0.0;
    nut->pair = (cdPairCache){0};
    nut->cache = (cdSlideCache){.pairs = &nut->pair};
    for (int64_t i = 0; i < count; i++) {
        if (i % 6 == 0) {
            along = nextRandomDirection(&random);
            turn = nextRandomIn(&random, -0.2, 0.2);
        }
        cdPose target = {cdMulAdd(pass.end.p, nextRandomIn(&random, 0.005, 0.05), along),
                         cdNormalizeQuat(cdMulQuat(cdMakeQuat(y, turn), pass.end.q))};
        cdSlideInput input = makeSlideInput(nut, pass.end, target);
        double begin = GetMicroseconds();
        cdSlide slide = cdFindSlide(&input, &nut->cache, nut->workspace, NULL);
        leastTimes[i] = fmin(leastTimes[i], 1e-3 * (GetMicroseconds() - begin));
        pass.legs += slide.legCount;
        pass.spheres += (double)slide.contact.stats.sphereTests;
        pass.faces += (double)slide.contact.stats.facePairTests;
        pass.end = slide.contact.resolvedPose;
    }
    return pass;
}

static void tellNut(const NutPass *pass, const Timings *timings, BenchReport *report) {
    static const char *const columns[] = {"steps",        "queries",        "median ms", "max ms",
                                          "sphere pairs", "triangle pairs", NULL};
    double steps = (double)timings->count, worst = GetQuantile(timings, 1.0);
    double values[] = {steps, pass->legs / steps,    GetQuantile(timings, 0.5),
                       worst, pass->spheres / steps, pass->faces / steps};
    AddTable(
        report, columns,
        "A nut slides on its bolt, pulled by up to 0.05 and turned by up to 0.2 a step; the minimum time of "
        "each step in three passes");
    AddRow(report, values, "a step on average");
    AddTarget(report, "a slide of the nut, the longest", worst, REPORT_AT_MOST, 10.0, "ms");
}

static void benchNut(Nut *nut, uint64_t seed, int64_t count, BenchReport *report) {
    NutPass passes[NUT_PASSES];
    double *leastTimes = AllocateArray(count, sizeof *leastTimes), astray = 0.0;
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++)
        leastTimes[i] = INFINITY;
    for (int k = 0; k < NUT_PASSES; k++) {
        passes[k] = slideNut(nut, seed, count, leastTimes);
        astray += memcmp(&passes[k].end, &passes[0].end, sizeof(cdPose)) != 0;
    }
    for (int64_t i = 0; i < count; i++)
        AddTiming(&timings, leastTimes[i]);
    SortTimings(&timings);
    tellNut(&passes[0], &timings, report);
    AddRequirement(report, "passes of the nut that end elsewhere", astray, REPORT_AT_MOST, 0.0, "passes");
    FreeTimings(&timings);
    free(leastTimes);
}

bool RunNearBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"triangles A",    "triangles B", "ms", "sphere pairs",
                                          "triangle pairs", "equations",   NULL};
    double notFree = 0.0;
    bool good = true;
    AddTable(report, columns, "One free step, gaps of 1e-6 and of 0.01 in the spheres, turns of 3 and 1 rad");
    for (int i = 0; i < CASE_COUNT && good; i++) {
        input->showProgress(i, CASE_COUNT + 1, input->context);
        good = runCase(&cases[i], report, &notFree);
    }
    if (good) AddRequirement(report, "free steps not called free", notFree, REPORT_AT_MOST, 0.0, "steps");
    Nut nut = {0};
    good = good && openNut(&nut, report);
    int64_t slides = input->steps < SLIDES_MOST ? input->steps : SLIDES_MOST;
    if (good) benchNut(&nut, input->seed, slides, report);
    closeNut(&nut);
    return good;
}
