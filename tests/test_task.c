// A function that pauses and continues: it and its caller take turns.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/task.h"

typedef struct Counter {
    gxTask *task;
    int pauses, parts;
    bool sawRunning;
} Counter;

static void count(void *context) {
    Counter *counter = context;
    for (int i = 0; i < counter->pauses; ++i) {
        ++counter->parts;
        counter->sawRunning = gxIsTaskRunning(counter->task) && !gxIsTaskPaused(counter->task);
        gxPauseTask(counter->task);
    }
    ++counter->parts;
}

// One more part than pauses, each finished before the caller continues, repeatedly with one task. Red: a lost
// turn, a function that runs concurrently with its caller.
static void testTurns(void **state) {
    (void)state;
    gxTask *task = gxCreateTask();
    assert_non_null(task);
    assert_false(gxIsTaskPaused(task));
    for (int pauses = 0; pauses < 200; pauses = 2 * pauses + 1) {
        Counter counter = {.task = task, .pauses = pauses, .sawRunning = true};
        bool ended = gxStartTask(task, count, &counter);
        for (int part = 1; part <= pauses; ++part) {
            assert_false(ended);
            assert_true(gxIsTaskPaused(task) && !gxIsTaskRunning(task));
            assert_int_equal(counter.parts, part);
            ended = gxContinueTask(task);
        }
        assert_true(ended && counter.sawRunning);
        assert_false(gxIsTaskPaused(task) || gxIsTaskRunning(task));
        assert_int_equal(counter.parts, pauses + 1);
    }
    gxDestroyTask(task);
    gxDestroyTask(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testTurns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
