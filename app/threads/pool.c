// Implements the pool of threads. They wait between batches, and take the tasks of a batch one by one.
//
// (1) The mutex guards all fields that change; a lock is cheap compared with a task. (2) To wake a thread
// that sleeps takes as long as a batch of a world's step, and the next one mostly follows at once. So who
// waits first watches for a moment, letting other threads have the processor, and sleeps then.
#include "threads/pool.h"

#include "engine/platform/clock.h"
#include "engine/platform/threads.h"

#include <stdatomic.h>
#include <stdlib.h>

// Seconds: most times between two batches of a step are shorter.
static const double WATCH_TIME = 2e-4;

typedef struct PoolThread {
    Pool *pool;
    int32_t worker;
    gxThread *thread;
} PoolThread;

struct Pool {
    gxMutex *mutex;
    gxCondition *wake;    // a batch begins, or the pool ends
    gxCondition *done;    // the last task of a batch is done
    cdTaskFunction *task; // of the batch
    void *context;
    int32_t count, next; // tasks of the batch; next one to take
    atomic_int running;  // tasks taken but not done; watched without the mutex
    atomic_uint begun;   // batches so far, and the end of the pool; watched without the mutex
    bool ending;
    int32_t threadCount;  // started threads
    PoolThread threads[]; // worker 1 and on
};

int32_t CountCores(void) {
    int32_t count = gxCountProcessors();
    return count > POOL_THREAD_MAX ? POOL_THREAD_MAX : count;
}

// Runs tasks until none remains. The caller has locked the mutex.
static void runTasks(Pool *pool, int32_t worker) {
    while (pool->next < pool->count) {
        int32_t index = pool->next++;
        pool->running++;
        cdTaskFunction *task = pool->task;
        void *context = pool->context;
        gxUnlockMutex(pool->mutex);
        task(context, index, worker);
        gxLockMutex(pool->mutex);
        if (--pool->running == 0 && pool->next >= pool->count) gxWakeOne(pool->done);
    }
}

// --- (2). The callers have locked the mutex.

static void awaitBatch(Pool *pool) {
    unsigned before = pool->begun;
    gxUnlockMutex(pool->mutex);
    double end = gxGetTime() + WATCH_TIME;
    while (pool->begun == before && gxGetTime() < end)
        gxYield();
    gxLockMutex(pool->mutex);
    if (pool->begun == before) gxWaitForCondition(pool->wake, pool->mutex);
}

static void awaitLastTask(Pool *pool) {
    gxUnlockMutex(pool->mutex);
    double end = gxGetTime() + WATCH_TIME;
    while (pool->running > 0 && gxGetTime() < end)
        gxYield();
    gxLockMutex(pool->mutex);
    while (pool->running > 0)
        gxWaitForCondition(pool->done, pool->mutex);
}

// --- (1)

static void beginBatch(Pool *pool, cdTaskFunction *task, void *context, int32_t count) {
    pool->task = task;
    pool->context = context;
    pool->count = count;
    pool->next = 0;
    pool->begun++;
    gxWakeAll(pool->wake);
}

static void runThread(void *context) {
    PoolThread *self = context;
    Pool *pool = self->pool;
    gxLockMutex(pool->mutex);
    while (!pool->ending) {
        runTasks(pool, self->worker);
        if (!pool->ending) awaitBatch(pool);
    }
    gxUnlockMutex(pool->mutex);
}

static void runBatch(cdTaskFunction *task, void *context, int32_t count, void *user) {
    Pool *pool = user;
    gxLockMutex(pool->mutex);
    beginBatch(pool, task, context, count);
    runTasks(pool, 0);
    if (pool->running > 0) awaitLastTask(pool);
    gxUnlockMutex(pool->mutex);
}

static void startThreads(Pool *pool, int32_t wanted) {
    for (bool started = true; started && pool->threadCount < wanted;) {
        PoolThread *thread = &pool->threads[pool->threadCount];
        *thread = (PoolThread){.pool = pool, .worker = pool->threadCount + 1};
        thread->thread = gxStartThread(runThread, thread);
        started = thread->thread != NULL;
        pool->threadCount += started;
    }
}

static void freePool(Pool *pool) {
    gxDestroyCondition(pool->done);
    gxDestroyCondition(pool->wake);
    gxDestroyMutex(pool->mutex);
    free(pool);
}

Pool *CreatePool(int32_t threadCount) {
    int32_t wanted = threadCount > 0 ? threadCount : CountCores();
    if (wanted > POOL_THREAD_MAX) wanted = POOL_THREAD_MAX;
    Pool *pool = calloc(1, sizeof *pool + (size_t)wanted * sizeof *pool->threads);
    if (pool == NULL) return NULL;
    pool->mutex = gxCreateMutex();
    pool->wake = gxCreateCondition();
    pool->done = gxCreateCondition();
    if (pool->mutex == NULL || pool->wake == NULL || pool->done == NULL) {
        freePool(pool);
        return NULL;
    }
    startThreads(pool, wanted - 1);
    return pool;
}

void DestroyPool(Pool *pool) {
    if (pool == NULL) return;
    gxLockMutex(pool->mutex);
    pool->ending = true;
    pool->begun++;
    gxWakeAll(pool->wake);
    gxUnlockMutex(pool->mutex);
    for (int32_t i = 0; i < pool->threadCount; i++)
        gxJoinThread(pool->threads[i].thread);
    freePool(pool);
}

cdTasks GetPoolTasks(Pool *pool) {
    return (cdTasks){.run = runBatch, .workerCount = pool->threadCount + 1, .user = pool};
}
