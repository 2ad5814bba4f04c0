// A thread that takes turns with its caller.
#include "engine/task.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

typedef enum TaskState { TASK_IDLE = 0, TASK_RUNNING, TASK_PAUSED, TASK_ENDING } TaskState;

struct gxTask {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t passed; // signals a change of turn
    bool ownTurn;          // the task's turn, else the caller's
    TaskState state;
    void (*function)(void *context);
    void *context;
};

// Passes the turn; returns when it comes back. The mutex must be locked.
static void passTurn(gxTask *task, bool toTask) {
    task->ownTurn = toTask;
    pthread_cond_broadcast(&task->passed);
    while (task->ownTurn == toTask)
        pthread_cond_wait(&task->passed, &task->mutex);
}

static void *run(void *context) {
    gxTask *task = context;
    pthread_mutex_lock(&task->mutex);
    while (!task->ownTurn)
        pthread_cond_wait(&task->passed, &task->mutex);
    while (task->state != TASK_ENDING) {
        pthread_mutex_unlock(&task->mutex);
        task->function(task->context);
        pthread_mutex_lock(&task->mutex);
        task->state = TASK_IDLE;
        passTurn(task, false);
    }
    pthread_mutex_unlock(&task->mutex);
    return NULL;
}

// Blocks all signals in the new thread, so that the handling thread gets them.
static bool startThread(gxTask *task) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&task->thread, NULL, run, task) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

gxTask *gxCreateTask(void) {
    gxTask *task = calloc(1, sizeof *task);
    if (!task) return NULL;
    pthread_mutex_init(&task->mutex, NULL);
    pthread_cond_init(&task->passed, NULL);
    if (startThread(task)) return task;
    pthread_cond_destroy(&task->passed);
    pthread_mutex_destroy(&task->mutex);
    free(task);
    return NULL;
}

void gxDestroyTask(gxTask *task) {
    if (!task) return;
    pthread_mutex_lock(&task->mutex);
    task->state = TASK_ENDING;
    task->ownTurn = true;
    pthread_cond_broadcast(&task->passed);
    pthread_mutex_unlock(&task->mutex);
    pthread_join(task->thread, NULL);
    pthread_cond_destroy(&task->passed);
    pthread_mutex_destroy(&task->mutex);
    free(task);
}

bool gxContinueTask(gxTask *task) {
    pthread_mutex_lock(&task->mutex);
    task->state = TASK_RUNNING;
    passTurn(task, true);
    bool ended = task->state == TASK_IDLE;
    pthread_mutex_unlock(&task->mutex);
    return ended;
}

bool gxStartTask(gxTask *task, void (*function)(void *context), void *context) {
    task->function = function;
    task->context = context;
    return gxContinueTask(task);
}

void gxPauseTask(gxTask *task) {
    pthread_mutex_lock(&task->mutex);
    task->state = TASK_PAUSED;
    passTurn(task, false);
    pthread_mutex_unlock(&task->mutex);
}

bool gxIsTaskPaused(const gxTask *task) {
    return task->state == TASK_PAUSED;
}

bool gxIsTaskRunning(const gxTask *task) {
    return task->state == TASK_RUNNING;
}
