// Injects faults into a run: the n-th allocation, or the n-th call that opens, closes or renames a file,
// fails.
//
// The linker replaces the system's functions by these in our objects (--wrap, in tests/CMakeLists.txt);
// shared libraries keep theirs, except cJSON's allocator. Each run is a child process, so that a crash is
// seen and runs are independent. The child counts in memory shared with the parent.
#ifndef TESTS_FAULT_FIXTURE_H
#define TESTS_FAULT_FIXTURE_H

#include "engine/gl.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAULT_LIVE_MAX = 1 << 16, FAULT_PLACE_MAX = 1024, FAULT_SAID_MAX = 2048, FAULT_FRAME_MAX = 12 };

typedef struct FaultPlan {
    int64_t failAt;        // the failing call, from 1; 0: no failure
    bool andAllNext;       // and all later ones
    int64_t mostFileBytes; // larger writes fail; -1: no limit
} FaultPlan;

typedef struct FaultRun {
    int64_t calls;                   // calls that could fail
    int64_t failed;                  // calls that failed
    int64_t leaks;                   // blocks never freed
    int32_t firstLeak;               // the call that allocated one of them
    int32_t placeCount;              // different call stacks
    int32_t places[FAULT_PLACE_MAX]; // the first call from each
    uint64_t stacks[FAULT_PLACE_MAX];
    int signal; // signal that ended the child; 0: no signal
    int code;   // its exit code
    int frameCount;
    void *frames[FAULT_FRAME_MAX]; // the call stack of the first fault
    char said[FAULT_SAID_MAX];
} FaultRun;

typedef int FaultFunction(void *context);

// State of the child; the run is shared with the parent.
static struct {
    bool active;
    FaultPlan plan;
    FaultRun *run;
    void *live[FAULT_LIVE_MAX];
    int32_t liveCalls[FAULT_LIVE_MAX];
} faults;

// --- counters

// Hashes the innermost calls, which commands have in common.
static uint64_t hashStack(void) {
    void *frames[FAULT_FRAME_MAX];
    int count = backtrace(frames, FAULT_FRAME_MAX);
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uint64_t)(uintptr_t)frames[i]) * 1099511628211u;
    return hash;
}

static void notePlace(void) {
    FaultRun *run = faults.run;
    uint64_t hash = hashStack();
    for (int32_t i = 0; i < run->placeCount; i++)
        if (run->stacks[i] == hash) return;
    if (run->placeCount == FAULT_PLACE_MAX) return;
    run->stacks[run->placeCount] = hash;
    run->places[run->placeCount++] = (int32_t)run->calls;
}

// Records the stack of the first fault: the parent has the same addresses and prints them, for addr2line.
static void noteStack(void) {
    faults.active = false; // backtrace may allocate
    faults.run->frameCount = backtrace(faults.run->frames, FAULT_FRAME_MAX);
    faults.active = true;
}

static bool isFault(void) {
    if (!faults.active) return false;
    int64_t call = ++faults.run->calls;
    if (faults.plan.failAt == 0) {
        faults.active = false; // backtrace may allocate
        notePlace();
        faults.active = true;
        return false;
    }
    bool fails = call == faults.plan.failAt || (faults.plan.andAllNext && call > faults.plan.failAt);
    if (fails && faults.run->failed++ == 0) noteStack();
    return fails;
}

static size_t findLive(const void *memory) {
    size_t slot = (size_t)((uintptr_t)memory >> 4) * 2654435761u % FAULT_LIVE_MAX;
    while (faults.live[slot] != NULL && faults.live[slot] != memory)
        slot = (slot + 1) % FAULT_LIVE_MAX;
    return slot;
}

static void *noteLive(void *memory) {
    if (!faults.active || memory == NULL) return memory;
    size_t slot = findLive(memory);
    faults.live[slot] = memory;
    faults.liveCalls[slot] = (int32_t)faults.run->calls;
    faults.run->leaks++;
    return memory;
}

// Blocks allocated elsewhere are not in the table. Open addressing: reinserts the rest of the run.
static void forgetLive(const void *memory) {
    if (!faults.active || memory == NULL) return;
    size_t slot = findLive(memory);
    if (faults.live[slot] == NULL) return;
    faults.live[slot] = NULL;
    faults.run->leaks--;
    for (size_t i = (slot + 1) % FAULT_LIVE_MAX; faults.live[i] != NULL; i = (i + 1) % FAULT_LIVE_MAX) {
        void *moved = faults.live[i];
        int32_t call = faults.liveCalls[i];
        faults.live[i] = NULL;
        size_t to = findLive(moved);
        faults.live[to] = moved;
        faults.liveCalls[to] = call;
    }
}

// --- the failing functions

#define FAULT_WRAP(result, name, ...)                                                                        \
    result __real_##name(__VA_ARGS__);                                                                       \
    result __wrap_##name(__VA_ARGS__);                                                                       \
    result __wrap_##name(__VA_ARGS__)

static void *refuseMemory(void) {
    errno = ENOMEM;
    return NULL;
}

FAULT_WRAP(void *, malloc, size_t size) {
    return isFault() ? refuseMemory() : noteLive(__real_malloc(size));
}

FAULT_WRAP(void *, calloc, size_t count, size_t size) {
    return isFault() ? refuseMemory() : noteLive(__real_calloc(count, size));
}

FAULT_WRAP(void *, realloc, void *memory, size_t size) {
    if (isFault()) return refuseMemory();
    forgetLive(memory);
    return noteLive(__real_realloc(memory, size));
}

FAULT_WRAP(void, free, void *memory) {
    forgetLive(memory);
    __real_free(memory);
}

FAULT_WRAP(FILE *, fopen, const char *path, const char *mode) {
    return isFault() ? refuseMemory() : __real_fopen(path, mode);
}

FAULT_WRAP(FILE *, fdopen, int descriptor, const char *mode) {
    return isFault() ? refuseMemory() : __real_fdopen(descriptor, mode);
}

FAULT_WRAP(FILE *, open_memstream, char **text, size_t *length) {
    return isFault() ? refuseMemory() : __real_open_memstream(text, length);
}

FAULT_WRAP(int, mkstemp, char *path) {
    if (!isFault()) return __real_mkstemp(path);
    errno = EMFILE;
    return -1;
}

FAULT_WRAP(int, fclose, FILE *file) {
    bool fails = isFault();
    int result = __real_fclose(file);
    if (fails) errno = EIO;
    return fails ? EOF : result;
}

FAULT_WRAP(int, rename, const char *from, const char *to) {
    if (!isFault()) return __real_rename(from, to);
    errno = EIO;
    return -1;
}

// The generated OpenGL loader does not check its one allocation, for the list of extensions.
FAULT_WRAP(bool, gxLoadGl, GLADloadfunc load) {
    bool active = faults.active;
    faults.active = false;
    bool loaded = __real_gxLoadGl(load);
    faults.active = active;
    return loaded;
}

// --- runs

static void runChild(FaultPlan plan, FaultFunction *function, void *context, int said) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (dup2(said, STDERR_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0) _exit(99);
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE,
                                  SIGILL}; // cmocka's handlers would continue
    for (int i = 0; i < 5; i++)
        signal(crashes[i], SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); // like the program's main
    cJSON_InitHooks(&(cJSON_Hooks){__wrap_malloc, __wrap_free});
    if (plan.mostFileBytes >= 0)
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){(rlim_t)plan.mostFileBytes, (rlim_t)plan.mostFileBytes});
    faults.plan = plan;
    faults.active = true;
    int code = function(context);
    faults.active = false;
    for (size_t i = 0; i < FAULT_LIVE_MAX && faults.run->leaks > 0; i++)
        if (faults.live[i] != NULL) faults.run->firstLeak = faults.liveCalls[i];
    fflush(NULL);
    _exit(code);
}

// Runs a function in a child with one fault. The child's output fits into the pipe.
static FaultRun runWithFault(FaultPlan plan, FaultFunction *function, void *context) {
    int ends[2], status = 0;
    FaultRun *run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run == MAP_FAILED || pipe(ends) != 0) abort();
    faults.run = run;
    void *first[1];
    backtrace(first, 1); // loads its libraries, once for all children
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        alarm(60); // a hanging run counts as a crash
        runChild(plan, function, context, ends[1]);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t got = 0;
    while (length + 1 < FAULT_SAID_MAX &&
           (got = read(ends[0], run->said + length, FAULT_SAID_MAX - 1 - length)) > 0)
        length += (size_t)got;
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    run->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    run->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    FaultRun result = *run;
    munmap(run, sizeof *run);
    return result;
}

#endif
