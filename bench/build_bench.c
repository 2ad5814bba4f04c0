// Building meshes of all kinds up to a million triangles: time, memory, and a drag on the largest.
//
// Input: number of steps of the drag, and a seed. Output: for each mesh the minimum time of some passes, with
// and without hull, and the memory, also that needed meanwhile; then the same drag on the bunny and on a
// bunny of a million triangles. The work of a query should hardly grow with the number of triangles. With
// fewer steps than STEPS_FOR_PASSES, each mesh is built once without and once with hull.
#include "bench/contact_steps.h"
#include "bench/mesh_kinds.h"
#include <stdlib.h>
#include <string.h>

enum { PASSES = 5, MANY_TRIANGLES = 200000, STEPS_FOR_PASSES = 100 };

// --- Memory

// Memory through the library's hooks; each block is preceded by its size.
typedef struct Meter {
    size_t used, peak;
} Meter;

enum { HEADER = 16 };

static void *allocateCounted(size_t byteCount, void *context) {
    Meter *meter = context;
    unsigned char *block = malloc(byteCount + HEADER);
    if (block == NULL) return NULL;
    memcpy(block, &byteCount, sizeof byteCount);
    meter->used += byteCount;
    if (meter->used > meter->peak) meter->peak = meter->used;
    return block + HEADER;
}

static void releaseCounted(void *memory, void *context) {
    Meter *meter = context;
    size_t byteCount;
    memcpy(&byteCount, (unsigned char *)memory - HEADER, sizeof byteCount);
    meter->used -= byteCount;
    free((unsigned char *)memory - HEADER);
}

// --- Building

typedef struct BuildCost {
    cdMeshInfo info;  // its arrays are gone
    double bare, all; // ms without and with the hull
    double peak;      // bytes in use at most, with the hull
} BuildCost;

static int getPassCount(const BenchInput *input, int32_t triangleCount) {
    if (input->steps < STEPS_FOR_PASSES) return 1;
    return triangleCount > MANY_TRIANGLES ? 2 : PASSES;
}

static double timeBuild(const cdMeshDef *def, int passCount, cdMeshInfo *info) {
    double least = INFINITY;
    for (int pass = 0; pass < passCount; pass++) {
        double begin = GetMicroseconds();
        cdMesh *mesh = cdCreateMesh(def, NULL);
        least = fmin(least, 1e-3 * (GetMicroseconds() - begin));
        if (mesh == NULL) return NAN;
        *info = cdGetMeshInfo(mesh);
        cdDestroyMesh(mesh);
    }
    return least;
}

static BuildCost measureBuild(const BenchInput *input, const TriangleSoup *soup, double leafRadius) {
    BuildCost cost = {.peak = 0.0};
    Meter meter = {0};
    int passCount = getPassCount(input, soup->triangleCount);
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.leafRadius = leafRadius;
    def.parts = 0;
    cost.bare = timeBuild(&def, passCount, &cost.info);
    def.parts = CD_PART_HULL;
    if (passCount > 1) cost.all = timeBuild(&def, passCount, &cost.info);
    cdSetHooks(&(cdHooks){.allocate = allocateCounted, .release = releaseCounted, .context = &meter});
    double counted = timeBuild(&def, 1, &cost.info);
    if (passCount == 1) cost.all = counted;
    cost.peak = (double)meter.peak;
    cdSetHooks(NULL);
    return cost;
}

// Returns the cost.
static BuildCost addBuildRow(const BenchInput *input, const char *name, const TriangleSoup *soup,
                             double leafRadius, BenchReport *report) {
    BuildCost cost = measureBuild(input, soup, leafRadius);
    double n = soup->triangleCount;
    double values[] = {n,
                       cost.all,
                       1e3 * cost.all / n,
                       1e3 * cost.bare / n,
                       (double)cost.info.byteCount / n,
                       cost.peak / n,
                       cost.info.nodeCount / n,
                       (double)cost.info.treeDepth};
    AddRow(report, values, "%s", name);
    return cost;
}

// Adds a row with a target.
static BuildCost addKindRow(const BenchInput *input, const char *name, const TriangleSoup *soup,
                            double leafRadius, BenchReport *report) {
    BuildCost cost = addBuildRow(input, name, soup, leafRadius, report);
    char what[96];
    snprintf(what, sizeof what, "%s, build", name);
    AddTarget(report, what, 1e3 * cost.all / soup->triangleCount, REPORT_AT_MOST, 1.6, "us a triangle");
    return cost;
}

// --- Drag

// Returns the median time of a step.
static double addDragRow(const char *name, const BenchInput *input, const BenchPair *pair,
                         BenchReport *report) {
    PeerSteps run = MakePeerSteps(name, input->steps);
    MakeDragPath(pair, input->seed, 1.0, run.count, run.steps);
    TimeSteps(pair, &run, true);
    MeanCounts mean = FindMeanCounts(&run);
    Timings timings = SortStepTimes(&run);
    double median = GetQuantile(&timings, 0.5);
    double values[] = {mean.spherePairs, mean.trianglePairs, mean.edgeEdge + mean.vertexFace, median,
                       GetQuantile(&timings, 0.99)};
    AddRow(report, values, "%s", name);
    FreeTimings(&timings);
    FreePeerSteps(&run);
    return median;
}

// How often each triangle of the bunny is divided into four: twice, which gives a million.
static int countDivisions(const BenchInput *input) {
    return input->steps < STEPS_FOR_PASSES ? 1 : 2;
}

static const char *getFineName(const BenchInput *input) {
    return countDivisions(input) == 2 ? "the bunny, each triangle in 16" : "the bunny, each triangle in 4";
}

static bool runDrags(const BenchInput *input, BenchPair *pair, Random *random, BenchReport *report) {
    static const char *const columns[] = {"sphere pairs", "triangle pairs", "equations",
                                          "median us",    "p99 us",         NULL};
    AddTable(report, columns, "The teapot dragged along the bunny: 2 %% of the radius, 2 degrees a step");
    double few = addDragRow("the bunny, 69,666 triangles", input, pair, report);
    for (int i = 0; i < countDivisions(input); i++)
        SubdivideSoup(random, 0.02, &pair->soupB);
    if (!RebuildBenchPair(pair, NULL, report)) return false;
    double many = addDragRow(getFineName(input), input, pair, report);
    if (countDivisions(input) == 2)
        AddTarget(report, "drag on a million triangles / on 69,666", many / few, REPORT_AT_MOST, 1.5,
                  "times");
    return true;
}

static void addFineRow(const BenchInput *input, const TriangleSoup *soup, BenchReport *report) {
    BuildCost cost = addKindRow(input, getFineName(input), soup, 0.0, report);
    if (countDivisions(input) < 2) return;
    AddTarget(report, "a million triangles, build", 1e-3 * cost.all, REPORT_AT_MOST, 2.0, "s");
    AddTarget(report, "a million triangles, size", (double)cost.info.byteCount / soup->triangleCount,
              REPORT_AT_MOST, 160.0, "bytes a triangle");
}

bool RunBuildBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "triangles",      "ms",    "us/triangle", "without hull", "bytes/triangle", "meanwhile",
        "nodes/triangle", "depth", NULL};
    BenchPair pair = {0};
    Random random = {input->seed};
    TriangleSoup soup;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    double leafRadius = good ? cdGetMeshInfo(pair.meshB).leafRadius : 0.0;
    if (good) good = runDrags(input, &pair, &random, report);
    AddTable(report, columns, "Building meshes; bytes a triangle of the mesh, and at most while it is built");
    MeshKind end = GetMeshKindEnd(input);
    for (MeshKind kind = 0; good && kind < end; kind++) {
        input->showProgress((int64_t)kind, (int64_t)end + 1, input->context);
        good = MakeMeshKind(kind, &random, &soup, report);
        if (good) addKindRow(input, GetMeshKindName(kind), &soup, 0.0, report);
        if (good) DestroyTriangleSoup(&soup);
    }
    if (good) {
        addBuildRow(input, "few triangles: a teapot with fine leaves", &pair.soupA, leafRadius, report);
        good = input->loadMesh("builtin:bunny", &soup, report->failure, sizeof report->failure);
    }
    if (good) {
        addKindRow(input, "the bunny", &soup, leafRadius, report);
        DestroyTriangleSoup(&soup);
        addFineRow(input, &pair.soupB, report);
    }
    FreeBenchPair(&pair);
    return good;
}
