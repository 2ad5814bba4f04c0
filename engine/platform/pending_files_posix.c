// Removes pending files in a signal handler of POSIX.
//
// The handler removes every pending file, then lets the default action of the signal end the program, so the
// caller sees the signal in the exit status. It calls only async-signal-safe functions. A signal that is
// ignored (nohup) or has another handler is left unchanged. The table is global because a signal handler has
// no other access to it.
#define _XOPEN_SOURCE 700 // SIGXCPU
#include "engine/platform/files.h"
#include "engine/platform/pending_files.h"
#include "engine/platform/pending_writers.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PENDING_MAX = 16 };

typedef struct PendingFile {
    atomic_bool used; // set after, and cleared before, the other fields change
    atomic_int writer;
    char path[GX_PATH_MAX];
} PendingFile;

static PendingFile pendingFiles[PENDING_MAX];
static sigset_t signalsBefore; // gxHoldEndings

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
static FILE *createAndNote(char *pathTemplate) {
    size_t size = strlen(pathTemplate) + 1;
    PendingFile *file = NULL;
    for (int i = 0; i < PENDING_MAX && file == NULL; i++)
        if (!atomic_load(&pendingFiles[i].used)) file = &pendingFiles[i];
    if (file == NULL || size > sizeof file->path) {
        errno = file == NULL ? EMFILE : ENAMETOOLONG;
        return NULL;
    }
    FILE *stream = gxCreateTemporaryFile(pathTemplate);
    if (stream == NULL) return NULL;
    memcpy(file->path, pathTemplate, size);
    atomic_store(&file->writer, 0);
    atomic_store(&file->used, true);
    return stream;
}

static void blockEndings(sigset_t *before) {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        sigaddset(&blocked, endings[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

void gxHoldEndings(void) {
    blockEndings(&signalsBefore);
}

void gxReleaseEndings(void) {
    pthread_sigmask(SIG_SETMASK, &signalsBefore, NULL);
}

FILE *gxCreatePendingFile(char *pathTemplate) {
    sigset_t before;
    installHandlers();
    blockEndings(&before);
    FILE *stream = createAndNote(pathTemplate);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return stream;
}

void gxForgetPendingFile(const char *path) {
    PendingFile *file = findPendingFile(path);
    if (file != NULL) atomic_store(&file->used, false);
}

void gxSetPendingWriter(const char *path, long long process) {
    PendingFile *file = findPendingFile(path);
    if (file != NULL) atomic_store(&file->writer, (int)process);
}

void gxForgetPendingWriter(long long process) {
    for (int i = 0; i < PENDING_MAX; i++)
        if (atomic_load(&pendingFiles[i].writer) == (int)process) atomic_store(&pendingFiles[i].writer, 0);
}
