// Runs the rows of a command on many threads and writes the results in order.
//
// Rows are divided into runs of a fixed length. A single worker processes a run in order, with empty caches
// at its start, so results have the same bytes for every number of threads. The text of a limited number of
// runs is kept in memory.
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
    void *context;     // passed to the functions
    // Memory of a worker, zeroed before openWorker. All workers are opened in sequence before the first row.
    // closeWorker is always called for each of them after the last row.
    size_t workerSize;
    bool (*openWorker)(void *context, void *worker); // false: no memory
    void (*closeWorker)(void *context, void *worker);
    // Computes a row and writes its lines. `first`: first row of a run. false: no memory
    bool (*runRow)(void *context, void *worker, int32_t row, bool first, FILE *out);
} RowJobs;

// Runs all rows and writes their lines to `out`.
// @errors false with a message: no memory; lines of earlier rows may have been written
bool RunRowJobs(const RowJobs *jobs, FILE *out, char *message, size_t messageSize);

#endif
