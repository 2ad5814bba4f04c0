// Functions that the facts of a file are enough for, the same on all systems.
#include "engine/platform/files.h"

#include <errno.h>
#include <string.h>

bool gxIsFolder(const char *path) {
    gxFileFacts facts;
    return gxGetFileFacts(path, &facts) && facts.kind == GX_FILE_FOLDER;
}

bool gxIsFile(const char *path) {
    gxFileFacts facts;
    return gxGetFileFacts(path, &facts) && facts.kind == GX_FILE_REGULAR;
}

bool gxMakeFoldersAbove(const char *path, gxAccess access) {
    char folder[GX_PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(folder, path, length + 1);
    for (char *slash = length > 0 ? strchr(folder + 1, '/') : NULL; slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!gxMakeFolder(folder, access) && errno != EEXIST) {
            int reason = errno; // Windows may refuse to create what exists, such as a drive
            if (!gxIsFolder(folder)) {
                errno = reason;
                return false;
            }
        }
        *slash = '/';
    }
    return true;
}
