// Meshes as read, as files; see import_cache.h.
#include "engine/import_cache.h"
#include "engine/file_cache.h"
#include "engine/hash.h"
#include "engine/import_build.h"
#include "engine/platform/program.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Smaller files are parsed about as fast as their entry is found.
enum { MIN_BYTES = 1 << 20, CHUNK_BYTES = 1 << 16, ARRAYS = 4 };

// The end of an entry, behind its arrays. Entries are for the machine that wrote them.
typedef struct EntryEnd {
    int64_t pointCount, triangleCount;
    uint64_t lanes[2];
} EntryEnd;

static void addBytes(uint64_t lanes[2], const void *bytes, size_t byteCount) {
    for (int i = 0; i < 2; i++)
        lanes[i] = gxMixBytes(gxMixHash(lanes[i], byteCount), bytes, byteCount);
}

// Hashes the bytes of an open file. Returns false if they are not `length`.
static bool addFile(uint64_t lanes[2], FILE *file, size_t length) {
    unsigned char *chunk = malloc(CHUNK_BYTES);
    size_t total = 0, count = 0;
    while (chunk != NULL && (count = fread(chunk, 1, CHUNK_BYTES, file)) > 0) {
        addBytes(lanes, chunk, count);
        total += count;
    }
    free(chunk);
    return total == length && !ferror(file);
}

gxImportKey gxMakeImportKey(const char *path, size_t format) {
    gxImportKey key = {"", {0x696d706f72746564u, 0x2545f4914f6cdd1du}};
    char message[256];
    size_t length = 0;
    FILE *file = gxHasFileCache() ? gxOpenMeshFile(path, &length, message, sizeof message) : NULL;
    if (file == NULL) return key;
    gxProgramStamp program = gxGetProgramStamp();
    const uint64_t facts[] = {sizeof(EntryEnd), format, length};
    addBytes(key.lanes, &program, sizeof program);
    addBytes(key.lanes, facts, sizeof facts);
    if (length >= MIN_BYTES && addFile(key.lanes, file, length)) {
        snprintf(key.name, sizeof key.name, "read%016llx%016llx", (unsigned long long)key.lanes[0],
                 (unsigned long long)key.lanes[1]);
    }
    fclose(file);
    return key;
}

// The sizes of a mesh's arrays in bytes, in the order of an entry.
static void getArraySizes(int64_t pointCount, int64_t triangleCount, size_t sizes[ARRAYS]) {
    sizes[0] = 3 * sizeof(double) * (size_t)pointCount;
    sizes[1] = 3 * sizeof(int32_t) * (size_t)triangleCount;
    sizes[2] = sizeof(int32_t) * (size_t)triangleCount;
    sizes[3] = sizeof(int32_t) * (size_t)pointCount;
}

// Hashes an entry up to its own hash.
static void hashEntry(const gxImportKey *key, const void *bytes, size_t byteCount, uint64_t lanes[2]) {
    memcpy(lanes, key->lanes, sizeof key->lanes);
    addBytes(lanes, bytes, byteCount - sizeof((EntryEnd *)0)->lanes);
}

// Returns false if the bytes are not an entry of this key.
static bool readEnd(const gxImportKey *key, const unsigned char *bytes, size_t byteCount, EntryEnd *end) {
    if (byteCount < sizeof *end) return false;
    memcpy(end, bytes + byteCount - sizeof *end, sizeof *end);
    uint64_t lanes[2];
    hashEntry(key, bytes, byteCount, lanes);
    bool counted = end->pointCount >= 0 && end->pointCount <= INT32_MAX && end->triangleCount >= 0 &&
                   end->triangleCount <= INT32_MAX;
    if (!counted || memcmp(lanes, end->lanes, sizeof lanes) != 0) return false;
    size_t sizes[ARRAYS];
    getArraySizes(end->pointCount, end->triangleCount, sizes);
    return sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizeof *end == byteCount;
}

// Copies one array and moves on behind it.
static void *takeArray(const unsigned char **bytes, size_t size) {
    void *array = malloc(size);
    if (array != NULL) memcpy(array, *bytes, size);
    *bytes += size;
    return array;
}

bool gxLoadImport(const gxImportKey *key, gxImportedMesh *mesh) {
    size_t byteCount = 0, sizes[ARRAYS];
    unsigned char *bytes = key->name[0] != '\0' ? gxReadCached(key->name, &byteCount) : NULL;
    EntryEnd end;
    bool good = bytes != NULL && readEnd(key, bytes, byteCount, &end);
    if (good) {
        const unsigned char *at = bytes;
        getArraySizes(end.pointCount, end.triangleCount, sizes);
        mesh->points = takeArray(&at, sizes[0]);
        mesh->triangles = takeArray(&at, sizes[1]);
        mesh->faceIds = takeArray(&at, sizes[2]);
        mesh->pointIds = takeArray(&at, sizes[3]);
        mesh->pointCount = (int32_t)end.pointCount;
        mesh->triangleCount = (int32_t)end.triangleCount;
        good = mesh->points != NULL && mesh->triangles != NULL && mesh->faceIds != NULL &&
               mesh->pointIds != NULL;
        if (!good) gxDestroyImportedMesh(mesh);
    }
    free(bytes);
    return good;
}

void gxSaveImport(const gxImportKey *key, const char *path, size_t format, const gxImportedMesh *mesh) {
    if (key->name[0] == '\0') return;
    gxImportKey now = gxMakeImportKey(path, format);
    if (strcmp(now.name, key->name) != 0)
        return; // what was read may be neither the earlier file nor this one
    size_t sizes[ARRAYS];
    getArraySizes(mesh->pointCount, mesh->triangleCount, sizes);
    size_t byteCount = sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizeof(EntryEnd);
    unsigned char *bytes = malloc(byteCount), *at = bytes;
    if (bytes == NULL) return;
    const void *arrays[ARRAYS] = {mesh->points, mesh->triangles, mesh->faceIds, mesh->pointIds};
    for (int i = 0; i < ARRAYS; at += sizes[i++])
        memcpy(at, arrays[i], sizes[i]);
    EntryEnd end = {.pointCount = mesh->pointCount, .triangleCount = mesh->triangleCount};
    memcpy(at, &end, sizeof end);
    hashEntry(key, bytes, byteCount, end.lanes);
    memcpy(at, &end, sizeof end);
    gxWriteCached(key->name, bytes, byteCount);
    free(bytes);
}
