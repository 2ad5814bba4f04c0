// Reads OFF files (Object File Format, text): counts, one vertex a line, one polygon a line.
//
// A line may hold more than required (colours, normals); that is skipped. '#' begins a comment. Nothing else
// may follow the last polygon.
#include "engine/import_build.h"
#include "engine/number.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\v\f"

typedef struct OffReader {
    const char *path;
    char *at;
    int32_t line;
    gxImportBuild build;
    char *message;
    size_t messageSize;
} OffReader;

static bool fail(const OffReader *reader, const char *what) {
    snprintf(reader->message, reader->messageSize, "%s:%d: %s", reader->path, (int)reader->line, what);
    return false;
}

// Returns the next line that is not blank, without comment and leading blanks; NULL at the end.
static char *takeLine(OffReader *reader) {
    while (*reader->at != '\0') {
        char *line = reader->at, *end = line + strcspn(line, "\n");
        reader->at = *end == '\0' ? end : end + 1;
        reader->line++;
        *end = '\0';
        line[strcspn(line, "#")] = '\0';
        while (isspace((unsigned char)*line))
            line++;
        if (*line != '\0') return line;
    }
    return NULL;
}

// Reads a count or the number of a vertex. `missing` is the message at the end of the line.
static bool readCount(OffReader *reader, char **text, const char *missing, long long *count) {
    char *begin = *text + strspn(*text, BLANKS), shown[GX_SHOWN_SIZE], what[80];
    size_t length = strcspn(begin, BLANKS);
    if (length == 0) return fail(reader, missing);
    *count = strtoll(begin, text, 10);
    if (*text == begin + length && *count >= 0) return true;
    snprintf(what, sizeof what, "found '%s'; expected a whole number, 0 or more",
             gxShowWord(begin, length, shown));
    return fail(reader, what);
}

// Reads "OFF" (or COFF, NOFF, STOFF and the like) and the counts, on one line or two.
static bool readHeader(OffReader *reader, long long *vertexCount, long long *faceCount) {
    char *line = takeLine(reader);
    char *keyword = line != NULL ? strstr(line, "OFF") : NULL;
    if (keyword == NULL || keyword - line > 3) return fail(reader, "an OFF file begins with OFF");
    char *counts = keyword + 3;
    if (strstr(counts, "BINARY") != NULL) return fail(reader, "binary OFF is not supported; save it as text");
    while (isspace((unsigned char)*counts))
        counts++;
    if (*counts == '\0') counts = takeLine(reader);
    static const char missing[] = "the numbers of vertices and faces are missing";
    if (counts == NULL) return fail(reader, missing);
    return readCount(reader, &counts, missing, vertexCount) && readCount(reader, &counts, missing, faceCount);
}

static bool readVertex(OffReader *reader) {
    char *text = takeLine(reader);
    if (text == NULL) return fail(reader, "the file ends before the last vertex");
    double point[3];
    for (int i = 0; i < 3; i++) {
        char *begin = text;
        point[i] = gxReadNumber(begin, &text);
        if (text == begin) return fail(reader, "a vertex needs three numbers");
        if (!isfinite(point[i])) return fail(reader, "a coordinate is not finite");
    }
    return gxAddImportPoint(&reader->build, point) ? true : fail(reader, "out of memory");
}

static bool readFace(OffReader *reader) {
    char *text = takeLine(reader);
    if (text == NULL) return fail(reader, "the file ends before the last face");
    long long cornerCount, point;
    if (!readCount(reader, &text, "a face begins with the number of its corners", &cornerCount)) return false;
    for (long long i = 0; i < cornerCount; i++) {
        if (!readCount(reader, &text, "a face has fewer corners than it says", &point)) return false;
        if (!gxAddImportCorner(&reader->build, point)) return fail(reader, "out of memory");
    }
    return gxEndImportFace(&reader->build, reader->line) ? true : fail(reader, "out of memory");
}

bool gxImportOff(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    char *text = gxReadFileLines(path, message, messageSize);
    if (text == NULL) return false;
    OffReader reader = {.path = path, .at = text, .message = message, .messageSize = messageSize};
    long long vertexCount = 0, faceCount = 0;
    bool good = readHeader(&reader, &vertexCount, &faceCount);
    for (long long i = 0; good && i < vertexCount; i++)
        good = readVertex(&reader);
    for (long long i = 0; good && i < faceCount; i++)
        good = readFace(&reader);
    if (good && takeLine(&reader) != NULL) good = fail(&reader, "other data after the last face");
    free(text);
    if (good) return gxFinishImport(&reader.build, path, mesh, message, messageSize);
    gxAbandonImport(&reader.build);
    return false;
}
