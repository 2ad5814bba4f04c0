// The browser without threads: they would need shared memory, which a page gets only from a server with
// special headers. No thread can be started, so the callers work in their own. Locks have nothing to do.
#include "engine/platform/threads.h"

#include <stddef.h>
#include <stdlib.h>

struct gxMutex {
    bool locked;
};

struct gxCondition {
    bool woken;
};

int32_t gxCountProcessors(void) {
    return 1;
}

gxThread *gxStartThread(void (*run)(void *context), void *context) {
    (void)run, (void)context;
    return NULL;
}

void gxJoinThread(gxThread *thread) {
    (void)thread;
}

void gxDetachThread(gxThread *thread) {
    (void)thread;
}

void gxYield(void) {}

gxMutex *gxCreateMutex(void) {
    return calloc(1, sizeof(gxMutex));
}

void gxDestroyMutex(gxMutex *mutex) {
    free(mutex);
}

void gxLockMutex(gxMutex *mutex) {
    mutex->locked = true;
}

void gxUnlockMutex(gxMutex *mutex) {
    mutex->locked = false;
}

gxCondition *gxCreateCondition(void) {
    return calloc(1, sizeof(gxCondition));
}

void gxDestroyCondition(gxCondition *condition) {
    free(condition);
}

// Nobody else could wake this thread: callers test their condition again.
void gxWaitForCondition(gxCondition *condition, gxMutex *mutex) {
    (void)mutex;
    condition->woken = false;
}

bool gxWaitForConditionUntil(gxCondition *condition, gxMutex *mutex, double time) {
    (void)mutex, (void)time;
    condition->woken = false;
    return false;
}

void gxWakeOne(gxCondition *condition) {
    condition->woken = true;
}

void gxWakeAll(gxCondition *condition) {
    condition->woken = true;
}
