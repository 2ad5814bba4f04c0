// The main query at its main task: the teapot (about 6,000 triangles) against the bunny (69,666), unit radius
// each.
//
// (1) A slow drag along the surface, with the caller's cache as in the window; (2) big random steps that hit;
// (3) the discrete test at the same poses, the alternative to continuous detection; (4) build time and size
// of the meshes. Each step is timed by itself, in three passes over the whole path; the middle time counts.
// With peers also (5): the same steps through other libraries, and all answers judged.
#include "bench/certify.h"
#include "bench/drag_path.h"
#include "bench/peer_bench.h"
#include "bench/timing.h"
#include <math.h>
#include <stdlib.h>

enum { PASS_COUNT = 3 };

static const char *const timeColumns[] = {"steps",  "share %", "median us", "p95 us",
                                          "p99 us", "max us",  NULL};

static double getMiddle(double a, double b, double c) {
    return cdMax(cdMin(a, b), cdMin(cdMax(a, b), c));
}

// Runs all steps in order; records results and times. `useCache`: one pair cache over the whole path.
static void runContinuous(const BenchPair *pair, const BenchStep *steps, int64_t count, bool useCache,
                          cdFirstContact *results, double *times) {
    double *passes = AllocateArray(PASS_COUNT * count, sizeof *passes);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        cdPairCache cache = {0};
        for (int64_t i = 0; i < count; i++) {
            cdFirstContactInput input = MakeStepInput(pair, &steps[i]);
            double begin = GetMicroseconds();
            results[i] = cdFindFirstContact(&input, useCache ? &cache : NULL, pair->workspace, NULL);
            passes[pass * count + i] = GetMicroseconds() - begin;
        }
    }
    for (int64_t i = 0; i < count; i++)
        times[i] = getMiddle(passes[i], passes[count + i], passes[2 * count + i]);
    free(passes);
}

static bool isAny(cdState state, cdState wanted) {
    return wanted == CD_UNDECIDED || state == wanted;
}

// Adds a row of times over the steps with a state; CD_UNDECIDED: over all. Returns the sorted times.
static Timings addTimeRow(BenchReport *report, const char *label, const cdFirstContact *results,
                          const double *times, int64_t count, cdState state) {
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++)
        if (isAny(results[i].state, state)) AddTiming(&timings, times[i]);
    SortTimings(&timings);
    double share = 100.0 * (double)timings.count / (double)count;
    double values[] = {(double)timings.count,       share,
                       GetQuantile(&timings, 0.5),  GetQuantile(&timings, 0.95),
                       GetQuantile(&timings, 0.99), GetQuantile(&timings, 1.0)};
    AddRow(report, values, "%s", label);
    return timings;
}

// Adds rows of the discrete test at one pose a step, by its result.
static void addDiscreteRows(BenchReport *report, const BenchPair *pair, const cdPose *poses, int64_t count,
                            const char *where) {
    cdFirstContact *results = AllocateArray(count, sizeof *results);
    double *times = AllocateArray(count, sizeof *times);
    for (int64_t i = 0; i < count; i++) {
        cdOverlapInput input = {
            .meshA = pair->meshA, .meshB = pair->meshB, .poseA = poses[i], .poseB = cdIdentityPose()};
        double best[PASS_COUNT];
        for (int pass = 0; pass < PASS_COUNT; pass++) {
            double begin = GetMicroseconds();
            results[i].state = cdFindOverlap(&input, NULL, pair->workspace, NULL).state;
            best[pass] = GetMicroseconds() - begin;
        }
        times[i] = getMiddle(best[0], best[1], best[2]);
    }
    char label[64];
    const cdState states[] = {CD_OVERLAP, CD_FREE};
    static const char *const names[] = {"overlap", "free"};
    for (int k = 0; k < 2; k++) {
        snprintf(label, sizeof label, "discrete test, %s: %s", where, names[k]);
        Timings timings = addTimeRow(report, label, results, times, count, states[k]);
        FreeTimings(&timings);
    }
    free(times);
    free(results);
}

static void addDiscreteTable(BenchReport *report, const BenchPair *pair, const PeerSteps *run) {
    cdPose *poses = AllocateArray(run->count, sizeof *poses);
    for (int64_t i = 0; i < run->count; i++)
        poses[i] = run->steps[i].target;
    addDiscreteRows(report, pair, poses, run->count, "intended pose");
    for (int64_t i = 0; i < run->count; i++)
        poses[i] = run->results[i].resolvedPose;
    addDiscreteRows(report, pair, poses, run->count, "resting pose");
    free(poses);
}

static void addCountNote(BenchReport *report, const char *what, const PeerSteps *run) {
    cdQueryStats sum = {0};
    for (int64_t i = 0; i < run->count; i++) {
        const cdQueryStats *stats = &run->results[i].stats;
        sum.sphereTests += stats->sphereTests;
        sum.facePairTests += stats->facePairTests;
        sum.edgeEdgeTests += stats->edgeEdgeTests;
        sum.vertexFaceTests += stats->vertexFaceTests + stats->faceVertexTests;
        sum.cubicSolves += stats->cubicSolves;
    }
    double n = (double)run->count;
    AddNote(report,
            "Mean counts of a %s: %.0f pairs of spheres, %.0f pairs of triangles, %.1f edge-edge and %.1f "
            "vertex-face equations, %.1f cubics solved.",
            what, (double)sum.sphereTests / n, (double)sum.facePairTests / n, (double)sum.edgeEdgeTests / n,
            (double)sum.vertexFaceTests / n, (double)sum.cubicSolves / n);
}

static void runDrag(const BenchInput *input, const BenchPair *pair, PeerSteps *run, BenchReport *report) {
    MakeDragPath(pair, input->seed, 1.0, run->count, run->steps);
    runContinuous(pair, run->steps, run->count, true, run->results, run->times);
    AddTable(report, timeColumns,
             "Slow drag near and along the surface: 2 %% of the radius, 2 degrees a step");
    Timings all = addTimeRow(report, "first contact", run->results, run->times, run->count, CD_UNDECIDED);
    Timings hits = addTimeRow(report, "  steps that stop", run->results, run->times, run->count, CD_CONTACT);
    Timings free = addTimeRow(report, "  free steps", run->results, run->times, run->count, CD_FREE);
    addDiscreteTable(report, pair, run);
    AddTarget(report, "drag, median", GetQuantile(&all, 0.5), REPORT_AT_MOST, 100.0, "us");
    AddTarget(report, "drag, 99th percentile", GetQuantile(&all, 0.99), REPORT_BELOW, 1000.0, "us");
    AddRequirement(report, "drag, steps neither free nor contact",
                   (double)(all.count - hits.count - free.count), REPORT_AT_MOST, 0.0, "steps");
    addCountNote(report, "drag step", run);
    FreeTimings(&all);
    FreeTimings(&hits);
    FreeTimings(&free);
}

static void runHits(const BenchInput *input, const BenchPair *pair, PeerSteps *run, BenchReport *report) {
    run->count = MakeBigSteps(pair, input->seed + 1, run->count, run->steps);
    runContinuous(pair, run->steps, run->count, false, run->results, run->times);
    AddTable(report, timeColumns, "Big random steps that hit: up to 60 degrees, about one radius");
    Timings all = addTimeRow(report, "first contact", run->results, run->times, run->count, CD_UNDECIDED);
    addDiscreteTable(report, pair, run);
    AddTarget(report, "big hits, median", GetQuantile(&all, 0.5), REPORT_BELOW, 300.0, "us");
    addCountNote(report, "big hit", run);
    FreeTimings(&all);
}

static double addMeshRow(BenchReport *report, const char *label, const TriangleSoup *soup,
                         double leafRadius) {
    double times[PASS_COUNT];
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.leafRadius = leafRadius;
    cdMeshInfo info = {0};
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        double begin = GetMicroseconds();
        cdMesh *mesh = cdCreateMesh(&def, NULL);
        times[pass] = 1e-3 * (GetMicroseconds() - begin);
        if (mesh != NULL) info = cdGetMeshInfo(mesh);
        cdDestroyMesh(mesh);
    }
    double build = getMiddle(times[0], times[1], times[2]);
    double bytes = (double)info.byteCount / (double)info.triangleCount;
    double values[] = {(double)info.triangleCount,
                       build,
                       bytes,
                       info.leafRadius,
                       (double)info.leafCount,
                       (double)info.nodeCount,
                       (double)info.treeDepth};
    AddRow(report, values, "%s", label);
    char what[64];
    snprintf(what, sizeof what, "%s, size", label);
    AddTarget(report, what, bytes, REPORT_BELOW, 1024.0, "bytes a triangle");
    return build;
}

static void runBuild(const BenchPair *pair, BenchReport *report) {
    static const char *const columns[] = {"triangles", "build ms", "bytes/triangle", "leaf radius",
                                          "leaves",    "nodes",    "depth",          NULL};
    AddTable(report, columns, "Meshes with their trees");
    double leafRadius = cdGetMeshInfo(pair->meshB).leafRadius;
    addMeshRow(report, "teapot", &pair->soupA, leafRadius);
    double build = addMeshRow(report, "bunny", &pair->soupB, leafRadius);
    AddTarget(report, "bunny, build", 1e-3 * build, REPORT_BELOW, 1.0, "s");
}

static PeerSteps makeSteps(const char *name, int64_t count) {
    return (PeerSteps){.name = name,
                       .count = count,
                       .steps = AllocateArray(count, sizeof(BenchStep)),
                       .results = AllocateArray(count, sizeof(cdFirstContact)),
                       .times = AllocateArray(count, sizeof(double))};
}

static void freeSteps(PeerSteps *run) {
    free(run->steps);
    free(run->results);
    free(run->times);
}

// Takes the steps of a drag that follow a free one: they start clear of the surface. At the gap after a stop,
// conservative advancement creeps.
static PeerSteps takeClearStarts(const PeerSteps *drag) {
    PeerSteps clear = makeSteps("drag, clear starts", drag->count);
    clear.count = 0;
    for (int64_t i = 1; i < drag->count; i++) {
        if (drag->results[i - 1].state != CD_FREE) continue;
        clear.steps[clear.count] = drag->steps[i];
        clear.results[clear.count] = drag->results[i];
        clear.times[clear.count++] = drag->times[i];
    }
    return clear;
}

bool RunFirstContactBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    if (!MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report)) {
        FreeBenchPair(&pair);
        return false;
    }
    PeerSteps runs[2] = {makeSteps("drag", input->steps), makeSteps("big hits", (input->steps + 3) / 4)};
    input->showProgress(0, 4, input->context);
    runDrag(input, &pair, &runs[0], report);
    input->showProgress(1, 4, input->context);
    runHits(input, &pair, &runs[1], report);
    input->showProgress(2, 4, input->context);
    runBuild(&pair, report);
    if (input->peers) {
        CertifySteps(input, &pair, runs, 2, report);
        PeerSteps three[] = {runs[0], takeClearStarts(&runs[0]), runs[1]};
        ComparePeers(input, &pair, three, 3, report);
        freeSteps(&three[1]);
    }
    freeSteps(&runs[0]);
    freeSteps(&runs[1]);
    FreeBenchPair(&pair);
    return true;
}
