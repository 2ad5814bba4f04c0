// Batches of queries. Each task runs several queries in a row, so that its overhead is small beside its work.
// Small batches use shorter runs, so that every worker gets some.
//
// Each worker has its own workspace, which the caller's workspace keeps. Results do not depend on which
// worker runs a query: queries depend on their input alone, and each has its own cache.
#include "contact/batch_run.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/run_length.h"

enum { RUN_MAX = 16 };

typedef struct BatchWork {
    const cdBatchRun *run;
    cdWorkspace *workspace; // worker 0's; it keeps those of the others
    int32_t runLength, taskCount, workerCount;
} BatchWork;

static void findRun(void *context, int32_t index, int32_t worker) {
    const BatchWork *work = context;
    if (!CD_REQUIRE(index >= 0 && index < work->taskCount)) return;
    if (!CD_REQUIRE(worker >= 0 && worker < work->workerCount)) return;
    const cdBatchRun *run = work->run;
    cdWorkspace *own = cdGetWorkerSpace(work->workspace, worker);
    int32_t first = index * work->runLength, left = run->count - first;
    int32_t end = first + (left < work->runLength ? left : work->runLength);
    for (int32_t i = first; i < end; i++)
        run->find(run->batch, i, own);
}

bool cdAreTasks(const cdTasks *tasks) {
    return tasks == NULL || (tasks->run != NULL && tasks->workerCount > 0);
}

static void refuse(const cdBatchRun *run, cdReason reason) {
    for (int32_t i = 0; i < run->count; i++)
        run->refuse(run->batch, i, reason);
}

void cdRunBatch(const cdBatchRun *run, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(workspace != NULL && cdAreTasks(tasks)) || run->count <= 0) return;
    int32_t workerCount = tasks != NULL ? tasks->workerCount : 1;
    BatchWork work = {run, workspace, cdChooseRunLength(run->count, workerCount, RUN_MAX), 0, workerCount};
    work.taskCount = (run->count - 1) / work.runLength + 1;
    if (tasks == NULL) {
        for (int32_t i = 0; i < work.taskCount; i++)
            findRun(&work, i, 0);
    } else if (cdMakeWorkerSpaces(workspace, workerCount)) {
        refuse(run, CD_REASON_INPUT); // stays where the task system skips an input
        tasks->run(findRun, &work, work.taskCount, tasks->user);
    } else {
        refuse(run, CD_REASON_WORKSPACE);
    }
}
