// The browser gives a page no folders of the user: caches and settings would end with the tab.
#include "engine/platform/environment.h"

#include <stdio.h>

bool gxFindUserFolder(gxUserFolder folder, char *path, size_t pathSize) {
    (void)folder, (void)path, (void)pathSize;
    return false;
}

bool gxHasProgram(const char *name) {
    (void)name;
    return false;
}

void gxGetProcessorName(char *name, size_t nameSize) {
    snprintf(name, nameSize, "unknown");
}
