// Limits of the own process: of memory by a job, of processor time by a thread.
//
// The parent's job ends the process with its parent (process_windows.c). Windows cannot forbid to write
// files.
#include "engine/platform/clock.h"
#include "engine/platform/process.h"
#include "engine/platform/threads.h"
#include <stdlib.h>
#include <windows.h>

// Ends the process when it has used its time. The job's own limit is tested only every few seconds.
static void watchTime(void *context) {
    double limit = *(double *)context;
    free(context);
    while (gxGetProcessTime() < limit)
        gxSleep(0.02);
    TerminateProcess(GetCurrentProcess(), ERROR_NOT_ENOUGH_QUOTA);
}

static void limitTime(double seconds) {
    double *limit = malloc(sizeof *limit);
    if (limit == NULL) return;
    *limit = seconds;
    gxThread *thread = gxStartThread(watchTime, limit);
    if (thread != NULL)
        gxDetachThread(thread);
    else
        free(limit);
}

void gxLimitOwnProcess(size_t megabytes, size_t seconds) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY |
                                                JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION},
        .ProcessMemoryLimit = megabytes << 20};
    HANDLE job = CreateJobObjectA(NULL, NULL);
    if (job != NULL) {
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        AssignProcessToJobObject(job, GetCurrentProcess());
    }
    limitTime((double)seconds);
}
