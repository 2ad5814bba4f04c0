// Independent queries on many threads, by the caller's own task system.
//
// The library starts no thread. Where a call has work that can run side by side it hands it to the callback
// of a cdTasks; results are the same bits with any number of threads, and without any.
#ifndef COLLISION_TASKS_H
#define COLLISION_TASKS_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// One task of several. `worker` is that of the callback below.
typedef void cdTaskFunction(void *context, int32_t index, int32_t worker);

// Runs task(context, index, worker) once for each index from 0 to count - 1, in any order, on any threads,
// and returns when all have returned. `worker` is from 0 to cdTasks.workerCount - 1; no two tasks with the
// same worker run at the same time.
typedef void cdRunTasksFunction(cdTaskFunction *task, void *context, int32_t count, void *user);

// A task system of the caller's.
typedef struct cdTasks {
    cdRunTasksFunction *run; // not NULL
    int32_t workerCount;     // above 0
    void *user;              // handed to `run`
} cdTasks;

// Many first contacts that do not depend on each other. Meshes may be shared.
typedef struct cdFirstContactBatch {
    const cdFirstContactInput *inputs; // inputs[count]; a budget's interrupt is called from any worker
    cdPairCache *caches;               // caches[count]; NULL: none
    cdFirstContact *results;           // results[count], filled
    int32_t count;                     // of all three arrays; 0 or more
} cdFirstContactBatch;

// cdFindFirstContact for each input. `tasks`: NULL: in the calling thread. The workspace grows a part for
// each worker.
// @errors every result as of cdFindFirstContact, with CD_REASON_WORKSPACE where the workspace cannot grow
CD_API void cdFindFirstContacts(const cdFirstContactBatch *batch, cdWorkspace *workspace,
                                const cdTasks *tasks);

#ifdef __cplusplus
}
#endif
#endif
