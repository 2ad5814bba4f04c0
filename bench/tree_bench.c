// Sphere trees over leaf radii: build time, size, and the cost of a query.
//
// [RKC01 3.1] leaves the radius of the leaves to the user; this shows its effect, and where the
// suggested radii lie. One drag path, found on the suggested trees, runs on all: results do not depend on the
// tree.
#include "bench/drag_path.h"
#include "bench/timing.h"
#include <stdlib.h>
#include <string.h>

static const double shares[] = {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0};

enum { RADIUS_COUNT = sizeof shares / sizeof shares[0] };

// Runs the path and records the resolved poses; returns the sorted times.
static Timings followPath(const BenchPair *pair, const BenchStep *steps, int64_t count, cdPose *resolved,
                          double *sphereTests, double *trianglePairs) {
    Timings timings = MakeTimings(count);
    cdPairCache cache = {0};
    *sphereTests = *trianglePairs = 0.0;
    for (int64_t i = 0; i < count; i++) {
        cdFirstContactInput input = MakeStepInput(pair, &steps[i]);
        double begin = GetMicroseconds();
        cdFirstContact result = cdFindFirstContact(&input, &cache, pair->workspace, NULL);
        AddTiming(&timings, GetMicroseconds() - begin);
        resolved[i] = result.resolvedPose;
        *sphereTests += (double)result.stats.sphereTests / (double)count;
        *trianglePairs += (double)result.stats.facePairTests / (double)count;
    }
    SortTimings(&timings);
    return timings;
}

static void addRadius(const BenchPair *pair, const BenchStep *steps, int64_t count, double share,
                      double build, cdPose *resolved, BenchReport *report) {
    double sphereTests, trianglePairs;
    Timings timings = followPath(pair, steps, count, resolved, &sphereTests, &trianglePairs);
    cdMeshInfo a = cdGetMeshInfo(pair->meshA), b = cdGetMeshInfo(pair->meshB);
    double values[] = {a.leafRadius,
                       b.leafRadius,
                       build,
                       (double)a.nodeCount,
                       (double)b.nodeCount,
                       (double)(a.byteCount + b.byteCount) / (double)(a.triangleCount + b.triangleCount),
                       sphereTests,
                       trianglePairs,
                       GetQuantile(&timings, 0.5),
                       GetQuantile(&timings, 0.99)};
    AddRow(report, values, "%g x suggested", share);
    FreeTimings(&timings);
}

bool RunTreeBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "radius A",     "radius B",       "build ms",  "nodes A", "nodes B", "bytes/tri",
        "sphere pairs", "triangle pairs", "median us", "p99 us",  NULL};
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    if (good) {
        BenchStep *steps = AllocateArray(input->steps, sizeof *steps);
        cdPose *resolved = AllocateArray(input->steps, sizeof *resolved);
        cdPose *firstResolved = AllocateArray(input->steps, sizeof *firstResolved);
        MakeDragPath(&pair, input->seed, 1.0, input->steps, steps);
        double suggested[2];
        SuggestBenchRadii(&pair, suggested);
        int different = 0;
        AddTable(report, columns, "Teapot (A) and bunny (B) with leaves of other radii; the drag on them");
        for (int k = 0; k < RADIUS_COUNT && good; k++) {
            input->showProgress(k, RADIUS_COUNT, input->context);
            double begin = GetMicroseconds();
            const double radii[2] = {shares[k] * suggested[0], shares[k] * suggested[1]};
            good = RebuildBenchPair(&pair, radii, report);
            double build = 1e-3 * (GetMicroseconds() - begin);
            if (!good) break;
            addRadius(&pair, steps, input->steps, shares[k], build, k == 0 ? firstResolved : resolved,
                      report);
            size_t size = (size_t)input->steps * sizeof *resolved;
            different += k > 0 && memcmp(firstResolved, resolved, size) != 0;
        }
        AddNote(report, "A radius that needs too many pieces is enlarged; the columns show the radius used.");
        AddRequirement(report, "trees on which an answer differs", different, REPORT_AT_MOST, 0.0, "trees");
        free(steps);
        free(resolved);
        free(firstResolved);
    }
    FreeBenchPair(&pair);
    return good;
}
