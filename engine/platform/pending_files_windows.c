// Removes pending files when the console of Windows ends the program: Ctrl+C, Ctrl+Break, a closed console,
// the end of the session. The handler runs in a thread of its own; the lock guards the table. Files are
// removed though they are open: see gxCreateTemporaryFile.
#include "engine/platform/files.h"
#include "engine/platform/pending_files.h"
#include "engine/platform/pending_writers.h"
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <windows.h>

enum { PENDING_MAX = 16 };

typedef struct PendingFile {
    bool used;
    HANDLE writer;
    char path[GX_PATH_MAX];
} PendingFile;

static PendingFile pendingFiles[PENDING_MAX];
static SRWLOCK lock = SRWLOCK_INIT;
static bool installed;

// Returns FALSE: the default handler then ends the program.
static BOOL WINAPI removePendingFiles(DWORD event) {
    (void)event;
    AcquireSRWLockExclusive(&lock);
    for (int i = 0; i < PENDING_MAX; i++) {
        PendingFile *file = &pendingFiles[i];
        if (!file->used) continue;
        if (file->writer != NULL && TerminateProcess(file->writer, 1))
            WaitForSingleObject(file->writer, INFINITE);
        DeleteFileA(file->path);
    }
    return FALSE; // still locked: no file may be created now
}

static PendingFile *findPendingFile(const char *path) {
    for (int i = 0; i < PENDING_MAX; i++) {
        PendingFile *file = &pendingFiles[i];
        if (file->used && strcmp(file->path, path) == 0) return file;
    }
    return NULL;
}

static FILE *createAndNote(char *pathTemplate) {
    size_t size = strlen(pathTemplate) + 1;
    PendingFile *file = NULL;
    for (int i = 0; i < PENDING_MAX && file == NULL; i++)
        if (!pendingFiles[i].used) file = &pendingFiles[i];
    if (file == NULL || size > sizeof file->path) {
        errno = file == NULL ? EMFILE : ENAMETOOLONG;
        return NULL;
    }
    FILE *stream = gxCreateTemporaryFile(pathTemplate);
    if (stream == NULL) return NULL;
    memcpy(file->path, pathTemplate, size);
    file->writer = NULL;
    file->used = true;
    return stream;
}

FILE *gxCreatePendingFile(char *pathTemplate) {
    AcquireSRWLockExclusive(&lock);
    if (!installed) installed = SetConsoleCtrlHandler(removePendingFiles, TRUE) != 0;
    FILE *stream = createAndNote(pathTemplate);
    ReleaseSRWLockExclusive(&lock);
    return stream;
}

void gxForgetPendingFile(const char *path) {
    AcquireSRWLockExclusive(&lock);
    PendingFile *file = findPendingFile(path);
    if (file != NULL) file->used = false;
    ReleaseSRWLockExclusive(&lock);
}

// The handler waits for the lock.
void gxHoldEndings(void) {
    AcquireSRWLockExclusive(&lock);
}

void gxReleaseEndings(void) {
    ReleaseSRWLockExclusive(&lock);
}

// Called with the lock.
void gxSetPendingWriter(const char *path, long long process) {
    PendingFile *file = findPendingFile(path);
    if (file != NULL) file->writer = (HANDLE)(intptr_t)process;
}

void gxForgetPendingWriter(long long process) {
    AcquireSRWLockExclusive(&lock);
    for (int i = 0; i < PENDING_MAX; i++)
        if (pendingFiles[i].writer == (HANDLE)(intptr_t)process) pendingFiles[i].writer = NULL;
    ReleaseSRWLockExclusive(&lock);
}
