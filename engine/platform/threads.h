// Threads, locks and conditions.
//
// C17 has these in <threads.h>, which macOS and mingw-w64 lack and ThreadSanitizer does not know.
#ifndef GX_THREADS_H
#define GX_THREADS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gxThread gxThread;
typedef struct gxMutex gxMutex;
typedef struct gxCondition gxCondition;

// Returns the number of processors that this program may use, at least 1.
int32_t gxCountProcessors(void);

// Starts a thread that calls `run`. It receives no signals: the main thread handles them.
// @errors NULL: no memory, or no thread; nothing was called
gxThread *gxStartThread(void (*run)(void *context), void *context);
// Waits until the thread has ended, and frees it.
void gxJoinThread(gxThread *thread);
// Frees the thread without waiting; it continues.
void gxDetachThread(gxThread *thread);
// Lets another thread that is ready have the processor.
void gxYield(void);

// @errors NULL: no memory
gxMutex *gxCreateMutex(void);
// NULL is allowed.
void gxDestroyMutex(gxMutex *mutex);
void gxLockMutex(gxMutex *mutex);
void gxUnlockMutex(gxMutex *mutex);

// @errors NULL: no memory
gxCondition *gxCreateCondition(void);
// NULL is allowed.
void gxDestroyCondition(gxCondition *condition);
// Unlocks the mutex, waits until woken, and locks it again. It may also return without a call to wake.
void gxWaitForCondition(gxCondition *condition, gxMutex *mutex);
// Waits at most until a time of gxGetTime. False: that time has come.
bool gxWaitForConditionUntil(gxCondition *condition, gxMutex *mutex, double time);
void gxWakeOne(gxCondition *condition);
void gxWakeAll(gxCondition *condition);

#endif
