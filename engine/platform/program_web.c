// The program in the browser: it has no file, and the page starts it.
#include "engine/platform/program.h"

#include <sys/stat.h>

// Emscripten's files in memory begin with a mask that forbids everything, also reading by the page.
void gxSetUpProgram(void) {
    umask(022);
}

const char *gxGetProgramPath(void) {
    return "firstcontact";
}

gxProgramStamp gxGetProgramStamp(void) {
    return (gxProgramStamp){0};
}

void gxReturnMemory(void) {}
