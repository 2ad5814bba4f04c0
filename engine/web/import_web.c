// The browser starts no child processes, so it reads the formats that have readers of their own only.
#include "engine/import_child.h"

#include <stdio.h>

const char *gxGetMeshFormats(void) {
    return "OBJ, PLY, OFF, STL";
}

void gxSetImporter(gxImporter importer) {
    (void)importer;
}

void gxRunImporter(int argCount, char *args[]) {
    (void)argCount, (void)args;
}

bool gxImportInChild(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    (void)mesh;
    snprintf(message, messageSize, "%s: the browser cannot read this format; it reads %s", path,
             gxGetMeshFormats());
    return false;
}
