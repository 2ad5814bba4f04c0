// Removes temporary files when a signal ends the program: Ctrl+C, a closed terminal, a batch system's limit.
//
// The handler removes every pending file, then lets the default action of the signal end the program, so the
// caller sees the signal in the exit status. It calls only async-signal-safe functions. A signal that is
// ignored (nohup) or has another handler is left unchanged. The table is global because a signal handler has
// no other access to it.
#define _XOPEN_SOURCE 700 // mkstemp
#include "scenes/pending_file.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PENDING_MAX = 16 };

typedef struct PendingFile {
    atomic_bool used; // set after, and cleared before, the other fields change
    atomic_int writer;
    char path[PATH_MAX];
} PendingFile;

static PendingFile pendingFiles[PENDING_MAX];

static const int endings[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU};

static void removePendingFiles(int number) {
    for (int i = 0; i < PENDING_MAX; i++) {
        PendingFile *file = &pendingFiles[i];
        if (!atomic_load(&file->used)) continue;
        pid_t writer = (pid_t)atomic_load(&file->writer);
        if (writer > 0 && kill(writer, SIGKILL) == 0) waitpid(writer, NULL, 0);
        unlink(file->path);
    }
    raise(number); // pending until the handler returns; then the default action runs
}

static void installHandlers(void) {
    struct sigaction action = {.sa_handler = removePendingFiles, .sa_flags = (int)SA_RESETHAND}, before;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(endings[i], &action, NULL);
    }
}

static PendingFile *findPendingFile(const char *path) {
    for (int i = 0; i < PENDING_MAX; i++) {
        PendingFile *file = &pendingFiles[i];
        if (atomic_load(&file->used) && strcmp(file->path, path) == 0) return file;
    }
    return NULL;
}

// Called with the signals blocked, so that none arrives between the file and its entry.
static int createAndNote(char *pathTemplate) {
    size_t size = strlen(pathTemplate) + 1;
    PendingFile *file = NULL;
    for (int i = 0; i < PENDING_MAX && file == NULL; i++)
        if (!atomic_load(&pendingFiles[i].used)) file = &pendingFiles[i];
    if (file == NULL || size > sizeof file->path) {
        errno = file == NULL ? EMFILE : ENAMETOOLONG;
        return -1;
    }
    int descriptor = mkstemp(pathTemplate);
    if (descriptor < 0) return -1;
    memcpy(file->path, pathTemplate, size);
    atomic_store(&file->writer, 0);
    atomic_store(&file->used, true);
    return descriptor;
}

void HoldEndings(sigset_t *before) {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        sigaddset(&blocked, endings[i]);
    sigprocmask(SIG_BLOCK, &blocked, before);
}

void ReleaseEndings(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}

int CreatePendingFile(char *pathTemplate) {
    sigset_t before;
    installHandlers();
    HoldEndings(&before);
    int descriptor = createAndNote(pathTemplate);
    int reason = errno;
    ReleaseEndings(&before);
    errno = reason;
    return descriptor;
}

void SetPendingWriter(const char *path, pid_t process) {
    PendingFile *file = findPendingFile(path);
    if (file != NULL) atomic_store(&file->writer, (int)process);
}

void ForgetPendingFile(const char *path) {
    PendingFile *file = findPendingFile(path);
    if (file != NULL) atomic_store(&file->used, false);
}
