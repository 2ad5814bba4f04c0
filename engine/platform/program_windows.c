// The running program on Windows.
#include "engine/platform/program.h"

#include "engine/platform/files.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

void gxSetUpProgram(void) {
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
}

const char *gxGetProgramPath(void) {
    static char path[GX_PATH_MAX];
    DWORD length = GetModuleFileNameA(NULL, path, sizeof path);
    return length > 0 && length < sizeof path ? path : "firstcontact.exe";
}

gxProgramStamp gxGetProgramStamp(void) {
    gxFileFacts facts;
    if (!gxGetFileFacts(gxGetProgramPath(), &facts)) return (gxProgramStamp){0};
    return (gxProgramStamp){facts.byteCount, facts.seconds, facts.nanoseconds};
}

void gxReturnMemory(void) {
    HeapCompact(GetProcessHeap(), 0);
}
