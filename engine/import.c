// Chooses the reader of a mesh file.
#include "engine/import.h"
#include "engine/import_build.h"
#include "engine/import_cache.h"
#include "engine/import_child.h"
#include "engine/platform/plain_text.h"
#include <stdio.h>
#include <string.h>

typedef bool ReadFunction(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);

static const struct {
    const char *extension;
    ReadFunction *read;
} readers[] = {{".obj", gxImportObj},     {".ply", gxImportPly},      {".off", gxImportOff},
               {".stl", gxImportStl},     {".gltf", gxImportInChild}, {".glb", gxImportInChild},
               {".3ds", gxImportInChild}, {".dae", gxImportInChild}};
enum { READER_COUNT = sizeof readers / sizeof readers[0] };

// Returns the number of the reader; READER_COUNT: the extension is unknown.
static size_t findReader(const char *path) {
    const char *slash = strrchr(path, '/'), *extension = strrchr(slash != NULL ? slash : path, '.');
    size_t i = 0;
    while (i < READER_COUNT && (extension == NULL || !gxIsSameWord(extension, readers[i].extension)))
        i++;
    return i;
}

static bool readFile(const char *path, ReadFunction *read, gxImportedMesh *mesh, char *message,
                     size_t messageSize) {
    gxNumberLocale kept = gxBeginNeutralNumbers();
    bool good = read(path, mesh, message, messageSize);
    gxEndNeutralNumbers(kept);
    return good;
}

bool gxImportMesh(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    *mesh = (gxImportedMesh){0};
    size_t length = 0;
    FILE *file = gxOpenMeshFile(path, &length, message, messageSize);
    if (file == NULL) return false;
    fclose(file);
    size_t reader = findReader(path);
    if (reader == READER_COUNT) {
        snprintf(message, messageSize, "%s: unknown mesh format; the formats are %s", path,
                 gxGetMeshFormats());
        return false;
    }
    // Files of other formats may name more files.
    if (readers[reader].read == gxImportInChild)
        return readFile(path, gxImportInChild, mesh, message, messageSize);
    gxImportKey key = gxMakeImportKey(path, reader);
    if (gxLoadImport(&key, mesh)) return true;
    if (!readFile(path, readers[reader].read, mesh, message, messageSize)) return false;
    gxSaveImport(&key, path, reader, mesh);
    return true;
}
