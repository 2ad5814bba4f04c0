// A pool of threads. They wait between batches, and take the tasks of a batch one by one.
//
// The mutex guards all fields that change; a task takes long compared with a lock.
#ifdef __linux__
#define _GNU_SOURCE // sched_getaffinity
#include <sched.h>
#endif
#include "threads/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct PoolThread {
    Pool *pool;
    int32_t worker;
    pthread_t thread;
} PoolThread;

struct Pool {
    pthread_mutex_t mutex;
    pthread_cond_t begun; // a batch, or the end of the pool
    pthread_cond_t done;  // the last task of a batch
    cdTaskFunction *task; // the function of the batch
    void *context;
    int32_t count, next, running; // tasks of the batch; the next one to take; those in progress
    bool ending;
    int32_t threadCount;  // started ones
    PoolThread threads[]; // worker 1 and on
};

int32_t CountCores(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
#endif
    return count < 1 ? 1 : count > POOL_THREAD_MAX ? POOL_THREAD_MAX : (int32_t)count;
}

// Call it with the mutex locked: takes and runs tasks until there are no more.
static void runTasks(Pool *pool, int32_t worker) {
    while (pool->next < pool->count) {
        int32_t index = pool->next++;
        pool->running++;
        cdTaskFunction *task = pool->task;
        void *context = pool->context;
        pthread_mutex_unlock(&pool->mutex);
        task(context, index, worker);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->running == 0 && pool->next >= pool->count) pthread_cond_signal(&pool->done);
    }
}

static void *runThread(void *context) {
    PoolThread *self = context;
    Pool *pool = self->pool;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->ending) {
        runTasks(pool, self->worker);
        if (!pool->ending) pthread_cond_wait(&pool->begun, &pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static void runBatch(cdTaskFunction *task, void *context, int32_t count, void *user) {
    Pool *pool = user;
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    pool->next = 0;
    pthread_cond_broadcast(&pool->begun);
    runTasks(pool, 0);
    while (pool->running > 0)
        pthread_cond_wait(&pool->done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

// Blocks all signals in the new threads: the main thread handles them.
static void startThreads(Pool *pool, int32_t wanted) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (bool started = true; started && pool->threadCount < wanted;) {
        PoolThread *thread = &pool->threads[pool->threadCount];
        *thread = (PoolThread){.pool = pool, .worker = pool->threadCount + 1};
        started = pthread_create(&thread->thread, NULL, runThread, thread) == 0;
        pool->threadCount += started;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

Pool *CreatePool(int32_t threadCount) {
    int32_t wanted = threadCount > 0 ? threadCount : CountCores();
    if (wanted > POOL_THREAD_MAX) wanted = POOL_THREAD_MAX;
    Pool *pool = calloc(1, sizeof *pool + (size_t)wanted * sizeof *pool->threads);
    if (pool == NULL) return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->done, NULL);
    startThreads(pool, wanted - 1);
    return pool;
}

void DestroyPool(Pool *pool) {
    if (pool == NULL) return;
    pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    for (int32_t i = 0; i < pool->threadCount; i++)
        pthread_join(pool->threads[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

cdTasks GetPoolTasks(Pool *pool) {
    return (cdTasks){.run = runBatch, .workerCount = pool->threadCount + 1, .user = pool};
}
