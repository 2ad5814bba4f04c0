// Reads whole files, and writes results atomically: to a temporary file beside the target, renamed when
// complete and removed by a signal that ends the program. A target that is not a regular file (a pipe,
// /dev/stdout) is written directly.
#include "scenes/whole_file.h"
#include "engine/platform/files.h"
#include "engine/platform/pending_files.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    gxFileFacts facts;
    FILE *stream = gxGetFileFacts(path, &facts) ? fopen(path, "rb") : NULL;
    if (stream == NULL) {
        sayErrno(path, message, messageSize);
        return NULL;
    }
    char *text = NULL;
    if (facts.kind == GX_FILE_FOLDER) {
        errno = EISDIR;
    } else {
        text = readStream(stream, length);
    }
    if (text == NULL) sayErrno(path, message, messageSize);
    fclose(stream);
    return text;
}

static bool isReplaceable(const char *path) {
    gxFileFacts facts;
    return !gxGetFileFacts(path, &facts) || facts.kind == GX_FILE_REGULAR;
}

static void removeTemporary(const char *temporary) {
    gxRemoveFile(temporary);
    gxForgetPendingFile(temporary);
}

// A temporary file is private; the result gets the permissions of the file it replaces, or of a new file.
static FILE *openTemporary(char *temporary, const char *path) {
    FILE *stream = gxCreatePendingFile(temporary);
    if (stream != NULL) gxCopyPermissions(stream, path);
    return stream;
}

bool OpenOutputFile(OutputFile *output, const char *path, char *message, size_t messageSize) {
    *output = (OutputFile){.stream = stdout};
    if (path == NULL) return true;
    char *target = gxGetLinkTarget(path); // a link stays, its target is replaced
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
            written = gxReplaceFile(output->temporary, output->path);
            if (written) gxForgetPendingFile(output->temporary);
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
