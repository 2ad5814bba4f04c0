// The environment of Windows. The variables of the XDG specification are used, too, if they are set.
#include "engine/platform/environment.h"

#include "engine/platform/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

bool gxFindUserFolder(gxUserFolder folder, char *path, size_t pathSize) {
    static const char *const variables[][2] = {
        {"HOME", "USERPROFILE"}, {"XDG_CACHE_HOME", "LOCALAPPDATA"}, {"XDG_CONFIG_HOME", "APPDATA"}};
    const char *chosen = getenv(variables[folder][0]);
    if (chosen == NULL || !gxIsFullPath(chosen)) chosen = getenv(variables[folder][1]);
    if (chosen == NULL || chosen[0] == '\0') return false;
    int length = snprintf(path, pathSize, "%s", chosen);
    if (length <= 0 || (size_t)length >= pathSize) return false;
    for (char *c = path; *c != '\0'; c++)
        if (*c == '\\') *c = '/';
    return true;
}

bool gxHasProgram(const char *name) {
    char path[GX_PATH_MAX];
    DWORD length = SearchPathA(NULL, name, ".exe", sizeof path, path, NULL);
    return length > 0 && length < sizeof path;
}

void gxGetProcessorName(char *name, size_t nameSize) {
    static const char key[] = "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
    char text[256] = "";
    DWORD size = sizeof text;
    if (RegGetValueA(HKEY_LOCAL_MACHINE, key, "ProcessorNameString", RRF_RT_REG_SZ, NULL, text, &size) !=
        ERROR_SUCCESS)
        text[0] = '\0';
    snprintf(name, nameSize, "%s", text[0] != '\0' ? text : "unknown");
}
