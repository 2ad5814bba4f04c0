// Rows of a command on many threads, with results written in order.
//
// Rows are cut into runs of a fixed length. One worker takes the rows of a run in order, and caches are empty
// where a run begins. So results are the same bytes for every number of threads. Text is kept for a limited
// number of runs, then written.
#ifndef APP_ROW_JOBS_H
#define APP_ROW_JOBS_H

#include "threads/pool.h"

#include <stdio.h>

// The option of commands whose rows run on threads.
#define JOBS_OPTION(target)                                                                                  \
    {                                                                                                        \
        "--jobs", "N", "threads; results are the same for every N (default 0: all cores)", OPTION_WHOLE,     \
            (target), 0, POOL_THREAD_MAX, NULL                                                               \
    }

typedef struct RowJobs {
    const char *label; // of one row, for progress and messages
    int32_t rowCount;
    int32_t runLength; // rows; above 0
    int32_t jobs;      // threads; 0: all cores
    bool inOrder;      // every row depends on the row before: all rows are one run
    void *context;     // handed to the functions
    // Memory of a worker, zeroed before openWorker. Workers of the pool are opened, one after another, before
    // the first row. closeWorker is called for each of them, in any case, after the last row.
    size_t workerSize;
    bool (*openWorker)(void *context, void *worker); // false: no memory
    void (*closeWorker)(void *context, void *worker);
    // Computes a row and writes its lines. `first`: it begins a run. false: no memory
    bool (*runRow)(void *context, void *worker, int32_t row, bool first, FILE *out);
} RowJobs;

// Runs all rows and writes their lines to `out`.
// @errors false with a message: no memory; lines of earlier rows may have been written
bool RunRowJobs(const RowJobs *jobs, FILE *out, char *message, size_t messageSize);

#endif
