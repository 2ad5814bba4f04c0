// Reads STL files, text and binary. A file that is cut off or followed by something else is an error.
//
// Text, in upper or lower case: `solid NAME`, then facets of the form `facet normal N N N outer loop` with
// three `vertex X Y Z`, `endloop endfacet`, then `endsolid NAME`; a file may hold several solids. Names
// extend to the end of their line and are ignored. Binary: 80 bytes, the number of triangles, then 50 bytes
// for each.
//
// Exporters write "solid" into the header of binary files, too. A file is binary if its size matches its
// triangle count. Otherwise it is text if it begins with a line that starts with "solid" and holds no zero
// byte. Text keeps double precision. Every corner is a point of its own; normals are ignored.
#include "engine/import_build.h"
#include "engine/number.h"
#include "engine/platform/plain_text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STL_HEADER_SIZE = 84, STL_TRIANGLE_SIZE = 50 };

typedef struct StlReader {
    const char *path;
    const char *at, *end;
    int32_t line;
    const char *word; // the word before `at`
    size_t wordLength;
    gxImportBuild build;
    char *message;
    size_t messageSize;
} StlReader;

static bool fail(const StlReader *reader, const char *what) {
    snprintf(reader->message, reader->messageSize, "%s:%d: %s", reader->path, (int)reader->line, what);
    return false;
}

static bool failInMemory(const StlReader *reader) {
    snprintf(reader->message, reader->messageSize, "%s: out of memory", reader->path);
    return false;
}

static bool failAtWord(const StlReader *reader, const char *what) {
    char text[256], shown[GX_SHOWN_SIZE];
    if (reader->wordLength == 0) {
        snprintf(text, sizeof text, "the file ends here; expected %s", what);
    } else {
        snprintf(text, sizeof text, "found '%s'; expected %s",
                 gxShowWord(reader->word, reader->wordLength, shown), what);
    }
    return fail(reader, text);
}

static bool isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Advances one character. A line ends with LF, CR LF or CR.
static void passCharacter(StlReader *reader) {
    bool lone = *reader->at == '\r' && !(reader->at + 1 < reader->end && reader->at[1] == '\n');
    reader->line += *reader->at == '\n' || lone;
    reader->at++;
}

// Reads the next word; its length is 0 at the end of the file.
static void takeWord(StlReader *reader) {
    while (reader->at < reader->end && isBlank(*reader->at))
        passCharacter(reader);
    reader->word = reader->at;
    while (reader->at < reader->end && !isBlank(*reader->at))
        reader->at++;
    reader->wordLength = (size_t)(reader->at - reader->word);
}

static void skipLine(StlReader *reader) {
    while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r')
        reader->at++;
}

static bool isWord(const StlReader *reader, const char *keyword) {
    return strlen(keyword) == reader->wordLength && gxBeginsWithWord(reader->word, keyword);
}

static bool expectWord(StlReader *reader, const char *keyword) {
    takeWord(reader);
    if (isWord(reader, keyword)) return true;
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s'", keyword);
    return failAtWord(reader, quoted);
}

// Reads three decimal numbers. Normals may be NaN: exporters write that for triangles without area.
static bool readNumbers(StlReader *reader, const char *what, bool finite, double numbers[3]) {
    for (int i = 0; i < 3; i++) {
        takeWord(reader);
        char *end = NULL;
        if (reader->wordLength == 0 || memchr(reader->word, 'x', reader->wordLength) != NULL ||
            memchr(reader->word, 'X', reader->wordLength) != NULL)
            return failAtWord(reader, what);
        numbers[i] = gxReadNumber(reader->word, &end);
        if (end != reader->at) return failAtWord(reader, what);
        if (finite && !isfinite(numbers[i])) return fail(reader, "a coordinate is not finite");
    }
    return true;
}

static bool readFacet(StlReader *reader) {
    double normal[3], point[3];
    int32_t line = reader->line;
    if (!expectWord(reader, "normal")) return false;
    if (!readNumbers(reader, "the three numbers of a normal", false, normal)) return false;
    if (!expectWord(reader, "outer") || !expectWord(reader, "loop")) return false;
    for (int i = 0; i < 3; i++) {
        if (!expectWord(reader, "vertex")) return false;
        if (!readNumbers(reader, "the three coordinates of a vertex", true, point)) return false;
        int64_t index = reader->build.pointCount;
        if (!gxAddImportPoint(&reader->build, point) || !gxAddImportCorner(&reader->build, index))
            return failInMemory(reader);
    }
    if (!expectWord(reader, "endloop") || !expectWord(reader, "endfacet")) return false;
    return gxEndImportFace(&reader->build, line) ? true : failInMemory(reader);
}

static bool readSolid(StlReader *reader) {
    skipLine(reader);
    for (;;) {
        takeWord(reader);
        if (isWord(reader, "endsolid")) break;
        if (!isWord(reader, "facet")) return failAtWord(reader, "'facet' or 'endsolid'");
        if (!readFacet(reader)) return false;
    }
    skipLine(reader);
    return true;
}

static void skipByteOrderMark(StlReader *reader) {
    if (reader->end - reader->at >= 3 && memcmp(reader->at, "\xEF\xBB\xBF", 3) == 0) reader->at += 3;
}

static bool readText(StlReader *reader) {
    const char *zero = memchr(reader->at, '\0', (size_t)(reader->end - reader->at));
    if (zero != NULL) {
        while (reader->at < zero)
            passCharacter(reader);
        return fail(reader, "found a zero byte; expected text, since the file begins with 'solid'");
    }
    skipByteOrderMark(reader);
    takeWord(reader);
    do {
        if (!isWord(reader, "solid")) return failAtWord(reader, "'solid' or the end of the file");
        if (!readSolid(reader)) return false;
        takeWord(reader);
    } while (reader->wordLength > 0);
    return true;
}

static uint32_t getUint32(const char *bytes) {
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static double getFloat(const char *bytes) {
    uint32_t bits = getUint32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool readTriangle(StlReader *reader, int64_t triangle, const char *begin) {
    for (int i = 0; i < 3; i++) {
        double point[3];
        for (int k = 0; k < 3; k++) {
            const char *bytes = reader->at + 12 * (i + 1) + 4 * k;
            point[k] = getFloat(bytes);
            if (isfinite(point[k])) continue;
            snprintf(reader->message, reader->messageSize,
                     "%s: byte %lld: a coordinate of triangle %lld is not finite (counted from 0)",
                     reader->path, (long long)(bytes - begin), (long long)triangle);
            return false;
        }
        if (!gxAddImportPoint(&reader->build, point) || !gxAddImportCorner(&reader->build, 3 * triangle + i))
            return failInMemory(reader);
    }
    reader->at += STL_TRIANGLE_SIZE;
    return gxEndImportFace(&reader->build, 0) ? true : failInMemory(reader);
}

static int64_t getBinarySize(int64_t triangleCount) {
    return STL_HEADER_SIZE + STL_TRIANGLE_SIZE * triangleCount;
}

static bool readBinary(StlReader *reader) {
    const char *begin = reader->at;
    int64_t length = reader->end - begin;
    if (length < STL_HEADER_SIZE) {
        snprintf(reader->message, reader->messageSize,
                 "%s: %lld bytes that do not begin with 'solid'; a binary STL file has 84 and 50 for each "
                 "triangle",
                 reader->path, (long long)length);
        return false;
    }
    int64_t count = getUint32(begin + 80), size = getBinarySize(count);
    if (size != length) {
        snprintf(reader->message, reader->messageSize,
                 "%s: byte 80: the header counts %lld triangles, which take %lld bytes; the file has %lld",
                 reader->path, (long long)count, (long long)size, (long long)length);
        return false;
    }
    reader->at += STL_HEADER_SIZE;
    for (int64_t i = 0; i < count; i++) {
        if (!readTriangle(reader, i, begin)) return false;
    }
    return true;
}

static bool isBinary(const StlReader *reader) {
    int64_t length = reader->end - reader->at;
    if (length >= STL_HEADER_SIZE && getBinarySize(getUint32(reader->at + 80)) == length) return true;
    StlReader copy = *reader;
    skipByteOrderMark(&copy);
    takeWord(&copy);
    if (!isWord(&copy, "solid")) return true;
    skipLine(&copy);
    return memchr(reader->at, '\0', (size_t)(copy.at - reader->at)) != NULL;
}

bool gxImportStl(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = gxReadFileText(path, &length, message, messageSize);
    if (text == NULL) return false;
    StlReader reader = {.path = path,
                        .at = text,
                        .end = text + length,
                        .line = 1,
                        .message = message,
                        .messageSize = messageSize};
    bool good = isBinary(&reader) ? readBinary(&reader) : readText(&reader);
    free(text);
    if (good) return gxFinishImport(&reader.build, path, mesh, message, messageSize);
    gxAbandonImport(&reader.build);
    return false;
}
