// The caller's task system, which runs parallel work on many threads.
//
// The library starts no thread. A call with parallel work passes it to the callback of a cdTasks. Results are
// the same bits with any number of threads, and without any.
#ifndef COLLISION_TASKS_H
#define COLLISION_TASKS_H

#include "collision/base.h"

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

#ifdef __cplusplus
}
#endif
#endif
