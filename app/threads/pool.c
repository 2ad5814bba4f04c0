// Implements the pool of threads. They wait between batches, and take the tasks of a batch one by one.
//
// The mutex guards all fields that change; a lock is cheap compared with a task.
#include "threads/pool.h"

#include "engine/platform/threads.h"

#include <stdlib.h>

typedef struct PoolThread {
    Pool *pool;
    int32_t worker;
    gxThread *thread;
} PoolThread;

struct Pool {
    gxMutex *mutex;
    gxCondition *begun;   // a batch begins, or the pool ends
    gxCondition *done;    // the last task of a batch is done
    cdTaskFunction *task; // of the batch
    void *context;
    int32_t count, next, running; // tasks of the batch; next one to take; taken but not done
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

static void runThread(void *context) {
    PoolThread *self = context;
    Pool *pool = self->pool;
    gxLockMutex(pool->mutex);
    while (!pool->ending) {
        runTasks(pool, self->worker);
        if (!pool->ending) gxWaitForCondition(pool->begun, pool->mutex);
    }
    gxUnlockMutex(pool->mutex);
}

static void runBatch(cdTaskFunction *task, void *context, int32_t count, void *user) {
    Pool *pool = user;
    gxLockMutex(pool->mutex);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    pool->next = 0;
    gxWakeAll(pool->begun);
    runTasks(pool, 0);
    while (pool->running > 0)
        gxWaitForCondition(pool->done, pool->mutex);
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
    gxDestroyCondition(pool->begun);
    gxDestroyMutex(pool->mutex);
    free(pool);
}

Pool *CreatePool(int32_t threadCount) {
    int32_t wanted = threadCount > 0 ? threadCount : CountCores();
    if (wanted > POOL_THREAD_MAX) wanted = POOL_THREAD_MAX;
    Pool *pool = calloc(1, sizeof *pool + (size_t)wanted * sizeof *pool->threads);
    if (pool == NULL) return NULL;
    pool->mutex = gxCreateMutex();
    pool->begun = gxCreateCondition();
    pool->done = gxCreateCondition();
    if (pool->mutex == NULL || pool->begun == NULL || pool->done == NULL) {
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
    gxWakeAll(pool->begun);
    gxUnlockMutex(pool->mutex);
    for (int32_t i = 0; i < pool->threadCount; i++)
        gxJoinThread(pool->threads[i].thread);
    freePool(pool);
}

cdTasks GetPoolTasks(Pool *pool) {
    return (cdTasks){.run = runBatch, .workerCount = pool->threadCount + 1, .user = pool};
}
