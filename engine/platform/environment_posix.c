// The environment of POSIX, with the folders of the XDG specification.
#include "engine/platform/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool gxFindUserFolder(gxUserFolder folder, char *path, size_t pathSize) {
    static const struct {
        const char *variable, *below; // below: of the home folder
    } folders[] = {{"HOME", ""}, {"XDG_CACHE_HOME", "/.cache"}, {"XDG_CONFIG_HOME", "/.config"}};
    const char *home = getenv("HOME"), *chosen = getenv(folders[folder].variable);
    int length = 0;
    if (folder != GX_FOLDER_HOME && chosen != NULL &&
        chosen[0] == '/') // ignores relative paths, by the specification
        length = snprintf(path, pathSize, "%s", chosen);
    else if (home != NULL && home[0] != '\0')
        length = snprintf(path, pathSize, "%s%s", home, folders[folder].below);
    return length > 0 && (size_t)length < pathSize;
}

bool gxHasProgram(const char *name) {
    const char *folders = getenv("PATH");
    char path[4096];
    while (folders != NULL && *folders != '\0') {
        int length = (int)strcspn(folders, ":");
        if (length > 0 && snprintf(path, sizeof path, "%.*s/%s", length, folders, name) < (int)sizeof path &&
            access(path, X_OK) == 0)
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

void gxGetProcessorName(char *name, size_t nameSize) {
    snprintf(name, nameSize, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r"); // Linux
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL) continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, nameSize, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file != NULL) fclose(file);
}
