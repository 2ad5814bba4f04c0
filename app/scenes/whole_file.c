// Reads whole files, and writes results atomically: to a temporary file beside the target, renamed when
// complete and removed by a signal that ends the program. A target that is not a regular file (a pipe,
// /dev/stdout) is written directly.
#define _XOPEN_SOURCE 700 // realpath
#include "scenes/whole_file.h"
#include "scenes/pending_file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void sayErrno(const char *path, char *message, size_t messageSize) {
    snprintf(message, messageSize, "%s: %s", path, strerror(errno));
}

static char *readStream(FILE *stream, size_t *length) {
    size_t capacity = 1 << 16, count = 0;
    char *text = malloc(capacity);
    while (text != NULL) {
        count += fread(text + count, 1, capacity - count - 1, stream);
        if (count + 1 < capacity) break;
        capacity *= 2;
        char *grown = realloc(text, capacity);
        if (grown == NULL) free(text);
        text = grown;
    }
    if (text == NULL) {
        errno = ENOMEM;
    } else if (ferror(stream)) {
        free(text);
        text = NULL;
    } else {
        text[count] = '\0';
        *length = count;
    }
    return text;
}

char *ReadWholeFile(const char *path, size_t *length, char *message, size_t messageSize) {
    *length = 0;
    struct stat status;
    FILE *stream = stat(path, &status) == 0 ? fopen(path, "rb") : NULL;
    if (stream == NULL) {
        sayErrno(path, message, messageSize);
        return NULL;
    }
    char *text = NULL;
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
    } else {
        text = readStream(stream, length);
    }
    if (text == NULL) sayErrno(path, message, messageSize);
    fclose(stream);
    return text;
}

static bool isReplaceable(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static void removeTemporary(const char *temporary) {
    unlink(temporary);
    ForgetPendingFile(temporary);
}

// mkstemp creates a private file; the result gets the mode of the file it replaces, or of a new file.
static FILE *openTemporary(char *temporary, const char *path) {
    struct stat status;
    int descriptor = CreatePendingFile(temporary);
    if (descriptor < 0) return NULL;
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, stat(path, &status) == 0 ? status.st_mode & 0777 : 0666 & ~mask);
    FILE *stream = fdopen(descriptor, "wb");
    if (stream == NULL) {
        int reason = errno;
        close(descriptor);
        removeTemporary(temporary);
        errno = reason;
    }
    return stream;
}

// Returns the target of a symbolic link, so that the link stays and its target is replaced; the caller frees
// it. NULL: not a link, or a broken one.
static char *followLink(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(path, NULL) : NULL;
}

bool OpenOutputFile(OutputFile *output, const char *path, char *message, size_t messageSize) {
    *output = (OutputFile){.stream = stdout};
    if (path == NULL) return true;
    char *target = followLink(path);
    size_t size = strlen(target != NULL ? target : path) + 8;
    output->path = malloc(size);
    output->temporary = malloc(size);
    output->stream = NULL;
    if (output->path != NULL && output->temporary != NULL) {
        snprintf(output->path, size, "%s", target != NULL ? target : path);
        snprintf(output->temporary, size, "%s.XXXXXX", output->path);
        if (isReplaceable(path)) {
            output->stream = openTemporary(output->temporary, path);
        } else {
            output->temporary[0] = '\0';
            output->stream = fopen(path, "wb");
        }
    }
    int reason = errno;
    free(target);
    errno = reason;
    if (output->stream != NULL) return true;
    sayErrno(path, message, messageSize);
    free(output->path);
    free(output->temporary);
    *output = (OutputFile){0};
    return false;
}

static void forgetOutputFile(OutputFile *output) {
    free(output->path);
    free(output->temporary);
    *output = (OutputFile){0};
}

bool FinishOutputFile(OutputFile *output, char *message, size_t messageSize) {
    bool written = fflush(output->stream) == 0 && !ferror(output->stream);
    const char *name = output->path != NULL ? output->path : "standard output";
    if (output->path != NULL) {
        if (fclose(output->stream) != 0) written = false;
        bool renames = output->temporary[0] != '\0';
        if (written && renames) {
            written = rename(output->temporary, output->path) == 0;
            if (written) ForgetPendingFile(output->temporary);
        }
        if (!written && renames) {
            int reason = errno;
            removeTemporary(output->temporary);
            errno = reason;
        }
    }
    if (!written) sayErrno(name, message, messageSize);
    forgetOutputFile(output);
    return written;
}

void AbandonOutputFile(OutputFile *output) {
    if (output->path != NULL) {
        fclose(output->stream);
        if (output->temporary[0] != '\0') removeTemporary(output->temporary);
    }
    forgetOutputFile(output);
}
