// A pool of threads that runs the tasks of the library (collision/tasks.h) and of the commands.
#ifndef APP_POOL_H
#define APP_POOL_H

#include "collision/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { POOL_THREAD_MAX = 256 };

typedef struct Pool Pool;

// Returns the number of cores that this process may use, at least 1.
int32_t CountCores(void);

// Starts the threads. `threadCount` includes the calling thread; 0: all cores. The pool has at most
// POOL_THREAD_MAX threads, and fewer if the system cannot start them.
// @errors NULL: no memory
Pool *CreatePool(int32_t threadCount);
// Ends the threads. No tasks may be running. NULL is allowed.
void DestroyPool(Pool *pool);

// Returns the task system of the pool. Only one thread at a time may run batches, and tasks may not run tasks
// of the same pool. Worker 0 is the calling thread. Indices are assigned in ascending order.
// @lifetime as the pool
cdTasks GetPoolTasks(Pool *pool);

#ifdef __cplusplus
}
#endif
#endif
