// Threads, locks, conditions and clocks of engine/platform, the same on every system.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/clock.h"
#include "engine/platform/threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <signal.h>
#endif

enum { THREADS = 4, ROUNDS = 10000, DETACHED = 100 };

typedef struct Shared {
    gxMutex *mutex;
    gxCondition *changed;
    long sum; // under the mutex, as the next three
    int waiting, woken;
    bool open;
    atomic_int begun;
} Shared;

static Shared makeShared(void) {
    Shared shared = {.mutex = gxCreateMutex(), .changed = gxCreateCondition()};
    assert_true(shared.mutex != NULL && shared.changed != NULL);
    return shared;
}

static void destroyShared(Shared *shared) {
    gxDestroyCondition(shared->changed);
    gxDestroyMutex(shared->mutex);
}

// Waits for the other threads, so that they run together.
static void add(void *context) {
    Shared *shared = context;
    atomic_fetch_add(&shared->begun, 1);
    while (atomic_load(&shared->begun) < THREADS)
        gxSleep(1e-5);
    for (int i = 0; i < ROUNDS; i++) {
        gxLockMutex(shared->mutex);
        long sum = shared->sum;
        if (i % 500 == 0) gxSleep(1e-5); // another thread runs meanwhile
        shared->sum = sum + 1;
        gxUnlockMutex(shared->mutex);
    }
}

// Threads add to one number. Red: a lock that lets two in, a join that does not wait.
static void testLocks(void **state) {
    (void)state;
    Shared shared = makeShared();
    gxThread *threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        threads[i] = gxStartThread(add, &shared);
        assert_non_null(threads[i]);
    }
    for (int i = 0; i < THREADS; i++)
        gxJoinThread(threads[i]);
    assert_int_equal(shared.sum, THREADS * ROUNDS);
    destroyShared(&shared);
    gxDestroyMutex(NULL);
    gxDestroyCondition(NULL);
}

static void waitUntilOpen(void *context) {
    Shared *shared = context;
    gxLockMutex(shared->mutex);
    shared->waiting++;
    while (!shared->open)
        gxWaitForCondition(shared->changed, shared->mutex);
    shared->woken++;
    gxUnlockMutex(shared->mutex);
}

// Red: a call that wakes one thread instead of all, a wait that keeps the mutex.
static void testWakingAll(void **state) {
    (void)state;
    Shared shared = makeShared();
    gxThread *threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        threads[i] = gxStartThread(waitUntilOpen, &shared);
    gxLockMutex(shared.mutex);
    while (shared.waiting < THREADS) {
        gxUnlockMutex(shared.mutex);
        gxSleep(0.001);
        gxLockMutex(shared.mutex);
    }
    shared.open = true;
    gxWakeAll(shared.changed);
    for (double limit = gxGetTime() + 20.0; shared.woken < THREADS && gxGetTime() < limit;) {
        gxUnlockMutex(shared.mutex);
        gxSleep(0.001);
        gxLockMutex(shared.mutex);
    }
    assert_int_equal(shared.woken, THREADS);
    gxUnlockMutex(shared.mutex);
    for (int i = 0; i < THREADS; i++)
        gxJoinThread(threads[i]);
    destroyShared(&shared);
}

static void openLater(void *context) {
    Shared *shared = context;
    gxSleep(0.02);
    gxLockMutex(shared->mutex);
    shared->open = true;
    gxWakeOne(shared->changed);
    gxUnlockMutex(shared->mutex);
}

// Red: a wait that ends early, one that does not end, one that reports the end of its time though it was
// woken.
static void testTimedWaits(void **state) {
    (void)state;
    Shared shared = makeShared();
    gxLockMutex(shared.mutex);
    double begin = gxGetTime(), end = begin + 0.05;
    while (gxWaitForConditionUntil(shared.changed, shared.mutex, end))
        continue; // woken without a call
    assert_true(gxGetTime() - begin > 0.049);
    assert_false(gxWaitForConditionUntil(shared.changed, shared.mutex, begin)); // in the past
    gxThread *thread = gxStartThread(openLater, &shared);
    bool woken = true;
    while (woken && !shared.open)
        woken = gxWaitForConditionUntil(shared.changed, shared.mutex, gxGetTime() + 20.0);
    assert_true(woken && shared.open);
    gxUnlockMutex(shared.mutex);
    gxJoinThread(thread);
    destroyShared(&shared);
}

static void count(void *context) {
    Shared *shared = context;
    gxLockMutex(shared->mutex);
    shared->sum++;
    gxWakeOne(shared->changed);
    gxUnlockMutex(shared->mutex);
}

// Threads of which nobody waits for the end. Red: one that reads freed memory when it begins, one that does
// not run.
static void testDetachedThreads(void **state) {
    (void)state;
    Shared shared = makeShared();
    for (int i = 0; i < DETACHED; i++) {
        gxThread *thread = gxStartThread(count, &shared);
        assert_non_null(thread);
        gxDetachThread(thread);
    }
    gxLockMutex(shared.mutex);
    while (shared.sum < DETACHED && gxWaitForConditionUntil(shared.changed, shared.mutex, gxGetTime() + 20.0))
        continue;
    assert_int_equal(shared.sum, DETACHED);
    gxUnlockMutex(shared.mutex);
    gxSleep(0.02); // the last thread may still be leaving the lock
    destroyShared(&shared);
}

#ifndef _WIN32
static void readMask(void *context) {
    pthread_sigmask(SIG_SETMASK, NULL, context);
}

// Red: a thread that handles a signal of the main thread, a main thread that no longer gets signals.
static void testThreadsGetNoSignals(void **state) {
    (void)state;
    sigset_t mask, own;
    sigemptyset(&mask);
    gxJoinThread(gxStartThread(readMask, &mask));
    assert_true(sigismember(&mask, SIGINT) && sigismember(&mask, SIGTERM) && sigismember(&mask, SIGALRM));
    pthread_sigmask(SIG_SETMASK, NULL, &own);
    assert_false(sigismember(&own, SIGINT));
}
#endif

static void compute(void *context) {
    double end = gxGetThreadTime() + 0.05;
    while (gxGetThreadTime() < end)
        continue;
    *(double *)context = gxGetThreadTime();
}

// Red: a clock that runs backwards or in another unit, a time of the processor that counts sleep or other
// threads.
static void testClocks(void **state) {
    (void)state;
    double begin = gxGetTime(), last = begin;
    for (int i = 0; i < 1000; i++) {
        double now = gxGetTime();
        assert_true(now >= last);
        last = now;
    }
    begin = gxGetTime();
    double own = gxGetThreadTime();
    gxSleep(0.03);
    gxSleep(0.0);
    gxSleep(-1.0);
    double slept = gxGetTime() - begin;
    assert_true(slept >= 0.03 && slept < 10.0);
    double used = 0.0, all = gxGetProcessTime();
    gxJoinThread(gxStartThread(compute, &used));
    assert_true(used >= 0.05);
    assert_true(gxGetProcessTime() - all >= 0.045);
    assert_true(gxGetThreadTime() - own < 0.045);
    struct tm local;
    assert_true(gxGetLocalTime(&local));
    double difference = difftime(time(NULL), mktime(&local));
    assert_true(difference > -60.0 && difference < 60.0);
    int32_t processors = gxCountProcessors();
    assert_true(processors >= 1 && processors < 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLocks),
        cmocka_unit_test(testWakingAll),
        cmocka_unit_test(testTimedWaits),
        cmocka_unit_test(testDetachedThreads),
        cmocka_unit_test(testClocks),
#ifndef _WIN32
        cmocka_unit_test(testThreadsGetNoSignals),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
