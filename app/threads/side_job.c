// A thread for one function, which its caller can abandon.
//
// The mutex guards `done` and `abandoned`: the side that comes second frees the job.
#include "threads/side_job.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct SideJob {
    void (*run)(void *context);
    void (*discard)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex;
    bool done, abandoned;
};

static void freeJob(SideJob *job) {
    pthread_mutex_destroy(&job->mutex);
    free(job);
}

static void *runThread(void *context) {
    SideJob *job = context;
    job->run(job->context);
    pthread_mutex_lock(&job->mutex);
    job->done = true;
    bool abandoned = job->abandoned;
    pthread_mutex_unlock(&job->mutex);
    if (abandoned) {
        job->discard(job->context);
        freeJob(job);
    }
    return NULL;
}

// Blocks all signals in the new thread: the main thread handles them.
static bool startThread(SideJob *job) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&job->thread, NULL, runThread, job) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

SideJob *StartSideJob(void (*run)(void *context), void (*discard)(void *context), void *context) {
    SideJob *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    job->run = run;
    job->discard = discard;
    job->context = context;
    pthread_mutex_init(&job->mutex, NULL);
    if (startThread(job)) return job;
    freeJob(job);
    return NULL;
}

bool IsSideJobDone(SideJob *job) {
    pthread_mutex_lock(&job->mutex);
    bool done = job->done;
    pthread_mutex_unlock(&job->mutex);
    return done;
}

void EndSideJob(SideJob *job) {
    pthread_join(job->thread, NULL);
    freeJob(job);
}

void AbandonSideJob(SideJob *job) {
    pthread_mutex_lock(&job->mutex);
    bool done = job->done;
    job->abandoned = true;
    if (!done) pthread_detach(job->thread);
    pthread_mutex_unlock(&job->mutex);
    if (!done) return;
    pthread_join(job->thread, NULL);
    job->discard(job->context);
    freeJob(job);
}
