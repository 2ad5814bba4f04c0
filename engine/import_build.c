// A mesh while it is read: growing arrays, index checks, triangulation.
#include "engine/import_build.h"
#include "engine/platform/files.h"
#include "engine/polygon.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IMPORT_COUNT_MAX = 1 << 29, PLACE_SIZE = 40, WORD_SHOWN = 24 };

// Makes room for one more element of elementSize bytes. Returns false without memory; the array is unchanged.
static bool reserve(void *array, int64_t count, int64_t capacity, size_t elementSize) {
    if (count < capacity) return true;
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *grown = realloc(old, (size_t)(capacity > 0 ? 2 * capacity : 1024) * elementSize);
    if (grown != NULL) memcpy(array, &grown, sizeof grown);
    return grown != NULL;
}

static int64_t getGrownCapacity(int64_t count, int64_t capacity) {
    return count < capacity ? capacity : capacity > 0 ? 2 * capacity : 1024;
}

bool gxAddImportPoint(gxImportBuild *build, const double point[3]) {
    if (!reserve(&build->points, build->pointCount, build->pointCapacity, 3 * sizeof(double))) return false;
    build->pointCapacity = getGrownCapacity(build->pointCount, build->pointCapacity);
    memcpy(build->points + 3 * build->pointCount++, point, 3 * sizeof(double));
    return true;
}

bool gxAddImportCorner(gxImportBuild *build, int64_t point) {
    if (!reserve(&build->corners, build->cornerCount, build->cornerCapacity, sizeof(int64_t))) return false;
    build->cornerCapacity = getGrownCapacity(build->cornerCount, build->cornerCapacity);
    build->corners[build->cornerCount++] = point;
    return true;
}

bool gxEndImportFace(gxImportBuild *build, int64_t place) {
    if (!reserve(&build->faceEnds, build->faceCount, build->faceCapacity, sizeof(int64_t))) return false;
    if (!reserve(&build->facePlaces, build->faceCount, build->faceCapacity, sizeof(int64_t))) return false;
    build->faceCapacity = getGrownCapacity(build->faceCount, build->faceCapacity);
    build->facePlaces[build->faceCount] = place;
    build->faceEnds[build->faceCount++] = build->cornerCount;
    return true;
}

void gxAbandonImport(gxImportBuild *build) {
    free(build->points);
    free(build->corners);
    free(build->faceEnds);
    free(build->facePlaces);
    *build = (gxImportBuild){0};
}

void gxDestroyImportedMesh(gxImportedMesh *mesh) {
    free(mesh->points);
    free(mesh->triangles);
    free(mesh->faceIds);
    free(mesh->pointIds);
    *mesh = (gxImportedMesh){0};
}

// Returns ":LINE", ": byte BYTE", or "" where neither is known.
static const char *formatPlace(int64_t place, char text[PLACE_SIZE]) {
    text[0] = '\0';
    if (place > 0) snprintf(text, PLACE_SIZE, ":%lld", (long long)place);
    if (place < 0) snprintf(text, PLACE_SIZE, ": byte %lld", (long long)-place);
    return text;
}

// Checks that every corner names a point; counts the triangles.
static bool checkFaces(const gxImportBuild *build, const char *path, int64_t *triangleCount, char *message,
                       size_t messageSize) {
    *triangleCount = 0;
    for (int64_t face = 0, corner = 0; face < build->faceCount; face++) {
        int64_t cornerCount = build->faceEnds[face] - corner;
        for (; corner < build->faceEnds[face]; corner++) {
            int64_t point = build->corners[corner];
            if (point >= 0 && point < build->pointCount) continue;
            char place[PLACE_SIZE];
            snprintf(message, messageSize, "%s%s: face %lld uses vertex %lld, but there are %lld (%s)", path,
                     formatPlace(build->facePlaces[face], place), (long long)face,
                     (long long)point + build->firstVertex, (long long)build->pointCount,
                     build->firstVertex == 0 ? "counted from 0" : "faces counted from 0, vertices from 1");
            return false;
        }
        if (cornerCount >= 3) *triangleCount += cornerCount - 2;
    }
    return true;
}

static bool allocateMesh(gxImportedMesh *mesh, int64_t pointCount, int64_t triangleCount) {
    mesh->pointCount = (int32_t)pointCount;
    mesh->triangleCount = (int32_t)triangleCount;
    mesh->triangles = malloc(3 * (size_t)triangleCount * sizeof *mesh->triangles);
    mesh->faceIds = malloc((size_t)triangleCount * sizeof *mesh->faceIds);
    mesh->pointIds = malloc((size_t)pointCount * sizeof *mesh->pointIds);
    return mesh->triangles != NULL && mesh->faceIds != NULL && mesh->pointIds != NULL;
}

// Triangulates face number `face`, whose corners begin at `first`. `polygon` has room for the longest face.
static gxPolygonResult cutFace(const gxImportBuild *build, int64_t face, int64_t first, int32_t *polygon,
                               int32_t *triangles) {
    int64_t cornerCount = build->faceEnds[face] - first;
    for (int64_t i = 0; i < cornerCount; i++)
        polygon[i] = (int32_t)build->corners[first + i];
    return gxTriangulatePolygon(build->points, polygon, (int32_t)cornerCount, triangles);
}

static int64_t getLongestFace(const gxImportBuild *build) {
    int64_t longest = 0;
    for (int64_t face = 0, first = 0; face < build->faceCount; first = build->faceEnds[face++]) {
        if (build->faceEnds[face] - first > longest) longest = build->faceEnds[face] - first;
    }
    return longest;
}

static bool cutFaces(const gxImportBuild *build, const char *path, gxImportedMesh *mesh, char *message,
                     size_t messageSize) {
    int32_t *polygon = malloc((size_t)getLongestFace(build) * sizeof *polygon), triangle = 0;
    gxPolygonResult result = polygon != NULL ? GX_POLYGON_CUT : GX_POLYGON_NO_MEMORY;
    int64_t face = 0;
    for (int64_t first = 0; result == GX_POLYGON_CUT && face < build->faceCount;
         first = build->faceEnds[face++]) {
        int64_t triangleCount = build->faceEnds[face] - first - 2;
        if (triangleCount < 1) continue;
        result = cutFace(build, face, first, polygon, mesh->triangles + 3 * (size_t)triangle);
        for (int64_t i = 0; i < triangleCount; i++)
            mesh->faceIds[triangle++] = (int32_t)face;
    }
    free(polygon);
    char place[PLACE_SIZE];
    if (result == GX_POLYGON_NO_MEMORY) snprintf(message, messageSize, "%s: out of memory", path);
    if (result == GX_POLYGON_TOO_TANGLED) {
        snprintf(message, messageSize, "%s%s: face %lld has too many corners, too tangled to cut; split it",
                 path, formatPlace(build->facePlaces[face - 1], place), (long long)(face - 1));
    }
    return result == GX_POLYGON_CUT;
}

bool gxFinishImport(gxImportBuild *build, const char *path, gxImportedMesh *mesh, char *message,
                    size_t messageSize) {
    *mesh = (gxImportedMesh){0};
    int64_t triangleCount = 0;
    bool good = checkFaces(build, path, &triangleCount, message, messageSize);
    if (good && triangleCount == 0) {
        snprintf(message, messageSize, "%s: no triangles (%lld points)", path, (long long)build->pointCount);
        good = false;
    } else if (good && (triangleCount > IMPORT_COUNT_MAX || build->pointCount > IMPORT_COUNT_MAX ||
                        build->faceCount > IMPORT_COUNT_MAX)) {
        snprintf(message, messageSize, "%s: more than 2^29 points or triangles", path);
        good = false;
    } else if (good && !allocateMesh(mesh, build->pointCount, triangleCount)) {
        snprintf(message, messageSize, "%s: out of memory for %lld triangles", path,
                 (long long)triangleCount);
        good = false;
    }
    good = good && cutFaces(build, path, mesh, message, messageSize);
    if (good) {
        mesh->points = build->points; // ownership moves to the mesh
        build->points = NULL;
        for (int32_t i = 0; i < mesh->pointCount; i++)
            mesh->pointIds[i] = i;
    } else {
        gxDestroyImportedMesh(mesh);
    }
    gxAbandonImport(build);
    return good;
}

const char *gxShowWord(const char *word, size_t length, char shown[GX_SHOWN_SIZE]) {
    size_t count = length < WORD_SHOWN ? length : WORD_SHOWN;
    for (size_t i = 0; i < count; i++)
        shown[i] = (char)(word[i] > ' ' && word[i] < 0x7f ? word[i] : '?');
    snprintf(shown + count, GX_SHOWN_SIZE - WORD_SHOWN, "%s", count < length ? "..." : "");
    return shown;
}

FILE *gxOpenMeshFile(const char *path, size_t *length, char *message, size_t messageSize) {
    gxFileFacts facts;
    bool found = gxGetFileFacts(path, &facts);
    // Opening a pipe would wait for its writer.
    const char *kind = !found || facts.kind == GX_FILE_REGULAR ? NULL
                       : facts.kind == GX_FILE_FOLDER          ? strerror(EISDIR)
                                                               : "not a regular file";
    FILE *file = found && kind == NULL ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        snprintf(message, messageSize, "%s: %s", path, kind != NULL ? kind : strerror(errno));
    } else if (facts.byteCount == 0) {
        snprintf(message, messageSize, "%s: the file is empty", path);
        fclose(file);
        file = NULL;
    }
    *length = file != NULL ? (size_t)facts.byteCount : 0;
    return file;
}

char *gxReadFileText(const char *path, size_t *length, char *message, size_t messageSize) {
    FILE *file = gxOpenMeshFile(path, length, message, messageSize);
    if (file == NULL) return NULL;
    char *text = malloc(*length + 1);
    if (text == NULL) {
        snprintf(message, messageSize, "%s: out of memory", path);
    } else if (fread(text, 1, *length, file) != *length) {
        snprintf(message, messageSize, "%s: the file became shorter, or cannot be read", path);
        free(text);
        text = NULL;
    }
    if (text != NULL) text[*length] = '\0';
    fclose(file);
    return text;
}

void gxUnifyLineEnds(char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\r' && text[i + 1] != '\n') text[i] = '\n';
    }
}

char *gxReadFileLines(const char *path, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = gxReadFileText(path, &length, message, messageSize);
    if (text != NULL) gxUnifyLineEnds(text, length);
    if (text == NULL || strlen(text) == length) return text;
    int32_t line = 1;
    for (const char *at = text; *at != '\0'; at++)
        line += *at == '\n';
    snprintf(message, messageSize, "%s:%d: zero byte: not a text file", path, (int)line);
    free(text);
    return NULL;
}
