// A header with the sizes of all that follows, then the arrays of the mesh, or the text of the message.
#include "engine/import_result.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_MESSAGE_MAX = 1000, RESULT_COUNT_MAX = 1 << 29 };

typedef struct ResultHeader {
    char magic[8];
    int64_t pointCount, triangleCount; // 0 with a message
    int64_t messageLength;             // 0 with a mesh
} ResultHeader;

static const char magic[8] = {'F', 'C', 'M', 'E', 'S', 'H', '1', '\n'};

static bool writeBytes(FILE *out, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, out) == size;
}

static bool writeMesh(FILE *out, const ResultHeader *header, const gxImportedMesh *mesh) {
    size_t pointCount = (size_t)mesh->pointCount, triangleCount = (size_t)mesh->triangleCount;
    return writeBytes(out, header, sizeof *header) &&
           writeBytes(out, mesh->points, 3 * pointCount * sizeof *mesh->points) &&
           writeBytes(out, mesh->triangles, 3 * triangleCount * sizeof *mesh->triangles) &&
           writeBytes(out, mesh->faceIds, triangleCount * sizeof *mesh->faceIds) && fflush(out) == 0;
}

bool gxWriteImportResult(FILE *out, const gxImportedMesh *mesh, const char *message) {
    ResultHeader header = {0};
    memcpy(header.magic, magic, sizeof magic);
    if (mesh == NULL) {
        size_t length = strlen(message);
        if (length > RESULT_MESSAGE_MAX) length = RESULT_MESSAGE_MAX;
        header.messageLength = (int64_t)length;
        return writeBytes(out, &header, sizeof header) && writeBytes(out, message, length) &&
               fflush(out) == 0;
    }
    header.pointCount = mesh->pointCount;
    header.triangleCount = mesh->triangleCount;
    return writeMesh(out, &header, mesh);
}

// Copies the child's message without terminal control characters.
static void takeMessage(const unsigned char *text, size_t length, const char *path, char *message,
                        size_t messageSize) {
    char clean[RESULT_MESSAGE_MAX + 1];
    for (size_t i = 0; i < length; i++)
        clean[i] = (char)(text[i] >= ' ' && text[i] != 0x7f ? text[i] : ' ');
    clean[length] = '\0';
    size_t pathLength = strlen(path);
    bool named = strncmp(clean, path, pathLength) == 0;
    snprintf(message, messageSize, "%s%s%s", named ? "" : path, named ? "" : ": ", clean);
}

static bool isValidMesh(const gxImportedMesh *mesh) {
    bool valid = true;
    for (size_t i = 0; i < 3 * (size_t)mesh->pointCount; i++)
        valid = valid && isfinite(mesh->points[i]);
    for (size_t i = 0; i < 3 * (size_t)mesh->triangleCount; i++)
        valid = valid && mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->pointCount;
    for (size_t i = 0; i < (size_t)mesh->triangleCount; i++)
        valid = valid && mesh->faceIds[i] >= 0;
    return valid;
}

// Copies `size` bytes into allocated memory and advances past them.
static void *takeArray(const unsigned char **at, size_t size) {
    void *array = malloc(size);
    if (array != NULL) memcpy(array, *at, size);
    *at += size;
    return array;
}

static bool takeMesh(const unsigned char *at, const ResultHeader *header, const char *path,
                     gxImportedMesh *mesh, char *message, size_t messageSize) {
    size_t pointCount = (size_t)header->pointCount, triangleCount = (size_t)header->triangleCount;
    mesh->pointCount = (int32_t)header->pointCount;
    mesh->triangleCount = (int32_t)header->triangleCount;
    mesh->points = takeArray(&at, 3 * pointCount * sizeof *mesh->points);
    mesh->triangles = takeArray(&at, 3 * triangleCount * sizeof *mesh->triangles);
    mesh->faceIds = takeArray(&at, triangleCount * sizeof *mesh->faceIds);
    mesh->pointIds = malloc(pointCount * sizeof *mesh->pointIds);
    bool stored =
        mesh->points != NULL && mesh->triangles != NULL && mesh->faceIds != NULL && mesh->pointIds != NULL;
    if (stored && isValidMesh(mesh)) {
        for (int32_t i = 0; i < mesh->pointCount; i++)
            mesh->pointIds[i] = i;
        return true;
    }
    gxDestroyImportedMesh(mesh);
    snprintf(message, messageSize, "%s: %s", path,
             stored ? "the importer's result is invalid" : "out of memory");
    return false;
}

bool gxReadImportResult(const unsigned char *bytes, size_t size, const char *path, gxImportedMesh *mesh,
                        char *message, size_t messageSize) {
    *mesh = (gxImportedMesh){0};
    ResultHeader header = {0};
    size_t bodySize = size - sizeof header;
    if (size >= sizeof header) memcpy(&header, bytes, sizeof header);
    bool begins = size >= sizeof header && memcmp(header.magic, magic, sizeof magic) == 0;
    if (begins && header.messageLength > 0 && header.messageLength <= RESULT_MESSAGE_MAX &&
        (size_t)header.messageLength == bodySize) {
        takeMessage(bytes + sizeof header, bodySize, path, message, messageSize);
        return false;
    }
    bool counts = begins && header.messageLength == 0 && header.pointCount > 0 && header.triangleCount > 0 &&
                  header.pointCount <= RESULT_COUNT_MAX && header.triangleCount <= RESULT_COUNT_MAX;
    if (counts && bodySize == 24 * (size_t)header.pointCount + 16 * (size_t)header.triangleCount)
        return takeMesh(bytes + sizeof header, &header, path, mesh, message, messageSize);
    snprintf(message, messageSize, "%s: the importer's result is invalid", path);
    return false;
}
