// A coroutine: a function that pauses and continues later.
//
// It runs on its own thread, in turns with its caller. One of the two always waits for the other, so they
// share data without locks. Without threads (in the browser) it runs in its caller's and never pauses.
#ifndef GX_TASK_H
#define GX_TASK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxTask gxTask;

// @errors NULL: no memory
gxTask *gxCreateTask(void);
// The task must not be paused. NULL is allowed.
void gxDestroyTask(gxTask *task);

// Runs the function until it returns or pauses. True if it has returned. The task must not be paused.
bool gxStartTask(gxTask *task, void (*function)(void *context), void *context);
// Continues a paused function until it returns or pauses again. True if it has returned.
bool gxContinueTask(gxTask *task);
// Called by the function: returns to the caller until gxContinueTask. Without threads it returns at once.
void gxPauseTask(gxTask *task);

// True if the function has paused and can be continued.
bool gxIsTaskPaused(const gxTask *task);
// True if the function runs now: only seen by the function and its callees.
bool gxIsTaskRunning(const gxTask *task);

#ifdef __cplusplus
}
#endif
#endif
