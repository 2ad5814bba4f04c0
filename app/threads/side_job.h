// One function that runs in a thread of its own beside the caller.
#ifndef APP_SIDE_JOB_H
#define APP_SIDE_JOB_H

#include <stdbool.h>

typedef struct SideJob SideJob;

// Starts `run`, which gets `context`. `discard` frees the context if the job is abandoned.
// Where no thread can be started it has run when this returns.
// @errors NULL: no memory; nothing was called
SideJob *StartSideJob(void (*run)(void *context), void (*discard)(void *context), void *context);
// True if `run` has returned: EndSideJob does not wait.
bool IsSideJobDone(SideJob *job);
// Waits until `run` has returned, and frees the job. The context is the caller's again.
void EndSideJob(SideJob *job);
// Returns at once. `discard` is called as soon as `run` has returned, by the job's thread or, if it has
// returned already, by this call. Until then the context must keep alive all that `run` uses.
void AbandonSideJob(SideJob *job);

#endif
