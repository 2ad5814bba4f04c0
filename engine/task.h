// A function that can be left in the middle and continued later.
//
// It runs on a thread of its own that takes turns with its caller: one of the two always waits for the other,
// so they share data without locks.
#ifndef GX_TASK_H
#define GX_TASK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxTask gxTask;

// @errors NULL: no memory, or no thread
gxTask *gxCreateTask(void);
// The task must not be paused. NULL is allowed.
void gxDestroyTask(gxTask *task);

// Runs the function until it returns or pauses. Returns true if it has returned. The task must not be paused.
bool gxStartTask(gxTask *task, void (*function)(void *context), void *context);
// Runs a paused function on, until it returns or pauses again. Returns true if it has returned.
bool gxContinueTask(gxTask *task);
// Called by the function: returns to the caller, and comes back with gxContinueTask.
void gxPauseTask(gxTask *task);

// True if the function has paused and waits to be continued.
bool gxIsTaskPaused(const gxTask *task);
// True if the function runs now: only the function itself, and what it calls, sees this.
bool gxIsTaskRunning(const gxTask *task);

#ifdef __cplusplus
}
#endif
#endif
