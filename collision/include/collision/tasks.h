// Independent queries on many threads, run by the caller's task system.
//
// The library starts no thread. A call with parallel work passes it to the callback of a cdTasks. Results are
// the same bits with any number of threads, and without any.
#ifndef COLLISION_TASKS_H
#define COLLISION_TASKS_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// A task, numbered by `index`. `worker` as in cdTasks.run.
typedef void cdTaskFunction(void *context, int32_t index, int32_t worker);

// The caller's task system.
typedef struct cdTasks {
    // Runs task(context, index, worker) once for each index from 0 to count - 1, in any order, on any
    // threads. Returns when all tasks have returned and their writes are visible to the caller. `worker` is
    // from 0 to workerCount - 1. Tasks of one worker run one after another, and each sees the writes of the
    // one before. Not NULL.
    void (*run)(cdTaskFunction *task, void *context, int32_t count, void *user);
    int32_t workerCount; // above 0
    void *user;          // passed to `run`
} cdTasks;

// Independent first contact queries. They may share meshes.
typedef struct cdFirstContactBatch {
    const cdFirstContactInput *inputs; // inputs[count]; each with its own `touches`
    cdPairCache *caches;               // caches[count]; NULL: none
    cdFirstContact *results;           // results[count], filled
    int32_t count;                     // of all three arrays; 0 or more
} cdFirstContactBatch;

// Calls cdFindFirstContact for each input. `tasks` NULL: in the calling thread. The workspace keeps a
// workspace for each worker (cdWorkspaceNeed.workerCount). Any worker may call the hooks of base.h and the
// interrupts of the inputs.
// @errors for each result as in cdFindFirstContact; CD_REASON_WORKSPACE if a workspace cannot grow;
// CD_REASON_INPUT if `tasks` omitted its task or ran it with a worker out of range
CD_API void cdFindFirstContacts(const cdFirstContactBatch *batch, cdWorkspace *workspace,
                                const cdTasks *tasks);

#ifdef __cplusplus
}
#endif
#endif
