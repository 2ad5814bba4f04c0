// Rows on threads: lines in order, runs of a fixed length, one worker for a run, and failing rows.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "commands/row_jobs.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAX = 3000 };

// Memory of a worker: its last row, and their number since its run began.
typedef struct Worker {
    bool open;
    int32_t last, sinceFirst;
    int64_t sum;
} Worker;

typedef struct Rows {
    int32_t runLength;
    bool inOrder;
    int32_t failFrom, failTo; // rows that fail
    int32_t mostWorkers;      // that can be opened
    atomic_int runs[ROW_MAX], disorder;
    int32_t opened, closed;
    int64_t sum;
} Rows;

static Rows rows;

static bool openWorker(void *context, void *worker) {
    Rows *all = context;
    Worker *own = worker;
    assert_false(own->open);
    own->open = all->opened < all->mostWorkers;
    own->last = -1;
    all->opened += own->open;
    return own->open;
}

static void closeWorker(void *context, void *worker) {
    Rows *all = context;
    all->closed += ((Worker *)worker)->open;
    all->sum += ((Worker *)worker)->sum;
}

// Writes a line of a length that depends on the row, and the rows since the run began, like a cache.
static bool runRow(void *context, void *worker, int32_t row, bool first, FILE *out) {
    Rows *all = context;
    Worker *own = worker;
    bool begins = all->inOrder ? row == 0 : row % all->runLength == 0;
    own->sinceFirst = first ? 0 : own->sinceFirst + 1;
    if (first != begins || (!first && own->last != row - 1)) atomic_fetch_add(&all->disorder, 1);
    own->last = row;
    own->sum += row;
    atomic_fetch_add(&all->runs[row], 1);
    fprintf(out, "%d %d%*s\n", (int)row, (int)own->sinceFirst, (int)(row * 7 % 50), "x");
    return row < all->failFrom || row >= all->failTo;
}

typedef struct Output {
    char *text;
    size_t size;
    bool good;
    char message[200];
} Output;

static Output run(int32_t rowCount, int32_t runLength, int32_t threads, bool inOrder) {
    Output output = {0};
    rows.runLength = runLength;
    rows.inOrder = inOrder;
    const RowJobs jobs = {.label = "row",
                          .rowCount = rowCount,
                          .runLength = runLength,
                          .jobs = threads,
                          .inOrder = inOrder,
                          .context = &rows,
                          .workerSize = sizeof(Worker),
                          .openWorker = openWorker,
                          .closeWorker = closeWorker,
                          .runRow = runRow};
    FILE *out = open_memstream(&output.text, &output.size);
    assert_non_null(out);
    output.good = RunRowJobs(&jobs, out, output.message, sizeof output.message);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(rows.opened, rows.closed);
    assert_int_equal(rows.disorder, 0);
    return output;
}

static void reset(void) {
    memset(&rows, 0, sizeof rows);
    rows.failFrom = rows.failTo = ROW_MAX;
    rows.mostWorkers = POOL_THREAD_MAX;
}

// Every number of rows and threads gives the bytes of one thread; each row runs once. Red: lines of runs
// exchanged, the last run of a block lost, a run shared by two workers.
static void testSameBytes(void **state) {
    (void)state;
    static const int32_t counts[] = {0, 1, 2, 15, 16, 17, 63, 64, 65, 640, 1023, 1025, ROW_MAX};
    static const int32_t lengths[] = {1, 3, 16, 5000}, threads[] = {1, 2, 3, 8, 40};
    for (int c = 0; c < 13; c++)
        for (int k = 0; k < 4; k++)
            for (int inOrder = 0; inOrder < 2; inOrder++) {
                Output alone = {0};
                for (int t = 0; t < 5; t++) {
                    reset();
                    Output found = run(counts[c], lengths[k], threads[t], inOrder > 0);
                    assert_true(found.good);
                    for (int32_t i = 0; i < ROW_MAX; i++)
                        assert_int_equal(rows.runs[i], i < counts[c]);
                    assert_int_equal(rows.sum, (int64_t)counts[c] * (counts[c] - 1) / 2);
                    int32_t runCount = inOrder ? 1 : (counts[c] + lengths[k] - 1) / lengths[k];
                    assert_true(rows.opened >= 1 && rows.opened <= threads[t]);
                    assert_true(rows.opened <= runCount || rows.opened == 1);
                    if (t == 0) {
                        alone = found;
                        continue;
                    }
                    assert_int_equal(found.size, alone.size);
                    assert_memory_equal(found.text, alone.text, found.size);
                    free(found.text);
                }
                free(alone.text);
            }
}

// Failing rows: the message names the first, and the output ends before its run. Red: a later row named,
// lines after a gap, a worker not closed.
static void testFailingRows(void **state) {
    (void)state;
    static const int32_t firsts[] = {0, 1, 15, 16, 100, 1500, ROW_MAX - 1}, threads[] = {1, 2, 8};
    reset();
    Output whole = run(ROW_MAX, 16, 1, false);
    for (int f = 0; f < 7; f++)
        for (int t = 0; t < 3; t++) {
            reset();
            rows.failFrom = firsts[f];
            rows.failTo = firsts[f] + 400;
            Output found = run(ROW_MAX, 16, threads[t], false);
            char expected[64];
            snprintf(expected, sizeof expected, "out of memory in row %d", (int)firsts[f]);
            assert_false(found.good);
            assert_string_equal(found.message, expected);
            assert_true(found.size < whole.size || firsts[f] == ROW_MAX - 1);
            assert_memory_equal(found.text, whole.text, found.size);
            free(found.text);
        }
    free(whole.text);
}

// A worker that cannot be opened: no row runs.
static void testNoWorker(void **state) {
    (void)state;
    for (int32_t most = 0; most < 3; most++) {
        reset();
        rows.mostWorkers = most;
        Output found = run(ROW_MAX, 16, 4, false);
        assert_false(found.good);
        assert_int_equal(found.size, 0);
        assert_string_equal(found.message, "out of memory for the threads");
        assert_int_equal(rows.runs[0], 0);
        free(found.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSameBytes),
        cmocka_unit_test(testFailingRows),
        cmocka_unit_test(testNoWorker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
