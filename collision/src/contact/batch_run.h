// Runs the queries of a batch, on the caller's task system or in the calling thread.
#ifndef CD_BATCH_RUN_H
#define CD_BATCH_RUN_H

#include "foundation/numbers/float_mode.h"

#include "collision/tasks.h"
#include "collision/workspace.h"

// A batch of one kind of query.
typedef struct cdBatchRun {
    const void *batch; // the caller's struct
    int32_t count;     // number of queries
    // Makes query `index` and writes its result.
    void (*find)(const void *batch, int32_t index, cdWorkspace *workspace);
    // Writes an undecided result, which stays where the task system skips a query.
    void (*refuse)(const void *batch, int32_t index, cdReason reason);
} cdBatchRun;

// True for NULL and for valid tasks.
bool cdAreTasks(const cdTasks *tasks);

// Makes all queries. A NULL workspace and invalid tasks are programmer's errors, and nothing is done.
void cdRunBatch(const cdBatchRun *run, cdWorkspace *workspace, const cdTasks *tasks);

#endif
