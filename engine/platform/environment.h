// The user's folders, installed programs, the machine.
#ifndef GX_ENVIRONMENT_H
#define GX_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gxUserFolder {
    GX_FOLDER_HOME = 0,
    GX_FOLDER_CACHE,   // $XDG_CACHE_HOME or ~/.cache; on Windows %LOCALAPPDATA%
    GX_FOLDER_SETTINGS // $XDG_CONFIG_HOME or ~/.config; on Windows %APPDATA%
} gxUserFolder;

// Finds a folder of the user, which need not exist. @errors false: the user has none, or its path is too long
bool gxFindUserFolder(gxUserFolder folder, char *path, size_t pathSize);

// True if a program of this name is in PATH.
bool gxHasProgram(const char *name);

// Writes the processor's name, "unknown" if the system does not report it.
void gxGetProcessorName(char *name, size_t nameSize);

#endif
