// Shared libraries of Windows.
#include "engine/platform/libraries.h"

#include <string.h>
#include <windows.h>

// The handle of LoadLibrary, under another name.
gxLibrary *gxOpenLibrary(const char *name) {
    return (gxLibrary *)LoadLibraryA(name);
}

gxLibrary *gxFindOpenLibrary(const char *name) {
    HMODULE module = NULL;
    return GetModuleHandleExA(0, name, &module) ? (gxLibrary *)module : NULL;
}

void gxCloseLibrary(gxLibrary *library) {
    if (library != NULL) FreeLibrary((HMODULE)library);
}

bool gxFindFunction(gxLibrary *library, const char *name, void *function) {
    FARPROC address = GetProcAddress((HMODULE)library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}
