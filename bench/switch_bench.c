// The value of each optimisation: the drag with one of them disabled at a time.
//
// Output: times and counts a step, and the ratio of the medians to the full version; for other pairs of
// meshes this ratio, over an eighth of the steps. Answers must not depend on any optimisation. Brute force
// (no tree at all) takes minutes a step on these meshes and is left out.
#include "bench/mesh_pairs.h"
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
    {"no long spans", CD_DISABLE_LONG_SPANS},
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

// The drag with one optimisation disabled.
typedef struct SwitchCost {
    double median, p99, counts[5];
} SwitchCost;

static SwitchCost measureSwitch(const BenchPair *pair, const Switch *what, const BenchStep *steps,
                                int64_t count, cdPose *resolved) {
    SwitchCost cost = {0};
    Timings timings = MakeTimings(count);
    cdPairCache cache = {0};
    for (int64_t i = 0; i < count; i++) {
        cdFirstContactInput input = MakeStepInput(pair, &steps[i]);
        input.disabled = what->disabled;
        double begin = GetMicroseconds();
        cdFirstContact result = cdFindFirstContact(&input, &cache, pair->workspace, NULL);
        AddTiming(&timings, GetMicroseconds() - begin);
        resolved[i] = result.resolvedPose;
        addCounts(cost.counts, &result.stats, count);
    }
    SortTimings(&timings);
    cost.median = GetQuantile(&timings, 0.5);
    cost.p99 = GetQuantile(&timings, 0.99);
    FreeTimings(&timings);
    return cost;
}

// Drags A with each switch. Returns the number of switches that change an answer.
static int measureSwitches(const BenchPair *pair, uint64_t seed, int64_t count,
                           SwitchCost costs[SWITCH_COUNT]) {
    BenchStep *steps = AllocateArray(count, sizeof *steps);
    cdPose *resolved = AllocateArray(count, sizeof *resolved);
    cdPose *allOn = AllocateArray(count, sizeof *allOn);
    int different = 0;
    MakeDragPath(pair, seed, 1.0, count, steps);
    for (int k = 0; k < SWITCH_COUNT; k++) {
        costs[k] = measureSwitch(pair, &switches[k], steps, count, k == 0 ? allOn : resolved);
        different += k > 0 && memcmp(allOn, resolved, (size_t)count * sizeof *resolved) != 0;
    }
    free(steps);
    free(resolved);
    free(allOn);
    return different;
}

static bool runTeapot(const BenchInput *input, int *different, BenchReport *report) {
    static const char *const columns[] = {"median us",    "ratio",    "p99 us",
                                          "sphere pairs", "quartics", "triangle pairs",
                                          "elements",     "cubics",   NULL};
    BenchPair pair;
    SwitchCost costs[SWITCH_COUNT];
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    if (good) {
        *different += measureSwitches(&pair, input->seed, input->steps, costs);
        AddTable(report, columns, "Slow drag of the teapot along the bunny, counts a step");
        for (int k = 0; k < SWITCH_COUNT; k++) {
            const SwitchCost *c = &costs[k];
            double values[] = {c->median,    c->median / costs[0].median,
                               c->p99,       c->counts[0],
                               c->counts[1], c->counts[2],
                               c->counts[3], c->counts[4]};
            AddRow(report, values, "%s", switches[k].name);
        }
    }
    FreeBenchPair(&pair);
    return good;
}

static bool runOtherPairs(const BenchInput *input, int *different, BenchReport *report) {
    const MeshPair *pairs[MESH_PAIR_MAX];
    SwitchCost costs[MESH_PAIR_MAX][SWITCH_COUNT];
    const char *columns[MESH_PAIR_MAX + 1] = {NULL};
    int32_t count = ListMeshPairs(input, pairs, report);
    for (int32_t i = 0; i < count; i++) {
        BenchPair pair;
        input->showProgress(i, count, input->context);
        bool good = OpenMeshPair(input, pairs[i], &pair, report);
        if (good) *different += measureSwitches(&pair, input->seed, (input->steps + 7) / 8, costs[i]);
        FreeBenchPair(&pair);
        if (!good) return false;
        columns[i] = pairs[i]->brief;
    }
    AddTable(report, columns, "Other pairs: median us, then the ratio of the median to it");
    for (int k = 0; k < SWITCH_COUNT; k++) {
        double values[MESH_PAIR_MAX];
        for (int32_t i = 0; i < count; i++)
            values[i] = k == 0 ? costs[i][0].median : costs[i][k].median / costs[i][0].median;
        AddRow(report, values, "%s", switches[k].name);
    }
    return true;
}

bool RunSwitchBench(const BenchInput *input, BenchReport *report) {
    int different = 0;
    bool good = runTeapot(input, &different, report) && runOtherPairs(input, &different, report);
    AddRequirement(report, "switches that change an answer", different, REPORT_AT_MOST, 0.0, "switches");
    return good;
}
