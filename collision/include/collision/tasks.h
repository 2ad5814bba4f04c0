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

// One of several tasks, numbered by `index`. `worker` is that of the callback below.
typedef void cdTaskFunction(void *context, int32_t index, int32_t worker);

// A task system of the caller's.
typedef struct cdTasks {
    // Runs task(context, index, worker) once for each index from 0 to count - 1, in any order, on any
    // threads, and returns when all have returned. `worker` is from 0 to workerCount - 1. Tasks of one worker
    // run one after another: each sees what the one before wrote. The caller sees what all of them wrote. Not
    // NULL.
    void (*run)(cdTaskFunction *task, void *context, int32_t count, void *user);
    int32_t workerCount; // above 0
    void *user;          // handed to `run`
} cdTasks;

// Many first contacts that do not depend on each other. Meshes may be shared.
typedef struct cdFirstContactBatch {
    const cdFirstContactInput *inputs; // inputs[count]; no two write the same `touches`
    cdPairCache *caches;               // caches[count]; NULL: none
    cdFirstContact *results;           // results[count], filled
    int32_t count;                     // of all three arrays; 0 or more
} cdFirstContactBatch;

// Calls cdFindFirstContact for each input. `tasks`: NULL: in the calling thread. The workspace keeps a
// workspace for each worker (cdWorkspaceNeed.workerCount). The hooks of collision/base.h and the interrupts
// of the inputs are called from any worker.
// @errors every result as of cdFindFirstContact, with CD_REASON_WORKSPACE where a workspace cannot grow, and
// CD_REASON_INPUT where `tasks` left out its task or ran it with a worker out of range
CD_API void cdFindFirstContacts(const cdFirstContactBatch *batch, cdWorkspace *workspace,
                                const cdTasks *tasks);

#ifdef __cplusplus
}
#endif
#endif
