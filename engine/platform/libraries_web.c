// The browser has no shared libraries.
#include "engine/platform/libraries.h"

#include <stddef.h>

gxLibrary *gxOpenLibrary(const char *name) {
    (void)name;
    return NULL;
}

gxLibrary *gxFindOpenLibrary(const char *name) {
    (void)name;
    return NULL;
}

void gxCloseLibrary(gxLibrary *library) {
    (void)library;
}

// Only libraries have functions.
bool gxFindFunction(gxLibrary *library, const char *name, void *function) {
    (void)library, (void)name, (void)function;
    return false;
}
