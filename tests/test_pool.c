// The pool of threads: every task once, by one of its workers, and never two of one worker at the same time.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/clock.h"
#include "threads/pool.h"

#ifndef _WIN32
#include <signal.h>
#endif
#include <stdatomic.h>
#include <string.h>

enum { TASK_MAX = 5000, THREADS = 8 };

typedef struct Watch {
    atomic_int runs[TASK_MAX];
    atomic_bool busy[POOL_THREAD_MAX];
    atomic_int wrong; // two tasks of a worker at once, or an invalid worker
    int32_t workerCount;
    int64_t ownSum[POOL_THREAD_MAX]; // not atomic: one worker at a time writes it
    double nap;                      // seconds
} Watch;

static void runTask(void *context, int32_t index, int32_t worker) {
    Watch *watch = context;
    if (worker < 0 || worker >= watch->workerCount || atomic_exchange(&watch->busy[worker], true))
        atomic_fetch_add(&watch->wrong, 1);
    gxSleep(watch->nap);
    atomic_fetch_add(&watch->runs[index], 1);
    watch->ownSum[worker] += index;
    atomic_store(&watch->busy[worker], false);
}

static Watch watch;

static int64_t runBatch(Pool *pool, int32_t count, double nap) {
    memset(&watch, 0, sizeof watch);
    cdTasks tasks = GetPoolTasks(pool);
    watch.workerCount = tasks.workerCount;
    watch.nap = nap;
    tasks.run(runTask, &watch, count, tasks.user);
    assert_int_equal(watch.wrong, 0);
    int64_t sum = 0, busyWorkers = 0;
    for (int32_t i = 0; i < TASK_MAX; i++)
        assert_int_equal(watch.runs[i], i < count);
    for (int32_t i = 0; i < POOL_THREAD_MAX; i++) {
        sum += watch.ownSum[i];
        busyWorkers += watch.ownSum[i] > 0;
    }
    assert_true(sum == (int64_t)count * (count - 1) / 2 || count == 0);
    return busyWorkers;
}

// Batches of every size in sequence, including 0 and fewer tasks than threads. Red: a task lost or taken
// twice, a batch that returns before its last task, a thread that sleeps through the next batch.
static void testEveryTaskOnce(void **state) {
    (void)state;
    for (int32_t threads = 1; threads <= THREADS; threads++) {
        Pool *pool = CreatePool(threads);
        assert_non_null(pool);
        assert_int_equal(GetPoolTasks(pool).workerCount, threads);
        for (int32_t count = 0; count <= TASK_MAX; count = count < 10 ? count + 1 : 3 * count)
            runBatch(pool, count, 0);
        for (int32_t again = 0; again < 200; again++)
            runBatch(pool, again % 7, 0);
        DestroyPool(pool);
    }
}

// Several threads take waiting tasks. Red: a pool whose caller does all the work.
static void testThreadsShareTheWork(void **state) {
    (void)state;
    Pool *pool = CreatePool(4);
    assert_non_null(pool);
    int64_t most = 0;
    for (int32_t again = 0; again < 50 && most < 4; again++) {
        int64_t busy = runBatch(pool, 40, 1e-3);
        most = busy > most ? busy : most;
    }
    assert_int_equal(most, 4);
    DestroyPool(pool);
}

// 0: as many as there are cores; clamped to the maximum. An unused pool ends.
static void testCounts(void **state) {
    (void)state;
    assert_true(CountCores() >= 1 && CountCores() <= POOL_THREAD_MAX);
    Pool *pool = CreatePool(0);
    assert_non_null(pool);
    assert_int_equal(GetPoolTasks(pool).workerCount, CountCores());
    DestroyPool(pool);
    pool = CreatePool(10 * POOL_THREAD_MAX);
    assert_non_null(pool);
    int32_t count = GetPoolTasks(pool).workerCount;
    assert_true(count >= 1 && count <= POOL_THREAD_MAX);
    runBatch(pool, 1000, 0);
    DestroyPool(pool);
    DestroyPool(NULL);
}

#ifndef _WIN32
static void readMask(void *context, int32_t index, int32_t worker) {
    (void)index;
    sigset_t *masks = context;
    pthread_sigmask(SIG_BLOCK, NULL, &masks[worker]);
    gxSleep(1e-3);
}

// Signals go to the handling thread: Ctrl+C must find the files that it removes. Red: a handler that runs in
// a worker.
static void testSignals(void **state) {
    (void)state;
    static sigset_t masks[THREADS];
    sigset_t own;
    pthread_sigmask(SIG_BLOCK, NULL, &own);
    for (int32_t i = 0; i < THREADS; i++)
        sigfillset(&masks[i]);
    Pool *pool = CreatePool(THREADS);
    assert_non_null(pool);
    cdTasks tasks = GetPoolTasks(pool);
    tasks.run(readMask, masks, 100, tasks.user);
    DestroyPool(pool);
    for (int32_t i = 0; i < THREADS; i++)
        assert_int_equal(sigismember(&masks[i], SIGINT), i == 0 ? sigismember(&own, SIGINT) : 1);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryTaskOnce),
        cmocka_unit_test(testThreadsShareTheWork),
        cmocka_unit_test(testCounts),
#ifndef _WIN32
        cmocka_unit_test(testSignals),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
