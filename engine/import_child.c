// The parent's side: starts the importer, collects its result, always kills and reaps it.
//
// The child is the program itself, executed again with an internal argument (gxSetImporter). It is not a fork
// that continues: the threads of an OpenGL driver make that unsafe. It inherits only the standard streams,
// and no signal disposition.
//
// Limits. The child limits its own address space and processor time (engine/importer.c). The parent limits
// the wall-clock time, the size of the result and, every 20 ms, the child's resident memory. With the address
// sanitizer, which needs terabytes of address space, only the last limits memory.
#define _GNU_SOURCE // pipe2, posix_spawn_file_actions_addclosefrom_np
#include "engine/import_child.h"
#include "engine/clock.h"
#include "engine/import_build.h"
#include "engine/import_result.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    LOOK_MILLISECONDS = 20,
    CLOCK_FACTOR = 3
}; // on a busy machine the child may get a third of a processor

typedef enum ChildEnd {
    CHILD_ENDED = 0, // exited by itself
    CHILD_TOO_SLOW,
    CHILD_TOO_LARGE,
    CHILD_FAILED // reading its output failed
} ChildEnd;

typedef struct Child {
    pid_t process;
    int pipe;               // its standard output
    int megabytes, seconds; // its limits on memory and processor time
    double deadline;
    unsigned char *bytes; // bytes[count], its output
    size_t count, capacity;
} Child;

static gxImporter theImporter;

void gxSetImporter(gxImporter importer) {
    theImporter = importer;
}

// Computes the limits for a file of `length` bytes.
static void chooseLimits(Child *child, size_t length) {
    int megabytes = (int)(length >> 20 < 1 << 20 ? length >> 20 : 1 << 20);
    child->megabytes = (theImporter.megabytes > 0 ? theImporter.megabytes : 2048) + 32 * megabytes;
    child->seconds = (theImporter.seconds > 0 ? theImporter.seconds : 10) + megabytes / 4;
}

static int setUpAttributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

// Standard output comes first: its descriptor may be one of those that the others replace.
static int setUpStreams(posix_spawn_file_actions_t *actions, int output) {
    int error = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
    return error;
}

static int spawnImporter(Child *child, const char *path, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        char argument[] = GX_IMPORTER_ARGUMENT, name[] = "firstcontact", megabytes[16], seconds[16];
        snprintf(megabytes, sizeof megabytes, "%d", child->megabytes);
        snprintf(seconds, sizeof seconds, "%d", child->seconds);
        char *file = strdup(path), *const args[] = {name, argument, file, megabytes, seconds, NULL};
        error = file == NULL ? ENOMEM : setUpStreams(&actions, output);
        if (error == 0) error = setUpAttributes(&attributes);
        if (error == 0)
            error = posix_spawn(&child->process, theImporter.program, &actions, &attributes, args, environ);
        free(file);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// Returns 0 or an error number.
static int startChild(Child *child, const char *path) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    int error = spawnImporter(child, path, ends[1]);
    close(ends[1]);
    if (error != 0) close(ends[0]);
    child->pipe = ends[0];
    child->deadline = gxGetTime() + CLOCK_FACTOR * child->seconds;
    return error;
}

// Returns the resident memory in bytes; 0 if the system does not report it.
static size_t getResidentMemory(pid_t process) {
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "re");
    if (file == NULL) return 0;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Reads from the pipe. Returns 1: there may be more; 0: the child closed it; -1: no memory, or an error.
static int takeBytes(Child *child) {
    if (child->count == child->capacity) {
        size_t capacity = child->capacity > 0 ? 2 * child->capacity : 1 << 16;
        unsigned char *grown = realloc(child->bytes, capacity);
        if (grown == NULL) return -1;
        child->bytes = grown;
        child->capacity = capacity;
    }
    ssize_t taken = read(child->pipe, child->bytes + child->count, child->capacity - child->count);
    if (taken < 0) return errno == EINTR || errno == EAGAIN ? 1 : -1;
    child->count += (size_t)taken;
    return taken > 0;
}

static size_t getMemoryLimit(const Child *child) {
    return (size_t)child->megabytes << 20;
}

static ChildEnd collectResult(Child *child) {
    double nextLook = 0.0;
    for (;;) {
        struct pollfd waited = {.fd = child->pipe, .events = POLLIN};
        int ready = poll(&waited, 1, LOOK_MILLISECONDS);
        double now = gxGetTime();
        if (ready < 0 && errno != EINTR) return CHILD_FAILED;
        if (now > child->deadline) return CHILD_TOO_SLOW;
        if (now >= nextLook) {
            if (getResidentMemory(child->process) > getMemoryLimit(child)) return CHILD_TOO_LARGE;
            nextLook = now + 1e-3 * LOOK_MILLISECONDS;
        }
        int taken = ready > 0 ? takeBytes(child) : 1;
        if (taken == 0) return CHILD_ENDED;
        if (taken < 0) return CHILD_FAILED;
        if (child->count > getMemoryLimit(child)) return CHILD_TOO_LARGE;
    }
}

// Waits for the child until its deadline, then kills it. Returns its status, or 0 if it was reaped elsewhere.
static int reapChild(Child *child, ChildEnd *end) {
    int status = 0;
    close(child->pipe);
    while (*end == CHILD_ENDED) {
        pid_t ended = waitpid(child->process, &status, WNOHANG);
        if (ended == child->process || (ended < 0 && errno != EINTR)) return ended < 0 ? 0 : status;
        if (gxGetTime() > child->deadline) *end = CHILD_TOO_SLOW;
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    kill(child->process, SIGKILL);
    while (waitpid(child->process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

// Returns NULL on success, else why the child failed, in `text`.
static const char *describeEnd(const Child *child, ChildEnd end, int status, char *text, size_t textSize) {
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
        code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (end == CHILD_FAILED) return "reading from the importer failed";
    if (end == CHILD_TOO_SLOW || (end == CHILD_ENDED && signal == SIGXCPU)) {
        int seconds = end == CHILD_TOO_SLOW ? CLOCK_FACTOR * child->seconds : child->seconds;
        snprintf(text, textSize, "the importer took longer than %d s", seconds);
    } else if (end == CHILD_TOO_LARGE || code == GX_IMPORTER_OUT_OF_MEMORY) {
        snprintf(text, textSize, "the importer ran out of memory (limit %d MB)", child->megabytes);
    } else if (signal != 0) {
        snprintf(text, textSize, "the importer crashed (signal %d); the file is damaged", signal);
    } else if (code != 0) {
        snprintf(text, textSize, "the importer failed (exit code %d)", code);
    } else {
        return NULL;
    }
    return text;
}

bool gxImportInChild(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    *mesh = (gxImportedMesh){0};
    size_t length = 0;
    FILE *file = gxOpenMeshFile(path, &length, message, messageSize);
    if (file == NULL) return false;
    fclose(file);
    if (theImporter.program == NULL) {
        snprintf(message, messageSize,
                 "%s: this format needs the program firstcontact as a child process; "
                 "call gxSetImporter first",
                 path);
        return false;
    }
    Child child = {0};
    chooseLimits(&child, length);
    int error = startChild(&child, path);
    if (error != 0) {
        snprintf(message, messageSize, "%s: the importer %s cannot be started: %s", path, theImporter.program,
                 strerror(error));
        return false;
    }
    char text[128];
    ChildEnd end = collectResult(&child);
    int status = reapChild(&child, &end);
    const char *trouble = describeEnd(&child, end, status, text, sizeof text);
    if (trouble != NULL) snprintf(message, messageSize, "%s: %s", path, trouble);
    bool good =
        trouble == NULL && gxReadImportResult(child.bytes, child.count, path, mesh, message, messageSize);
    free(child.bytes);
    return good;
}
