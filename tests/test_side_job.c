// Jobs beside the caller: their end is waited for, or they are left to themselves.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/clock.h"
#include "threads/side_job.h"

#include <stdatomic.h>

typedef struct Work {
    atomic_bool begun, mayEnd, ended;
    atomic_int discarded;
    bool endedBefore; // when it was discarded
} Work;

static void nap(void) {
    gxSleep(1e-4);
}

static void run(void *context) {
    Work *work = context;
    atomic_store(&work->begun, true);
    while (!atomic_load(&work->mayEnd))
        nap();
    atomic_store(&work->ended, true);
}

static void discard(void *context) {
    Work *work = context;
    work->endedBefore = atomic_load(&work->ended);
    atomic_fetch_add(&work->discarded, 1);
}

// A job runs while its caller does something else, and its end is waited for. Red: a job that the caller
// runs itself (this test hangs), an end that does not wait, a context that is freed though it is still
// needed.
static void testEndWaits(void **state) {
    (void)state;
    Work work = {0};
    SideJob *job = StartSideJob(run, discard, &work);
    assert_non_null(job);
    assert_false(IsSideJobDone(job));
    atomic_store(&work.mayEnd, true);
    EndSideJob(job);
    assert_true(atomic_load(&work.ended));
    assert_int_equal(atomic_load(&work.discarded), 0);
}

// A job that is abandoned at work does not keep its caller, and is discarded once, after its end. Red: an
// abandon that waits (this test hangs), a context that is freed while the job uses it, one that nobody frees.
static void testAbandonReturns(void **state) {
    (void)state;
    Work work = {0};
    SideJob *job = StartSideJob(run, discard, &work);
    assert_non_null(job);
    while (!atomic_load(&work.begun))
        nap();
    AbandonSideJob(job);
    assert_int_equal(atomic_load(&work.discarded), 0);
    atomic_store(&work.mayEnd, true);
    while (atomic_load(&work.discarded) == 0)
        nap();
    assert_true(work.endedBefore);
}

// The same of a job that has ended already. Red: a context that nobody frees.
static void testAbandonDone(void **state) {
    (void)state;
    Work work = {0};
    atomic_store(&work.mayEnd, true);
    SideJob *job = StartSideJob(run, discard, &work);
    assert_non_null(job);
    while (!IsSideJobDone(job))
        nap();
    AbandonSideJob(job);
    assert_int_equal(atomic_load(&work.discarded), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEndWaits),
        cmocka_unit_test(testAbandonReturns),
        cmocka_unit_test(testAbandonDone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
