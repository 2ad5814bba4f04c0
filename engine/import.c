// Mesh files: which reader takes which.
#include "engine/import.h"
#include "engine/import_build.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool gxImportMesh(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    *mesh = (gxImportedMesh){0};
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) {
        snprintf(message, messageSize, "%s: the file is empty", path);
        return false;
    }
    const char *extension = strrchr(path, '.');
    if (extension == NULL) extension = "";
    if (strcasecmp(extension, ".obj") == 0) return gxImportObj(path, mesh, message, messageSize);
    if (strcasecmp(extension, ".off") == 0) return gxImportOff(path, mesh, message, messageSize);
    if (strcasecmp(extension, ".ply") == 0) return gxImportPly(path, mesh, message, messageSize);
    return gxImportWithAssimp(path, mesh, message, messageSize);
}
