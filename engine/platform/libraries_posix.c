// Shared libraries of POSIX.
#ifdef __linux__
#define _GNU_SOURCE // RTLD_NOLOAD
#endif
#include "engine/platform/libraries.h"

#include <dlfcn.h>
#include <string.h>

// The handle of dlopen, under another name.
gxLibrary *gxOpenLibrary(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

gxLibrary *gxFindOpenLibrary(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
}

void gxCloseLibrary(gxLibrary *library) {
    if (library != NULL) dlclose(library);
}

bool gxFindFunction(gxLibrary *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}
