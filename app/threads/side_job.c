// A thread for one function, which its caller can abandon.
//
// The mutex guards `done` and `abandoned`: the side that comes second frees the job.
#include "threads/side_job.h"

#include "engine/platform/threads.h"

#include <stdlib.h>

struct SideJob {
    void (*run)(void *context);
    void (*discard)(void *context);
    void *context;
    gxThread *thread; // NULL: it has run in its caller's
    gxMutex *mutex;
    bool done, abandoned;
};

static void freeJob(SideJob *job) {
    gxDestroyMutex(job->mutex);
    free(job);
}

static void runThread(void *context) {
    SideJob *job = context;
    job->run(job->context);
    gxLockMutex(job->mutex);
    job->done = true;
    bool abandoned = job->abandoned;
    gxUnlockMutex(job->mutex);
    if (abandoned) {
        job->discard(job->context);
        freeJob(job);
    }
}

SideJob *StartSideJob(void (*run)(void *context), void (*discard)(void *context), void *context) {
    SideJob *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    job->run = run;
    job->discard = discard;
    job->context = context;
    job->mutex = gxCreateMutex();
    if (!job->mutex) {
        freeJob(job);
        return NULL;
    }
    job->thread = gxStartThread(runThread, job);
    if (!job->thread) runThread(job);
    return job;
}

bool IsSideJobDone(SideJob *job) {
    gxLockMutex(job->mutex);
    bool done = job->done;
    gxUnlockMutex(job->mutex);
    return done;
}

void EndSideJob(SideJob *job) {
    if (job->thread) gxJoinThread(job->thread);
    freeJob(job);
}

void AbandonSideJob(SideJob *job) {
    gxLockMutex(job->mutex);
    bool done = job->done;
    job->abandoned = true;
    if (!done) gxDetachThread(job->thread);
    gxUnlockMutex(job->mutex);
    if (!done) return;
    if (job->thread) gxJoinThread(job->thread);
    job->discard(job->context);
    freeJob(job);
}
