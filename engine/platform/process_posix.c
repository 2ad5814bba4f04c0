// Child processes of POSIX.
//
// A child never inherits blocked signals. Standard input is one end of a socket pair: with a pipe, a child
// that ends early would raise a signal in the whole program; with sockets the write call fails.
#ifdef __linux__
#define _GNU_SOURCE // pipe2, posix_spawn_file_actions_addclosefrom_np
#endif
#include "engine/platform/pending_writers.h"
#include "engine/platform/process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct gxProcess {
    pid_t id;
    int output, input; // our ends of its standard output and input; -1: none, or closed
    bool ended;
    int status; // of waitpid; 0: it was reaped elsewhere
};

// Descriptors of the child's ends; -1: none.
typedef struct ChildEnds {
    int input, output, errors;
} ChildEnds;

static int setUpAttributes(posix_spawnattr_t *attributes, bool isolated) {
    sigset_t none, all;
    short flags = POSIX_SPAWN_SETSIGMASK;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    if (isolated) {
        posix_spawnattr_setsigdefault(attributes, &all);
        flags |= POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    }
    return posix_spawnattr_setflags(attributes, flags);
}

// Sets one standard stream: an end, or nothing.
static int setUpStream(posix_spawn_file_actions_t *actions, int end, int stream, int mode) {
    return end >= 0 ? posix_spawn_file_actions_adddup2(actions, end, stream)
                    : posix_spawn_file_actions_addopen(actions, stream, "/dev/null", mode, 0);
}

// Each end is above the standard streams, so no order of them replaces one that is still needed.
static int setUpStreams(posix_spawn_file_actions_t *actions, const ChildEnds *ends, bool isolated) {
    int error = setUpStream(actions, ends->input, STDIN_FILENO, O_RDONLY);
    if (error == 0) error = setUpStream(actions, ends->output, STDOUT_FILENO, O_WRONLY);
    if (error == 0) error = setUpStream(actions, ends->errors, STDERR_FILENO, O_WRONLY);
#ifdef __linux__
    if (error == 0 && isolated) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#else
    (void)isolated;
#endif
    return error;
}

// Returns 0 or an error number. The file of the pending writer is known before a signal can end the program.
static int spawn(gxProcess *process, const gxProcessDef *def, const ChildEnds *ends) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = setUpStreams(&actions, ends, def->isolated);
        if (error == 0) error = setUpAttributes(&attributes, def->isolated);
        if (def->pendingFile != NULL) gxHoldEndings();
        if (error == 0)
            error = posix_spawnp(&process->id, def->program, &actions, &attributes, (char *const *)def->args,
                                 environ);
        if (error == 0 && def->pendingFile != NULL) gxSetPendingWriter(def->pendingFile, process->id);
        if (def->pendingFile != NULL) gxReleaseEndings();
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// Moves a descriptor above the standard streams, which may be closed in this program, and keeps it from
// children.
static bool raiseDescriptor(int *descriptor) {
    if (*descriptor > STDERR_FILENO) return fcntl(*descriptor, F_SETFD, FD_CLOEXEC) == 0;
    int raised = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (raised < 0) return false;
    close(*descriptor);
    *descriptor = raised;
    return true;
}

static bool openPipe(int ends[2]) {
#ifdef __linux__
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
#else
    if (pipe(ends) != 0) return false;
#endif
    return raiseDescriptor(&ends[0]) && raiseDescriptor(&ends[1]);
}

static bool openSockets(int ends[2], double seconds) {
#ifdef __linux__
    int type = SOCK_STREAM | SOCK_CLOEXEC;
#else
    int type = SOCK_STREAM;
#endif
    if (socketpair(AF_UNIX, type, 0, ends) != 0) return false;
    if (!raiseDescriptor(&ends[0]) || !raiseDescriptor(&ends[1])) return false;
    time_t whole = (time_t)seconds;
    struct timeval limit = {.tv_sec = whole, .tv_usec = (suseconds_t)(1e6 * (seconds - (double)whole))};
    setsockopt(ends[1], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
#ifdef SO_NOSIGPIPE
    setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
    return true;
}

static void closeEnd(int *descriptor) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
}

gxProcess *gxStartProcess(const gxProcessDef *def) {
    gxProcess *process = malloc(sizeof *process);
    if (process == NULL) return NULL;
    *process = (gxProcess){.output = -1, .input = -1};
    int output[2] = {-1, -1}, input[2] = {-1, -1};
    bool opened = (!def->reads || openPipe(output)) && (!def->feeds || openSockets(input, def->feedSeconds));
    process->output = output[0];
    process->input = input[1];
    ChildEnds ends = {input[0], output[1], -1};
    if (opened && def->errors != NULL) {
        ends.errors = fcntl(fileno(def->errors), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        opened = ends.errors >= 0;
    }
    int error = opened ? spawn(process, def, &ends) : errno;
    closeEnd(&ends.input);
    closeEnd(&ends.output);
    closeEnd(&ends.errors);
    if (error == 0) return process;
    gxClosePipes(process);
    free(process);
    errno = error;
    return NULL;
}

gxTransfer gxReadProcess(gxProcess *process, void *bytes, size_t size, double seconds, size_t *count) {
    struct pollfd waited = {.fd = process->output, .events = POLLIN};
    *count = 0;
    int ready = poll(&waited, 1, (int)(1e3 * seconds));
    if (ready < 0) return errno == EINTR ? GX_TRANSFER_LATE : GX_TRANSFER_FAILED;
    if (ready == 0) return GX_TRANSFER_LATE;
    ssize_t taken = read(process->output, bytes, size);
    if (taken < 0) return errno == EINTR || errno == EAGAIN ? GX_TRANSFER_LATE : GX_TRANSFER_FAILED;
    *count = (size_t)taken;
    return taken > 0 ? GX_TRANSFER_DONE : GX_TRANSFER_CLOSED;
}

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 // the socket has SO_NOSIGPIPE
#endif

gxTransfer gxFeedProcess(gxProcess *process, const void *bytes, size_t count) {
    const char *at = bytes;
    while (count > 0) {
        ssize_t sent = send(process->input, at, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? GX_TRANSFER_LATE : GX_TRANSFER_CLOSED;
        at += sent;
        count -= (size_t)sent;
    }
    return GX_TRANSFER_DONE;
}

void gxClosePipes(gxProcess *process) {
    closeEnd(&process->output);
    closeEnd(&process->input);
}

size_t gxGetProcessMemory(const gxProcess *process) {
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process->id); // Linux
    FILE *file = fopen(path, "re");
    if (file == NULL) return 0;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Reaps the child. `options`: of waitpid.
static void reap(gxProcess *process, int options) {
    while (!process->ended) {
        pid_t ended = waitpid(process->id, &process->status, options);
        if (ended == 0) return;
        if (ended < 0 && errno == EINTR) continue;
        if (ended < 0) process->status = 0;
        process->ended = true;
        gxForgetPendingWriter(process->id);
    }
}

bool gxHasProcessEnded(gxProcess *process) {
    reap(process, WNOHANG);
    return process->ended;
}

void gxKillProcess(gxProcess *process) {
    if (!process->ended) kill(process->id, SIGKILL);
}

gxProcessEnd gxEndProcess(gxProcess *process) {
    gxClosePipes(process);
    reap(process, 0);
    int status = process->status;
    gxProcessEnd end = {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
    end.outOfTime = end.signal == SIGXCPU;
    free(process);
    return end;
}
