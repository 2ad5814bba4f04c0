// The main query at its main task: the teapot (about 6,000 triangles) against the bunny (69,666), unit radius
// each.
//
// (1) A slow drag along the surface, with the caller's cache as in the window; (2) big random steps that hit;
// (3) the discrete test at the same poses, the alternative to continuous detection; (4) build time and size
// of the meshes; (5) the same for other pairs of meshes (other_pairs.c). Each step is timed by itself, in
// three passes over the whole path; the middle time counts. Some answers are judged; with peers also (6):
// more of them, and the same steps through other libraries.
#include "bench/certify.h"
#include "bench/other_pairs.h"
#include "bench/peer_bench.h"
#include <math.h>
#include <stdlib.h>

enum { PASS_COUNT = 3 };

static const char *const timeColumns[] = {"steps",  "share %", "median us", "p95 us",
                                          "p99 us", "max us",  NULL};

// Adds a row of the times of the steps with a state; CD_UNDECIDED: of all. Returns the sorted times.
static Timings addTimeRow(BenchReport *report, const char *label, const cdState *states, const double *times,
                          int64_t count, cdState state) {
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++)
        if (state == CD_UNDECIDED || states[i] == state) AddTiming(&timings, times[i]);
    SortTimings(&timings);
    double share = 100.0 * (double)timings.count / (double)count;
    double values[] = {(double)timings.count,       share,
                       GetQuantile(&timings, 0.5),  GetQuantile(&timings, 0.95),
                       GetQuantile(&timings, 0.99), GetQuantile(&timings, 1.0)};
    AddRow(report, values, "%s", label);
    return timings;
}

// Adds rows of the discrete test at the intended poses, by its result, and at the resolved ones, which are
// free. Returns the median of the latter.
static double addDiscreteRows(BenchReport *report, const BenchPair *pair, const PeerSteps *run) {
    cdPose *poses = AllocateArray(run->count, sizeof *poses);
    cdState *states = AllocateArray(run->count, sizeof *states);
    double *times = AllocateArray(run->count, sizeof *times);
    for (int64_t i = 0; i < run->count; i++)
        poses[i] = run->steps[i].target;
    TimeDiscrete(pair, poses, run->count, states, times);
    const cdState rows[] = {CD_OVERLAP, CD_FREE};
    static const char *const labels[] = {"discrete test, intended pose: overlap",
                                         "discrete test, intended pose: free"};
    for (int k = 0; k < 2; k++) {
        Timings timings = addTimeRow(report, labels[k], states, times, run->count, rows[k]);
        FreeTimings(&timings);
    }
    Timings resolved =
        addTimeRow(report, "discrete test, resolved pose", states, run->discrete, run->count, CD_UNDECIDED);
    double median = GetQuantile(&resolved, 0.5);
    FreeTimings(&resolved);
    free(poses);
    free(states);
    free(times);
    return median;
}

static void addCountNote(BenchReport *report, const char *what, const PeerSteps *run) {
    MeanCounts mean = FindMeanCounts(run);
    AddNote(report,
            "Mean counts of a %s: %.0f pairs of spheres, %.0f pairs of triangles, %.1f edge-edge and %.1f "
            "vertex-face equations, %.1f cubics solved.",
            what, mean.spherePairs, mean.trianglePairs, mean.edgeEdge, mean.vertexFace, mean.cubics);
}

// Adds a row for all steps, and with `divided` rows for those that stop and the free ones.
static Timings addStepRows(BenchReport *report, const PeerSteps *run, bool divided) {
    cdState *states = AllocateArray(run->count, sizeof *states);
    for (int64_t i = 0; i < run->count; i++)
        states[i] = run->results[i].state;
    Timings all = addTimeRow(report, "first contact", states, run->times, run->count, CD_UNDECIDED);
    const cdState rows[] = {CD_CONTACT, CD_FREE};
    static const char *const labels[] = {"  steps that stop", "  free steps"};
    for (int k = 0; k < 2 && divided; k++) {
        Timings part = addTimeRow(report, labels[k], states, run->times, run->count, rows[k]);
        FreeTimings(&part);
    }
    free(states);
    return all;
}

// Adds a row of the slower of the discrete tests where each step of a drag begins and where it ends. A search
// that remembers nothing of the step before certifies both poses, too.
static void addBothEndsRow(BenchReport *report, const PeerSteps *run) {
    cdState *states = AllocateArray(run->count, sizeof *states);
    double *times = AllocateArray(run->count, sizeof *times);
    for (int64_t i = 0; i < run->count; i++)
        times[i] = i > 0 ? fmax(run->discrete[i - 1], run->discrete[i]) : run->discrete[i];
    Timings timings =
        addTimeRow(report, "discrete test, the slower of both ends", states, times, run->count, CD_UNDECIDED);
    FreeTimings(&timings);
    free(states);
    free(times);
}

static void runDrag(const BenchInput *input, const BenchPair *pair, PeerSteps *run, BenchReport *report) {
    MakeDragPath(pair, input->seed, 1.0, run->count, run->steps);
    TimeSteps(pair, run, true);
    AddTable(report, timeColumns,
             "Slow drag near and along the surface: 2 %% of the radius, 2 degrees a step");
    Timings all = addStepRows(report, run, true);
    double discrete = addDiscreteRows(report, pair, run), median = GetQuantile(&all, 0.5);
    addBothEndsRow(report, run);
    AddTarget(report, "drag, median", median, REPORT_AT_MOST, 100.0, "us");
    AddTarget(report, "drag, 99th percentile", GetQuantile(&all, 0.99), REPORT_BELOW, 1000.0, "us");
    AddTarget(report, "drag / discrete test at the resolved poses, medians", median / discrete,
              REPORT_AT_MOST, 1.6, "times");
    addCountNote(report, "drag step", run);
    FreeTimings(&all);
}

static void runHits(const BenchInput *input, const BenchPair *pair, PeerSteps *run, BenchReport *report) {
    run->count = MakeBigSteps(pair, input->seed + 1, run->count, run->steps);
    TimeSteps(pair, run, false);
    AddTable(report, timeColumns, "Big random steps that hit: up to 60 degrees, about one radius");
    Timings all = addStepRows(report, run, false);
    double median = GetQuantile(&all, 0.5);
    addDiscreteRows(report, pair, run);
    AddTarget(report, "big hits, median", median, REPORT_BELOW, 300.0, "us");
    AddTarget(report, "big hits, 95th percentile / median", GetQuantile(&all, 0.95) / median, REPORT_AT_MOST,
              2.0, "times");
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
    double build = GetMiddle(times[0], times[1], times[2]);
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
    addMeshRow(report, "teapot", &pair->soupA, cdGetMeshInfo(pair->meshA).leafRadius);
    double build = addMeshRow(report, "bunny", &pair->soupB, cdGetMeshInfo(pair->meshB).leafRadius);
    AddTarget(report, "bunny, build", 1e-3 * build, REPORT_BELOW, 1.0, "s");
}

// Takes the steps of a drag that follow a free one: they start clear of the surface. At the gap after a stop,
// conservative advancement creeps.
static PeerSteps takeClearStarts(const PeerSteps *drag) {
    PeerSteps clear = MakePeerSteps("drag, clear starts", drag->count);
    clear.count = 0;
    for (int64_t i = 1; i < drag->count; i++) {
        if (drag->results[i - 1].state != CD_FREE) continue;
        clear.steps[clear.count] = drag->steps[i];
        clear.results[clear.count] = drag->results[i];
        clear.times[clear.count++] = drag->times[i];
    }
    return clear;
}

static void runPeers(const BenchInput *input, const BenchPair *pair, const PeerSteps runs[2],
                     BenchReport *report) {
    static const double leastRatios[] = {200.0, 200.0, 90.0};
    PeerSteps three[] = {runs[0], takeClearStarts(&runs[0]), runs[1]};
    ComparePeers(input, pair, three, leastRatios, 3, report);
    FreePeerSteps(&three[1]);
}

bool RunFirstContactBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    if (!MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report)) {
        FreeBenchPair(&pair);
        return false;
    }
    PeerSteps runs[2] = {MakePeerSteps("drag", input->steps),
                         MakePeerSteps("big hits", (input->steps + 3) / 4)};
    JudgeLimits limits =
        input->peers ? (JudgeLimits){400, 24} : (JudgeLimits){50, input->steps < 100 ? 1 : 4};
    input->showProgress(0, 4, input->context);
    runDrag(input, &pair, &runs[0], report);
    input->showProgress(1, 4, input->context);
    runHits(input, &pair, &runs[1], report);
    input->showProgress(2, 4, input->context);
    runBuild(&pair, report);
    CertifySteps(input, &pair, runs, limits, report);
    if (input->peers) runPeers(input, &pair, runs, report);
    FreePeerSteps(&runs[0]);
    FreePeerSteps(&runs[1]);
    FreeBenchPair(&pair);
    return RunOtherPairs(input, report);
}
