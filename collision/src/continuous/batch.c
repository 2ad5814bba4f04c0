// Batches of queries. Each task runs several inputs in a row, so that its overhead is small beside its work.
// Small batches use shorter runs, so that every worker gets some.
//
// Each worker has its own workspace, which the caller's workspace keeps. Results do not depend on which
// worker runs a query: queries depend on their input alone, and each has its own cache.
#include "collision/tasks.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/run_length.h"

enum { RUN_MAX = 16 };

typedef struct Batch {
    const cdFirstContactBatch *batch;
    cdWorkspace *workspace; // worker 0's; it keeps those of the others
    int32_t runLength, taskCount, workerCount;
} Batch;

static void findRun(void *context, int32_t index, int32_t worker) {
    const Batch *work = context;
    if (!CD_REQUIRE(index >= 0 && index < work->taskCount)) return;
    if (!CD_REQUIRE(worker >= 0 && worker < work->workerCount)) return;
    const cdFirstContactBatch *batch = work->batch;
    cdWorkspace *own = cdGetWorkerSpace(work->workspace, worker);
    int32_t first = index * work->runLength, left = batch->count - first;
    int32_t end = first + (left < work->runLength ? left : work->runLength);
    for (int32_t i = first; i < end; i++)
        batch->results[i] =
            cdFindFirstContact(&batch->inputs[i], batch->caches ? &batch->caches[i] : NULL, own, NULL);
}

static bool areTasks(const cdTasks *tasks) {
    return tasks == NULL || (tasks->run != NULL && tasks->workerCount > 0);
}

static void refuse(const cdFirstContactBatch *batch, cdReason reason) {
    for (int32_t i = 0; i < batch->count; i++)
        batch->results[i] = (cdFirstContact){.reason = reason,
                                             .resolvedPose = batch->inputs[i].startA,
                                             .resolvedPoseB = batch->inputs[i].startB};
}

void cdFindFirstContacts(const cdFirstContactBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(batch != NULL && workspace != NULL && areTasks(tasks)) || batch->count <= 0) return;
    if (!CD_REQUIRE(batch->inputs != NULL && batch->results != NULL)) return;
    int32_t workerCount = tasks != NULL ? tasks->workerCount : 1;
    Batch work = {batch, workspace, cdChooseRunLength(batch->count, workerCount, RUN_MAX), 0, workerCount};
    work.taskCount = (batch->count - 1) / work.runLength + 1;
    if (tasks == NULL) {
        for (int32_t i = 0; i < work.taskCount; i++)
            findRun(&work, i, 0);
    } else if (cdMakeWorkerSpaces(workspace, workerCount)) {
        refuse(batch, CD_REASON_INPUT); // stays where the task system skips an input
        tasks->run(findRun, &work, work.taskCount, tasks->user);
    } else {
        refuse(batch, CD_REASON_WORKSPACE);
    }
}
