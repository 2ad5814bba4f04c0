// Threads of POSIX.
#ifdef __linux__
#define _GNU_SOURCE // sched_getaffinity
#endif
#include "engine/platform/threads.h"

#include "engine/platform/clock.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct gxThread {
    pthread_t handle;
    void (*run)(void *context);
    void *context;
    atomic_bool released; // it has ended, or is detached: the side that comes second frees it
};

struct gxMutex {
    pthread_mutex_t handle;
};

struct gxCondition {
    pthread_cond_t handle; // on the monotonic clock
};

int32_t gxCountProcessors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
#endif
    return count < 1 ? 1 : count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

static void *runThread(void *context) {
    gxThread *thread = context;
    thread->run(thread->context);
    if (atomic_exchange(&thread->released, true)) free(thread);
    return NULL;
}

gxThread *gxStartThread(void (*run)(void *context), void *context) {
    gxThread *thread = malloc(sizeof *thread);
    if (thread == NULL) return NULL;
    sigset_t all, before;
    *thread = (gxThread){.run = run, .context = context};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&thread->handle, NULL, runThread, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) return thread;
    free(thread);
    return NULL;
}

void gxJoinThread(gxThread *thread) {
    pthread_join(thread->handle, NULL);
    free(thread);
}

void gxDetachThread(gxThread *thread) {
    pthread_detach(thread->handle);
    if (atomic_exchange(&thread->released, true)) free(thread);
}

void gxYield(void) {
    sched_yield();
}

gxMutex *gxCreateMutex(void) {
    gxMutex *mutex = malloc(sizeof *mutex);
    if (mutex != NULL) pthread_mutex_init(&mutex->handle, NULL);
    return mutex;
}

void gxDestroyMutex(gxMutex *mutex) {
    if (mutex != NULL) pthread_mutex_destroy(&mutex->handle);
    free(mutex);
}

void gxLockMutex(gxMutex *mutex) {
    pthread_mutex_lock(&mutex->handle);
}

void gxUnlockMutex(gxMutex *mutex) {
    pthread_mutex_unlock(&mutex->handle);
}

gxCondition *gxCreateCondition(void) {
    gxCondition *condition = malloc(sizeof *condition);
    if (condition == NULL) return NULL;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#ifndef __APPLE__ // has relative waits instead
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&condition->handle, &attributes);
    pthread_condattr_destroy(&attributes);
    return condition;
}

void gxDestroyCondition(gxCondition *condition) {
    if (condition != NULL) pthread_cond_destroy(&condition->handle);
    free(condition);
}

void gxWaitForCondition(gxCondition *condition, gxMutex *mutex) {
    pthread_cond_wait(&condition->handle, &mutex->handle);
}

bool gxWaitForConditionUntil(gxCondition *condition, gxMutex *mutex, double time) {
#ifdef __APPLE__
    double left = time - gxGetTime();
    if (!(left > 0.0)) left = 0.0;
    struct timespec span = {.tv_sec = (time_t)left, .tv_nsec = (long)(1e9 * (left - (double)(time_t)left))};
    return pthread_cond_timedwait_relative_np(&condition->handle, &mutex->handle, &span) == 0;
#else
    time_t whole = (time_t)time;
    struct timespec end = {.tv_sec = whole, .tv_nsec = (long)(1e9 * (time - (double)whole))};
    return pthread_cond_timedwait(&condition->handle, &mutex->handle, &end) == 0;
#endif
}

void gxWakeOne(gxCondition *condition) {
    pthread_cond_signal(&condition->handle);
}

void gxWakeAll(gxCondition *condition) {
    pthread_cond_broadcast(&condition->handle);
}
