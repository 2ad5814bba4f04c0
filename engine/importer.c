// The child's side: limits itself, reads the file, writes the result to standard output.
//
// It leaves by _Exit: nothing that Assimp allocated or damaged is used again.
#include "engine/import_assimp.h"
#include "engine/import_build.h"
#include "engine/import_child.h"
#include "engine/import_result.h"
#include "engine/platform/process.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gxRunImporter(int argCount, char *args[]) {
    if (argCount != 5 || strcmp(args[1], GX_IMPORTER_ARGUMENT) != 0) return;
    const char *path = args[2];
    gxLimitOwnProcess(strtoull(args[3], NULL, 10), strtoull(args[4], NULL, 10));
    gxImportedMesh mesh;
    char message[1024] = "";
    bool good = gxImportWithAssimp(path, &mesh, message, sizeof message);
    gxWriteImportResult(stdout, good ? &mesh : NULL, message);
    _Exit(GX_IMPORTER_DONE);
}
