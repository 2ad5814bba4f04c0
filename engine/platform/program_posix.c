// The running program on POSIX.
#ifdef __linux__
#define _GNU_SOURCE // malloc_trim
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#include "engine/platform/program.h"

#include "engine/platform/files.h"

#include <signal.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void gxSetUpProgram(void) {
    signal(SIGXFSZ, SIG_IGN); // the write then fails with a message at the file size limit (ulimit -f)
}

const char *gxGetProgramPath(void) {
#ifdef __APPLE__
    static char path[GX_PATH_MAX];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? path : "firstcontact";
#else
    return "/proc/self/exe";
#endif
}

gxProgramStamp gxGetProgramStamp(void) {
    gxFileFacts facts;
    if (!gxGetFileFacts(gxGetProgramPath(), &facts)) return (gxProgramStamp){0};
    return (gxProgramStamp){facts.byteCount, facts.seconds, facts.nanoseconds};
}

void gxReturnMemory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
