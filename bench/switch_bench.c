// The value of each optimisation: the drag with one of them disabled at a time.
//
// Output: times and counts a step, and the ratio of the medians to the full version. Answers must not depend
// on any optimisation. Brute force (no tree at all) takes minutes a step on these meshes and is left out.
#include "bench/drag_path.h"
#include "bench/timing.h"
#include <stdlib.h>
#include <string.h>

typedef struct Switch {
    const char *name;
    uint32_t disabled;
} Switch;

static const Switch switches[] = {
    {"everything on", 0},
    {"no vertex cache [RKC01 4.1]", CD_DISABLE_VERTEX_CACHE},
    {"no trajectory bound [RKC01 4.2]", CD_DISABLE_TRAJECTORY_BOUND},
    {"no current contact [RKC01 4.3]", CD_DISABLE_CURRENT_CONTACT},
    {"no labels [RKC01 4.4]", CD_DISABLE_LABELS},
    {"no pair tables [RKC01 4.4]", CD_DISABLE_PAIR_TABLES},
    {"no flat bounds", CD_DISABLE_SLABS},
    {"no convex proxies [CW96]", CD_DISABLE_PROXY},
};

enum { SWITCH_COUNT = sizeof switches / sizeof switches[0] };

// Returns the counts of a row, in the order of the table's columns.
static void addCounts(double counts[5], const cdQueryStats *stats, int64_t steps) {
    const int64_t step[] = {stats->sphereTests, stats->quarticTests, stats->facePairTests,
                            stats->edgeEdgeTests + stats->vertexFaceTests + stats->faceVertexTests,
                            stats->cubicSolves};
    for (int k = 0; k < 5; k++)
        counts[k] += (double)step[k] / (double)steps;
}

static double addSwitchRow(const BenchPair *pair, const Switch *what, const BenchStep *steps, int64_t count,
                           double whole, cdPose *resolved, BenchReport *report) {
    Timings timings = MakeTimings(count);
    cdPairCache cache = {0};
    double counts[5] = {0.0};
    for (int64_t i = 0; i < count; i++) {
        cdFirstContactInput input = MakeStepInput(pair, &steps[i]);
        input.disabled = what->disabled;
        double begin = GetMicroseconds();
        cdFirstContact result = cdFindFirstContact(&input, &cache, pair->workspace, NULL);
        AddTiming(&timings, GetMicroseconds() - begin);
        resolved[i] = result.resolvedPose;
        addCounts(counts, &result.stats, count);
    }
    SortTimings(&timings);
    double median = GetQuantile(&timings, 0.5);
    double values[] = {median,
                       whole > 0.0 ? median / whole : 1.0,
                       GetQuantile(&timings, 0.99),
                       counts[0],
                       counts[1],
                       counts[2],
                       counts[3],
                       counts[4]};
    AddRow(report, values, "%s", what->name);
    FreeTimings(&timings);
    return median;
}

bool RunSwitchBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"median us",    "ratio",    "p99 us",
                                          "sphere pairs", "quartics", "triangle pairs",
                                          "elements",     "cubics",   NULL};
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    if (good) {
        BenchStep *steps = AllocateArray(input->steps, sizeof *steps);
        cdPose *resolved = AllocateArray(input->steps, sizeof *resolved);
        cdPose *allOn = AllocateArray(input->steps, sizeof *allOn);
        MakeDragPath(&pair, input->seed, 1.0, input->steps, steps);
        AddTable(report, columns, "Slow drag of the teapot along the bunny, counts a step");
        double whole = 0.0;
        int different = 0;
        for (int k = 0; k < SWITCH_COUNT; k++) {
            input->showProgress(k, SWITCH_COUNT, input->context);
            double median = addSwitchRow(&pair, &switches[k], steps, input->steps, whole,
                                         k == 0 ? allOn : resolved, report);
            if (k == 0) whole = median;
            different += k > 0 && memcmp(allOn, resolved, (size_t)input->steps * sizeof *resolved) != 0;
        }
        AddRequirement(report, "switches that change an answer", different, REPORT_AT_MOST, 0.0, "switches");
        free(steps);
        free(resolved);
        free(allOn);
    }
    FreeBenchPair(&pair);
    return good;
}
