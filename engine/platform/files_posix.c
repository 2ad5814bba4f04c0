// Files and folders of POSIX.
#define _XOPEN_SOURCE 700 // realpath, mkstemp
#include "engine/platform/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gxFileFacts makeFacts(const struct stat *status) {
#ifdef __APPLE__
    const struct timespec *changed = &status->st_mtimespec;
#else
    const struct timespec *changed = &status->st_mtim;
#endif
    return (gxFileFacts){.kind = S_ISREG(status->st_mode)   ? GX_FILE_REGULAR
                                 : S_ISDIR(status->st_mode) ? GX_FILE_FOLDER
                                                            : GX_FILE_OTHER,
                         .byteCount = status->st_size,
                         .seconds = changed->tv_sec,
                         .nanoseconds = changed->tv_nsec};
}

bool gxGetFileFacts(const char *path, gxFileFacts *facts) {
    struct stat status;
    if (stat(path, &status) != 0) return false;
    *facts = makeFacts(&status);
    return true;
}

bool gxGetStreamFacts(FILE *stream, gxFileFacts *facts) {
    struct stat status;
    if (fstat(fileno(stream), &status) != 0) return false;
    *facts = makeFacts(&status);
    return true;
}

bool gxHasPath(const char *path) {
    return access(path, F_OK) == 0;
}

bool gxMayRead(const char *path) {
    return access(path, R_OK) == 0;
}

bool gxIsFullPath(const char *path) {
    return path[0] == '/';
}

char *gxGetFullPath(const char *path) {
    return realpath(path, NULL);
}

char *gxGetLinkTarget(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(path, NULL) : NULL;
}

bool gxGetWorkingFolder(char *path, size_t pathSize) {
    return getcwd(path, pathSize) != NULL;
}

bool gxMakeFolder(const char *path, gxAccess access) {
    return mkdir(path, access == GX_ACCESS_PRIVATE ? 0700 : 0777) == 0;
}

// A gxFolder is a DIR under another name.
gxFolder *gxOpenFolder(const char *path) {
    return (gxFolder *)opendir(path);
}

const char *gxReadFolder(gxFolder *folder) {
    const struct dirent *entry = readdir((DIR *)folder);
    return entry != NULL ? entry->d_name : NULL;
}

void gxCloseFolder(gxFolder *folder) {
    closedir((DIR *)folder);
}

bool gxReplaceFile(const char *from, const char *to) {
    return rename(from, to) == 0;
}

bool gxRemoveFile(const char *path) {
    return unlink(path) == 0;
}

void gxTouchStream(FILE *stream) {
    (void)futimens(fileno(stream), NULL);
}

FILE *gxCreateTemporaryFile(char *pathTemplate) {
    int descriptor = mkstemp(pathTemplate);
    if (descriptor < 0) return NULL;
    FILE *stream = fdopen(descriptor, "wb");
    if (stream != NULL) return stream;
    int reason = errno;
    close(descriptor);
    unlink(pathTemplate);
    errno = reason;
    return NULL;
}

void gxCopyPermissions(FILE *stream, const char *like) {
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fileno(stream), stat(like, &status) == 0 ? status.st_mode & 0777 : 0666 & ~mask);
}

FILE *gxOpenScratchFile(void) {
    FILE *stream = tmpfile();
    if (stream != NULL) fcntl(fileno(stream), F_SETFD, FD_CLOEXEC);
    return stream;
}
