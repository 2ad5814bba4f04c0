// No signal ends a page while a file is written, and its files are in memory: there is nothing to remember.
#include "engine/platform/files.h"
#include "engine/platform/pending_files.h"
#include "engine/platform/pending_writers.h"

FILE *gxCreatePendingFile(char *pathTemplate) {
    return gxCreateTemporaryFile(pathTemplate);
}

void gxForgetPendingFile(const char *path) {
    (void)path;
}

void gxHoldEndings(void) {}

void gxReleaseEndings(void) {}

void gxSetPendingWriter(const char *path, long long process) {
    (void)path, (void)process;
}

void gxForgetPendingWriter(long long process) {
    (void)process;
}
