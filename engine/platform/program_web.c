// The program in the browser: it has no file, and the page starts it.
#include "engine/platform/program.h"

void gxSetUpProgram(void) {}

const char *gxGetProgramPath(void) {
    return "firstcontact";
}

gxProgramStamp gxGetProgramStamp(void) {
    return (gxProgramStamp){0};
}

void gxReturnMemory(void) {}
