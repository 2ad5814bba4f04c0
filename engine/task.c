// A thread that takes turns with its caller. Where no thread can be started, the function runs in the
// caller's and never pauses: the results are the same, and the caller waits for them.
#include "engine/task.h"

#include "engine/platform/threads.h"

#include <stdlib.h>

typedef enum TaskState { TASK_IDLE = 0, TASK_RUNNING, TASK_PAUSED, TASK_ENDING } TaskState;

struct gxTask {
    gxThread *thread; // NULL: the caller's
    gxMutex *mutex;
    gxCondition *passed; // signals a change of turn
    bool ownTurn;        // the task's turn, else the caller's
    TaskState state;
    void (*function)(void *context);
    void *context;
};

// Passes the turn; returns when it comes back. The mutex must be locked.
static void passTurn(gxTask *task, bool toTask) {
    task->ownTurn = toTask;
    gxWakeAll(task->passed);
    while (task->ownTurn == toTask)
        gxWaitForCondition(task->passed, task->mutex);
}

static void run(void *context) {
    gxTask *task = context;
    gxLockMutex(task->mutex);
    while (!task->ownTurn)
        gxWaitForCondition(task->passed, task->mutex);
    while (task->state != TASK_ENDING) {
        gxUnlockMutex(task->mutex);
        task->function(task->context);
        gxLockMutex(task->mutex);
        task->state = TASK_IDLE;
        passTurn(task, false);
    }
    gxUnlockMutex(task->mutex);
}

static void freeTask(gxTask *task) {
    gxDestroyCondition(task->passed);
    gxDestroyMutex(task->mutex);
    free(task);
}

gxTask *gxCreateTask(void) {
    gxTask *task = calloc(1, sizeof *task);
    if (!task) return NULL;
    task->mutex = gxCreateMutex();
    task->passed = gxCreateCondition();
    if (!task->mutex || !task->passed) {
        freeTask(task);
        return NULL;
    }
    task->thread = gxStartThread(run, task);
    return task;
}

void gxDestroyTask(gxTask *task) {
    if (!task) return;
    if (task->thread) {
        gxLockMutex(task->mutex);
        task->state = TASK_ENDING;
        task->ownTurn = true;
        gxWakeAll(task->passed);
        gxUnlockMutex(task->mutex);
        gxJoinThread(task->thread);
    }
    freeTask(task);
}

bool gxContinueTask(gxTask *task) {
    gxLockMutex(task->mutex);
    task->state = TASK_RUNNING;
    passTurn(task, true);
    bool ended = task->state == TASK_IDLE;
    gxUnlockMutex(task->mutex);
    return ended;
}

bool gxStartTask(gxTask *task, void (*function)(void *context), void *context) {
    task->function = function;
    task->context = context;
    if (task->thread) return gxContinueTask(task);
    task->state = TASK_RUNNING;
    function(context);
    task->state = TASK_IDLE;
    return true;
}

void gxPauseTask(gxTask *task) {
    if (!task->thread) return;
    gxLockMutex(task->mutex);
    task->state = TASK_PAUSED;
    passTurn(task, false);
    gxUnlockMutex(task->mutex);
}

bool gxIsTaskPaused(const gxTask *task) {
    return task->state == TASK_PAUSED;
}

bool gxIsTaskRunning(const gxTask *task) {
    return task->state == TASK_RUNNING;
}
