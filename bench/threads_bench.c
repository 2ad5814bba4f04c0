// Batches of first contacts on one, two and all threads: the speed-up, and equal results to sequential
// queries.
//
// Two batches with the teapot and the bunny: the steps of a drag near the surface, and big steps that hit;
// and the drags of other pairs, of an eighth of the steps. Runs on one thread and on more alternate, and each
// speed-up is a ratio of neighbours, so temporary load changes it less. `cores` is processor time over
// elapsed time: below the number of threads, others used the processors or threads waited. `work` is
// processor time relative to one thread.
#include "bench/mesh_pairs.h"
#include "bench/timing.h"
#include "collision/batches.h"
#include "engine/platform/clock.h"
#include "threads/pool.h"

#include <stdlib.h>
#include <string.h>

enum { PASS_COUNT = 15, SETUP_MAX = 3 };

typedef struct Batch {
    const char *name;
    int32_t count;
    cdFirstContactInput *inputs;
    cdFirstContact *expected, *results;
} Batch;

// Runs of a batch on one number of threads.
typedef struct Setup {
    int32_t threadCount;
    Pool *pool;
    cdWorkspace *workspace;
    Timings times, ratios; // microseconds of a batch; ratio of one thread's time to it
    double processorTime;  // of all runs, microseconds
} Setup;

static double getProcessorTime(void) {
    return 1e6 * gxGetProcessTime();
}

static bool isSameFeature(const cdFeature *a, const cdFeature *b) {
    return a->kind == b->kind && a->index == b->index && a->id == b->id;
}

static bool isSame(const cdFirstContact *a, const cdFirstContact *b) {
    return a->state == b->state && a->reason == b->reason && a->kind == b->kind &&
           isSameFeature(&a->featureA, &b->featureA) && isSameFeature(&a->featureB, &b->featureB) &&
           memcmp(&a->t, &b->t, sizeof a->t) == 0 && memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
           memcmp(&a->resolvedPose, &b->resolvedPose, sizeof a->resolvedPose) == 0 &&
           memcmp(&a->stats, &b->stats, sizeof a->stats) == 0;
}

static int32_t countDifferent(const Batch *batch) {
    int32_t different = 0;
    for (int32_t i = 0; i < batch->count; i++)
        different += !isSame(&batch->results[i], &batch->expected[i]);
    return different;
}

static Batch makeBatch(const char *name, const BenchPair *pair, const BenchStep *steps, int64_t count) {
    Batch batch = {.name = name,
                   .count = (int32_t)count,
                   .inputs = AllocateArray(count, sizeof *batch.inputs),
                   .expected = AllocateArray(count, sizeof *batch.expected),
                   .results = AllocateArray(count, sizeof *batch.results)};
    for (int32_t i = 0; i < batch.count; i++) {
        batch.inputs[i] = MakeStepInput(pair, &steps[i]);
        batch.expected[i] = cdFindFirstContact(&batch.inputs[i], NULL, pair->workspace, NULL);
    }
    return batch;
}

static void freeBatch(Batch *batch) {
    free(batch->inputs);
    free(batch->expected);
    free(batch->results);
}

// Returns the time of the batch. The first run grows the workspaces and does not count.
static double runBatch(const Batch *batch, Setup *setup) {
    cdTasks tasks = GetPoolTasks(setup->pool);
    cdFirstContactBatch all = {.inputs = batch->inputs, .results = batch->results, .count = batch->count};
    memset(batch->results, 0, (size_t)batch->count * sizeof *batch->results);
    double begin = GetMicroseconds(), processorBegin = getProcessorTime();
    cdFindFirstContacts(&all, setup->workspace, &tasks);
    double elapsed = GetMicroseconds() - begin;
    setup->processorTime += getProcessorTime() - processorBegin;
    return elapsed;
}

static int32_t runPasses(const Batch *batch, Setup *setups, int32_t setupCount) {
    int32_t different = 0;
    for (int pass = -1; pass < PASS_COUNT; pass++) {
        double alone = 0.0;
        for (int32_t k = 0; k < setupCount; k++) {
            if (pass == 0) setups[k].processorTime = 0.0;
            double elapsed = runBatch(batch, &setups[k]);
            different += countDifferent(batch);
            if (k == 0) alone = elapsed;
            if (pass < 0) continue;
            AddTiming(&setups[k].times, elapsed);
            AddTiming(&setups[k].ratios, alone / elapsed);
        }
    }
    return different;
}

static double sum(const Timings *timings) {
    double total = 0.0;
    for (int64_t i = 0; i < timings->count; i++)
        total += timings->times[i];
    return total;
}

static void addRow(BenchReport *report, const Batch *batch, Setup *setup, double processorTimeAlone) {
    double total = sum(&setup->times);
    SortTimings(&setup->times);
    SortTimings(&setup->ratios);
    double median = GetQuantile(&setup->times, 0.5);
    double values[] = {setup->threadCount,
                       batch->count,
                       1e-3 * median,
                       median / batch->count,
                       GetQuantile(&setup->ratios, 0.5),
                       GetQuantile(&setup->ratios, 0.0),
                       GetQuantile(&setup->ratios, 1.0),
                       setup->processorTime / total,
                       setup->processorTime / processorTimeAlone};
    AddRow(report, values, "%s, %d thread%s", batch->name, (int)setup->threadCount,
           setup->threadCount > 1 ? "s" : "");
}

// Returns the number of results that differ from sequential queries.
static int32_t addBatch(BenchReport *report, const Batch *batch, Setup *setups, int32_t setupCount) {
    for (int32_t k = 0; k < setupCount; k++) {
        setups[k].times = MakeTimings(PASS_COUNT);
        setups[k].ratios = MakeTimings(PASS_COUNT);
    }
    int32_t different = runPasses(batch, setups, setupCount);
    for (int32_t k = 0; k < setupCount; k++)
        addRow(report, batch, &setups[k], setups[0].processorTime);
    char what[64];
    snprintf(what, sizeof what, "%s, speed-up at 2 threads", batch->name);
    if (CountCores() > 1)
        AddTarget(report, what, GetQuantile(&setups[1].ratios, 0.5), REPORT_AT_LEAST, 1.8, "times");
    for (int32_t k = 0; k < setupCount; k++) {
        FreeTimings(&setups[k].times);
        FreeTimings(&setups[k].ratios);
    }
    return different;
}

static bool openSetup(Setup *setup, int32_t threadCount) {
    *setup = (Setup){
        .threadCount = threadCount, .pool = CreatePool(threadCount), .workspace = cdCreateWorkspace()};
    return setup->pool != NULL && setup->workspace != NULL;
}

static void closeSetups(Setup *setups, int32_t setupCount) {
    for (int32_t k = 0; k < setupCount; k++) {
        cdDestroyWorkspace(setups[k].workspace);
        DestroyPool(setups[k].pool);
    }
}

// Adds the rows of a drag. Returns the number of results that differ.
static int32_t addDrag(const BenchInput *input, const BenchPair *pair, const char *name, int64_t count,
                       Setup *setups, int32_t setupCount, BenchReport *report) {
    BenchStep *steps = AllocateArray(count, sizeof *steps);
    MakeDragPath(pair, input->seed, 1.0, count, steps);
    Batch drag = makeBatch(name, pair, steps, count);
    int32_t different = addBatch(report, &drag, setups, setupCount);
    freeBatch(&drag);
    free(steps);
    return different;
}

static int32_t addHits(const BenchInput *input, const BenchPair *pair, Setup *setups, int32_t setupCount,
                       BenchReport *report) {
    BenchStep *steps = AllocateArray(input->steps, sizeof *steps);
    int64_t count = MakeBigSteps(pair, input->seed + 1, (input->steps + 3) / 4, steps);
    Batch hits = makeBatch("big hits", pair, steps, count);
    int32_t different = addBatch(report, &hits, setups, setupCount);
    freeBatch(&hits);
    free(steps);
    return different;
}

static bool runOtherPairs(const BenchInput *input, Setup *setups, int32_t setupCount, int32_t *different,
                          BenchReport *report) {
    const MeshPair *pairs[MESH_PAIR_MAX];
    int32_t count = ListMeshPairs(input, pairs, report);
    for (int32_t i = 0; i < count; i++) {
        BenchPair pair;
        input->showProgress(i + 2, count + 2, input->context);
        bool good = OpenMeshPair(input, pairs[i], &pair, report);
        int64_t steps = (input->steps + 3) / (pairs[i]->fitted ? 80 : 8) + 1;
        if (good) *different += addDrag(input, &pair, pairs[i]->name, steps, setups, setupCount, report);
        FreeBenchPair(&pair);
        if (!good) return false;
    }
    return true;
}

static bool runBatches(const BenchInput *input, const BenchPair *pair, BenchReport *report) {
    static const char *const columns[] = {"threads",  "queries", "batch ms", "us/query", "speed-up",
                                          "smallest", "largest", "cores",    "work",     NULL};
    Setup setups[SETUP_MAX];
    int32_t setupCount = CountCores() > 2 ? 3 : 2, different = 0;
    bool opened = true, good = true;
    for (int32_t k = 0; k < setupCount; k++)
        opened = openSetup(&setups[k], k < 2 ? k + 1 : CountCores()) && opened;
    if (opened) {
        AddTable(report, columns, "Batches of first contacts, %d passes; %d cores", PASS_COUNT,
                 (int)CountCores());
        different += addDrag(input, pair, "drag", input->steps, setups, setupCount, report);
        different += addHits(input, pair, setups, setupCount, report);
        AddTable(report, columns, "Drags of other pairs");
        good = runOtherPairs(input, setups, setupCount, &different, report);
        AddRequirement(report, "results that differ from sequential queries", different, REPORT_AT_MOST, 0.0,
                       "results");
    }
    closeSetups(setups, setupCount);
    return opened ? good : FailReport(report, "out of memory for the threads");
}

bool RunThreadsBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report) &&
                runBatches(input, &pair, report);
    FreeBenchPair(&pair);
    return good;
}
