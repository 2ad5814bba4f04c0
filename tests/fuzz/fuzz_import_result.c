// Reads any bytes as the importer child's output: must give a message that names the file, or a valid mesh
// that is the same after writing and reading again.
//
// Red: an unchecked count or index, an array that exceeds the bytes, a control character in a message, a leak
// when a result is rejected.
#include "engine/import_result.h"
#include "fuzz/fuzz.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char path[] = "/tmp/model.glb";

static void require(bool holds) {
    if (!holds) abort();
}

static void checkMesh(const gxImportedMesh *mesh) {
    require(mesh->pointCount > 0 && mesh->triangleCount > 0);
    for (int32_t i = 0; i < 3 * mesh->pointCount; i++)
        require(isfinite(mesh->points[i]));
    for (int32_t i = 0; i < mesh->pointCount; i++)
        require(mesh->pointIds[i] == i);
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++)
        require(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->pointCount);
    for (int32_t i = 0; i < mesh->triangleCount; i++)
        require(mesh->faceIds[i] >= 0);
}

// A valid result gives the same bytes when written.
static void checkWriting(const gxImportedMesh *mesh, const char *message, const uint8_t *bytes, size_t size) {
    FILE *file = tmpfile();
    uint8_t *again = malloc(size + 1);
    require(file != NULL && again != NULL);
    require(gxWriteImportResult(file, mesh, message));
    require(pread(fileno(file), again, size + 1, 0) == (ssize_t)size && memcmp(again, bytes, size) == 0);
    free(again);
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    gxImportedMesh mesh;
    char message[2048] = "";
    if (gxReadImportResult(bytes, size, path, &mesh, message, sizeof message)) {
        checkMesh(&mesh);
        checkWriting(&mesh, NULL, bytes, size);
        gxDestroyImportedMesh(&mesh);
        return 0;
    }
    require(mesh.points == NULL && strncmp(message, path, strlen(path)) == 0);
    for (const char *c = message; *c != '\0'; c++)
        require((unsigned char)*c >= ' ' && *c != 0x7f);
    return 0;
}
