// Runs work on islands, in the calling thread or by the caller's tasks.
//
// (1) Memory: each worker has solver bodies, and memory for the solver that is enough for a light island: one
// of few rows and bodies. Each island has a part of world->rows, which has room for the rows of all of them.
// (2) A task works on a copy of the world with these, whose bodies, pairs and joints are the world's own.
// Light islands are divided among tasks. All others are one task, in order: the solver has memory for one
// large problem. So they meet the same memory as without tasks. (3) Islands that the caller's system has left
// out are done afterwards. Work is added up in their order.
#include "world/island_tasks.h"
#include "foundation/memory/hooks.h"

// A light island has at most these. Fewer rows in all light islands are not worth waking a thread.
enum { LIGHT_ROWS = 240, LIGHT_BODIES = 24, FEWEST_ROWS = 24 };
// A task works on several light islands in a row, so that its overhead is small.
enum { RUN_MAX = 8, RUNS_A_WORKER = 8 };

struct cdIslandTask {
    int32_t island;
    int32_t bodyCount, rowCount; // most rows
    int32_t firstRow;
    bool done, changed;
    int32_t iterations; // of the solver
    double residual;
    int64_t pairTests, solverWork; // work, counted; that of the solver
};
typedef struct cdIslandTask IslandTask;

// The memory of a worker.
typedef struct Worker {
    cdSolverBody *bodies;
    cdMemory memory;
} Worker;

typedef struct Batch {
    cdWorld *world;
    const cdIslandWork *work;
    IslandTask *tasks; // tasks[taskCount]: the light islands, then the others
    int32_t taskCount, lightCount;
    int32_t runLength, runCount; // of light islands
    cdMemory memory;             // of the workers
} Batch;

// --- (1)

static size_t getRoom(void) {
    return cdGetRowMemorySize(LIGHT_BODIES, LIGHT_ROWS) + cdGetTiedRowMemorySize(LIGHT_BODIES, LIGHT_ROWS);
}

static size_t roundUp(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

static size_t getWorkerSize(int32_t bodyCount) {
    return roundUp(getRoom()) + roundUp(((size_t)bodyCount + 1) * sizeof(cdSolverBody));
}

static size_t getTasksSize(int32_t bodyCount) {
    return roundUp((size_t)bodyCount * 2 * sizeof(IslandTask));
}

bool cdReserveIslandTasks(cdWorld *world, int32_t bodyCount) {
    if (world->tasks.run == NULL) return true;
    size_t workers = (size_t)world->tasks.workerCount;
    return cdReserveBlock(&world->islandMemory, getTasksSize(bodyCount) + workers * getWorkerSize(bodyCount));
}

static Worker getWorker(const Batch *batch, int32_t worker) {
    const cdWorld *world = batch->world;
    unsigned char *bytes = batch->memory.next + (size_t)worker * getWorkerSize(world->bodyCount);
    // No more than without tasks: the solver's method depends on it.
    size_t room = getRoom() < world->solverRoom ? getRoom() : world->solverRoom;
    return (Worker){.bodies = (cdSolverBody *)(void *)(bytes + roundUp(getRoom())),
                    .memory = {.next = bytes, .left = room}};
}

// --- Lists

// Counts the bodies and the rows that an island can have, as cdReserveRows does.
static void countRows(const cdWorld *world, IslandTask *task) {
    for (int32_t i = cdFirstPair(world, task->island); i >= 0; i = cdNextPair(world, i))
        if (world->pairs[i]->touches) task->rowCount += CD_POINT_ROWS * world->pairs[i]->pointCount;
    for (int32_t i = cdFirstJoint(world, task->island); i >= 0; i = cdNextJoint(world, i))
        task->rowCount += cdCountJointRoom(&world->joints[i]);
    for (int32_t i = cdFirstBody(world, task->island); i >= 0; i = cdNextBody(world, i)) {
        task->bodyCount++;
        if (world->bodies[i].held) task->rowCount += CD_HAND_ROWS;
    }
}

static bool isLight(const IslandTask *task) {
    return task->rowCount <= LIGHT_ROWS && task->bodyCount <= LIGHT_BODIES;
}

static bool isWanted(const cdWorld *world, const cdIslandWork *work, int32_t island) {
    return work->condition == NULL || work->condition(world, work->context, island);
}

// Lists the awake islands to work on, those that are not light last. Returns the rows of light ones.
static int32_t listIslands(Batch *batch, IslandTask *unsorted) {
    cdWorld *world = batch->world;
    int32_t count = 0, row = 0;
    for (int32_t i = cdFirstIsland(world); i >= 0; i = cdNextIsland(world, i)) {
        if (!isWanted(world, batch->work, i)) continue;
        unsorted[count] = (IslandTask){.island = i};
        countRows(world, &unsorted[count++]);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < count; i++) {
            if (isLight(&unsorted[i]) != (pass == 0)) continue;
            batch->lightCount += pass == 0;
            unsorted[i].firstRow = row;
            if (pass == 0) row += unsorted[i].rowCount;
            batch->tasks[batch->taskCount++] = unsorted[i];
        }
    }
    return row;
}

// --- (2)

static void doTask(Batch *batch, IslandTask *task, const Worker *worker) {
    static const cdBudget unlimited = {0};
    cdWorld own = *batch->world;
    own.rows += task->firstRow;
    own.startGaps += task->firstRow;
    own.rowCapacity -= task->firstRow;
    own.meter = cdOpenMeter(&unlimited);
    own.step = (cdWorldStep){0};
    own.solverWork = 0;
    if (worker != NULL) {
        own.solverBodies = worker->bodies;
        own.solverMemory.bytes = worker->memory.next;
        own.solverRoom = worker->memory.left;
    }
    task->changed = batch->work->function(&own, batch->work->context, task->island);
    task->iterations = own.step.solverIterations;
    task->residual = own.step.worstResidual;
    task->pairTests = own.meter.spent;
    task->solverWork = own.solverWork;
    task->done = true;
}

static void doOthers(Batch *batch) {
    for (int32_t i = batch->lightCount; i < batch->taskCount; i++)
        if (!batch->tasks[i].done) doTask(batch, &batch->tasks[i], NULL);
}

static void divideLight(Batch *batch) {
    int32_t length = batch->lightCount / RUNS_A_WORKER / batch->world->tasks.workerCount;
    batch->runLength = length < 1 ? 1 : length > RUN_MAX ? RUN_MAX : length;
    batch->runCount = (batch->lightCount + batch->runLength - 1) / batch->runLength;
}

static void doRun(Batch *batch, int32_t run, int32_t workerIndex) {
    Worker worker = getWorker(batch, workerIndex);
    int32_t first = run * batch->runLength, end = first + batch->runLength;
    for (int32_t i = first; i < end && i < batch->lightCount; i++)
        if (!batch->tasks[i].done) doTask(batch, &batch->tasks[i], &worker);
}

static int32_t countCalls(const Batch *batch) {
    return batch->runCount + (batch->lightCount < batch->taskCount);
}

// The first call is that of the islands that are not light, if there are any.
static void doCall(void *context, int32_t index, int32_t workerIndex) {
    Batch *batch = context;
    if (!CD_REQUIRE(index >= 0 && index < countCalls(batch))) return;
    if (!CD_REQUIRE(workerIndex >= 0 && workerIndex < batch->world->tasks.workerCount)) return;
    int32_t run = index - (countCalls(batch) - batch->runCount);
    if (run < 0)
        doOthers(batch);
    else
        doRun(batch, run, workerIndex);
}

// --- (3)

static bool addWork(Batch *batch) {
    cdWorld *world = batch->world;
    bool changed = false;
    for (int32_t i = 0; i < batch->taskCount; i++) {
        const IslandTask *task = &batch->tasks[i];
        changed = changed || task->changed;
        world->step.solverIterations += task->iterations;
        world->step.worstResidual = cdMax(world->step.worstResidual, task->residual);
        cdSpend(&world->meter, task->pairTests);
        world->solverWork += task->solverWork;
    }
    return changed;
}

bool cdRunIslandsInOrder(cdWorld *world, const cdIslandWork *work) {
    bool changed = false;
    for (int32_t i = cdFirstIsland(world); i >= 0 && !cdIsOut(&world->meter); i = cdNextIsland(world, i))
        if (isWanted(world, work, i) && work->function(world, work->context, i)) changed = true;
    return changed;
}

bool cdRunIslandTasks(cdWorld *world, const cdIslandWork *work) {
    int32_t bodies = world->bodyCount;
    size_t workers = world->tasks.run != NULL ? (size_t)world->tasks.workerCount : 0;
    size_t needed = getTasksSize(bodies) + workers * getWorkerSize(bodies);
    bool parallel = workers > 0 && !cdIsMeterLimited(&world->meter) && !world->pushes;
    if (!parallel || world->islandMemory.size < needed) return cdRunIslandsInOrder(world, work);
    Batch batch = {.world = world, .work = work, .tasks = world->islandMemory.bytes};
    IslandTask *unsorted = batch.tasks + bodies;
    int32_t lightRows = listIslands(&batch, unsorted);
    divideLight(&batch);
    if (lightRows < FEWEST_ROWS || countCalls(&batch) < 2) return cdRunIslandsInOrder(world, work);
    batch.memory.next = (unsigned char *)world->islandMemory.bytes + getTasksSize(bodies);
    world->tasks.run(doCall, &batch, countCalls(&batch), world->tasks.user);
    for (int32_t i = 0; i < batch.runCount; i++) // (3)
        doRun(&batch, i, 0);
    doOthers(&batch);
    return addWork(&batch);
}
