// Threads of Windows.
#include "engine/platform/threads.h"

#include "engine/platform/clock.h"

#include <process.h>
#include <stdlib.h>
#include <windows.h>

struct gxThread {
    HANDLE handle;
    void (*run)(void *context);
    void *context;
    volatile LONG released; // it has ended, or is detached: the side that comes second frees it
};

struct gxMutex {
    SRWLOCK handle;
};

struct gxCondition {
    CONDITION_VARIABLE handle;
};

int32_t gxCountProcessors(void) {
    DWORD_PTR allowed = 0, present = 0;
    int32_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &allowed, &present)) {
        for (; allowed != 0; allowed &= allowed - 1)
            count++;
    }
    return count < 1 ? 1 : count;
}

static unsigned __stdcall runThread(void *context) {
    gxThread *thread = context;
    thread->run(thread->context);
    if (InterlockedExchange(&thread->released, 1) != 0) free(thread);
    return 0;
}

gxThread *gxStartThread(void (*run)(void *context), void *context) {
    gxThread *thread = malloc(sizeof *thread);
    if (thread == NULL) return NULL;
    *thread = (gxThread){.run = run, .context = context};
    uintptr_t handle = _beginthreadex(NULL, 0, runThread, thread, CREATE_SUSPENDED, NULL);
    thread->handle = (HANDLE)handle;
    if (handle != 0) {
        ResumeThread(thread->handle);
        return thread;
    }
    free(thread);
    return NULL;
}

void gxJoinThread(gxThread *thread) {
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
    free(thread);
}

void gxDetachThread(gxThread *thread) {
    CloseHandle(thread->handle);
    if (InterlockedExchange(&thread->released, 1) != 0) free(thread);
}

void gxYield(void) {
    SwitchToThread();
}

gxMutex *gxCreateMutex(void) {
    gxMutex *mutex = malloc(sizeof *mutex);
    if (mutex != NULL) InitializeSRWLock(&mutex->handle);
    return mutex;
}

void gxDestroyMutex(gxMutex *mutex) {
    free(mutex);
}

void gxLockMutex(gxMutex *mutex) {
    AcquireSRWLockExclusive(&mutex->handle);
}

void gxUnlockMutex(gxMutex *mutex) {
    ReleaseSRWLockExclusive(&mutex->handle);
}

gxCondition *gxCreateCondition(void) {
    gxCondition *condition = malloc(sizeof *condition);
    if (condition != NULL) InitializeConditionVariable(&condition->handle);
    return condition;
}

void gxDestroyCondition(gxCondition *condition) {
    free(condition);
}

void gxWaitForCondition(gxCondition *condition, gxMutex *mutex) {
    SleepConditionVariableSRW(&condition->handle, &mutex->handle, INFINITE, 0);
}

bool gxWaitForConditionUntil(gxCondition *condition, gxMutex *mutex, double time) {
    double left = time - gxGetTime();
    DWORD milliseconds = !(left > 0.0) ? 0 : left > 1e6 ? 1000000000 : (DWORD)(1e3 * left) + 1;
    return SleepConditionVariableSRW(&condition->handle, &mutex->handle, milliseconds, 0) != 0;
}

void gxWakeOne(gxCondition *condition) {
    WakeConditionVariable(&condition->handle);
}

void gxWakeAll(gxCondition *condition) {
    WakeAllConditionVariable(&condition->handle);
}
