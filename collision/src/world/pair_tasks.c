// Runs work on pairs, in the calling thread or by the caller's tasks.
//
// (1) A task of the caller's system works on several pairs in a row, so that its overhead is small. Each pair
// has a meter of its own, whose counts are added up in the order of the pairs. (2) Pairs that the caller's
// system has left out are done afterwards: what is certified does not depend on the caller.
#include "world/pair_tasks.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/run_length.h"

// Fewer pairs are not worth waking a thread.
enum { FEWEST = 4, RUN_MAX = 8 };

typedef struct Batch {
    cdWorld *world;
    const cdAdvance *advance;
    cdPairFunction *function;
    int32_t runLength, runCount, workerCount;
} Batch;

static void doTask(const Batch *batch, cdPairTask *task, int32_t worker) {
    static const cdBudget unlimited = {0};
    cdMeter meter = cdOpenMeter(&unlimited);
    cdPairTools tools = {batch->world, batch->advance, &meter,
                         cdGetWorkerSpace(batch->world->workspace, worker)};
    batch->function(&tools, task);
    task->pairTests = meter.spent;
    task->done = true;
}

// --- (1)

static void doRun(void *context, int32_t index, int32_t worker) {
    const Batch *batch = context;
    if (!CD_REQUIRE(index >= 0 && index < batch->runCount)) return;
    if (!CD_REQUIRE(worker >= 0 && worker < batch->workerCount)) return;
    cdWorld *world = batch->world;
    int32_t first = index * batch->runLength, end = first + batch->runLength;
    if (end > world->taskCount) end = world->taskCount;
    for (int32_t i = first; i < end; i++)
        if (!world->pairTasks[i].done) doTask(batch, &world->pairTasks[i], worker);
}

static void runByTasks(cdWorld *world, const cdAdvance *advance, cdPairFunction *function) {
    const cdTasks *tasks = &world->tasks;
    int32_t runLength = cdChooseRunLength(world->taskCount, tasks->workerCount, RUN_MAX);
    Batch batch = {world, advance, function, runLength, 0, tasks->workerCount};
    batch.runCount = (world->taskCount - 1) / batch.runLength + 1;
    tasks->run(doRun, &batch, batch.runCount, tasks->user);
    for (int32_t i = 0; i < world->taskCount; i++) // (2)
        if (!world->pairTasks[i].done) doTask(&batch, &world->pairTasks[i], 0);
    for (int32_t i = 0; i < world->taskCount; i++)
        cdSpend(&world->meter, world->pairTasks[i].pairTests);
}

static void runInOrder(cdWorld *world, const cdAdvance *advance, cdPairFunction *function) {
    cdPairTools tools = {world, advance, &world->meter, world->workspace};
    for (int32_t i = 0; i < world->taskCount && !cdIsOut(&world->meter); i++) {
        function(&tools, &world->pairTasks[i]);
        world->pairTasks[i].done = true;
    }
}

void cdRunPairTasks(cdWorld *world, const cdAdvance *advance, cdPairFunction *function) {
    bool parallel = world->tasks.run != NULL && !cdIsMeterLimited(&world->meter);
    if (parallel && world->taskCount >= FEWEST)
        runByTasks(world, advance, function);
    else
        runInOrder(world, advance, function);
    for (int32_t i = 0; i < world->taskCount; i++) {
        const cdPairTask *task = &world->pairTasks[i];
        world->step.queries += task->queries;
        if (task->lacksMemory) cdLackMemory(world);
    }
}
