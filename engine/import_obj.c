// Reads OBJ files: vertices in double precision, faces with the file's own vertex numbers.
//
// Assimp's reader rounds coordinates to single precision and gives every corner a vertex of its own, so ids
// no longer match the file. This one keeps both and reports the line of every mistake. It reads `v` and `f`
// (v, v/vt, v//vn, v/vt/vn; negative numbers count backwards from the last vertex so far). A backslash at the
// end continues a line. Texture coordinates, normals, groups, materials and curves are skipped; a keyword
// that the format does not have is an error.
#include "engine/import_build.h"
#include "engine/number.h"
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\n\r\v\f"
#define NUMBER "+-0123456789"

typedef struct ObjReader {
    const char *path;
    char *at;     // start of the next line
    int32_t line; // number of the current line
    gxImportBuild build;
    char *message;
    size_t messageSize;
} ObjReader;

static bool fail(const ObjReader *reader, const char *what) {
    snprintf(reader->message, reader->messageSize, "%s:%d: %s", reader->path, (int)reader->line, what);
    return false;
}

static bool failAtWord(const ObjReader *reader, const char *before, const char *word, size_t length,
                       const char *after) {
    char text[128], shown[GX_SHOWN_SIZE];
    snprintf(text, sizeof text, "%s'%s'%s", before, gxShowWord(word, length, shown), after);
    return fail(reader, text);
}

// Cuts the next line out of the text in place and joins continued ones. Returns NULL at the end. Adds the
// number of lines read to `lineCount`.
static char *takeLine(char **at, int32_t *lineCount) {
    if (**at == '\0') return NULL;
    char *line = *at, *end = line;
    for (;;) {
        end += strcspn(end, "\n");
        ++*lineCount;
        if (*end == '\0') break;
        char *last = end > line && end[-1] == '\r' ? end - 1 : end;
        if (last == line || last[-1] != '\\') break;
        memset(last - 1, ' ', (size_t)(end - last) + 2); // the backslash and the line break become blanks
    }
    *at = *end == '\0' ? end : end + 1;
    *end = '\0';
    return line;
}

static char *skipBlanks(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

// A weight, or a colour of three or four numbers, may follow the coordinates.
static bool checkRest(const ObjReader *reader, char *text) {
    int count = 0;
    for (text = skipBlanks(text); *text != '\0' && *text != '#'; text = skipBlanks(text)) {
        char *begin = text;
        size_t length = strcspn(begin, BLANKS);
        gxReadNumber(begin, &text);
        if (text != begin + length)
            return failAtWord(reader, "after the coordinates, ", begin, length, " is not a number");
        count++;
    }
    bool good = count <= 1 || count == 3 || count == 4;
    return good ? true : fail(reader, "a vertex has three coordinates, then at most a weight or a colour");
}

static bool readVertex(ObjReader *reader, char *text) {
    double point[3];
    for (int i = 0; i < 3; i++) {
        char *begin = skipBlanks(text);
        point[i] = gxReadNumber(begin, &text);
        if (text == begin || (*text != '\0' && !isspace((unsigned char)*text))) {
            return fail(reader,
                        *begin == '\0' ? "a vertex needs three coordinates" : "a coordinate is not a number");
        }
        if (!isfinite(point[i])) return fail(reader, "a coordinate is not finite");
    }
    if (!checkRest(reader, text)) return false;
    return gxAddImportPoint(&reader->build, point) ? true : fail(reader, "out of memory");
}

// Reads one of the numbers of "v/vt/vn". One out of range becomes LLONG_MIN or LLONG_MAX.
static bool readIndex(char **text, long long *index) {
    char *begin = *text;
    if (!isdigit((unsigned char)*begin) && *begin != '-' && *begin != '+') return false;
    *index = strtoll(begin, text, 10);
    return *text != begin && *index != 0;
}

// Reads a corner "v", "v/vt", "v//vn" or "v/vt/vn"; keeps only v.
static bool readCorner(char **text, long long *vertex) {
    long long ignored;
    if (!readIndex(text, vertex)) return false;
    if (**text == '/') {
        ++*text;
        if (**text != '/' && !readIndex(text, &ignored)) return false;
        if (**text == '/') {
            ++*text;
            if (!readIndex(text, &ignored)) return false;
        }
    }
    return **text == '\0' || isspace((unsigned char)**text);
}

static bool readFace(ObjReader *reader, char *text) {
    int64_t cornerCount = 0;
    for (text = skipBlanks(text); *text != '\0' && *text != '#'; text = skipBlanks(text)) {
        long long vertex;
        const char *begin = text;
        if (!readCorner(&text, &vertex)) {
            return fail(reader,
                        "a face's corner must be v, v/vt, v//vn or v/vt/vn, with numbers from 1 or negative");
        }
        if (vertex == LLONG_MAX || vertex == LLONG_MIN)
            return failAtWord(reader, "the vertex number ", begin, strspn(begin, NUMBER), " is out of range");
        int64_t point = vertex > 0 ? vertex - 1 : reader->build.pointCount + vertex;
        if (point < 0)
            return failAtWord(reader, "the vertex number ", begin, strspn(begin, NUMBER),
                              " counts back before the first vertex");
        if (!gxAddImportCorner(&reader->build, point)) return fail(reader, "out of memory");
        cornerCount++;
    }
    if (cornerCount < 3) return fail(reader, "a face needs three corners");
    return gxEndImportFace(&reader->build, reader->line) ? true : fail(reader, "out of memory");
}

// The keywords of the format's description and of its older versions, apart from `v` and `f`.
static bool isSkipped(const char *word, size_t length) {
    static const char *const keywords[] = {
        "vt",       "vn",     "vp",         "g",         "o",     "s",     "usemtl", "mtllib", "l",
        "p",        "cstype", "deg",        "bmat",      "step",  "curv",  "curv2",  "surf",   "parm",
        "trim",     "hole",   "scrv",       "sp",        "end",   "con",   "mg",     "bevel",  "c_interp",
        "d_interp", "lod",    "shadow_obj", "trace_obj", "ctech", "stech", "maplib", "usemap", "call",
        "csh",      "bsp",    "bzp",        "cdc",       "cdp",   "res"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (strlen(keywords[i]) == length && memcmp(keywords[i], word, length) == 0) return true;
    }
    return false;
}

static bool readLine(ObjReader *reader, char *line) {
    line = skipBlanks(line);
    size_t length = strcspn(line, BLANKS);
    if (length == 1 && line[0] == 'v') return readVertex(reader, line + 1);
    if (length == 1 && line[0] == 'f') return readFace(reader, line + 1);
    if (length == 2 && memcmp(line, "fo", 2) == 0) return readFace(reader, line + 2); // of older versions
    bool passed = *line == '\0' || *line == '#' || isSkipped(line, length);
    return passed ? true : failAtWord(reader, "unknown keyword ", line, length, "");
}

bool gxImportObj(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    char *text = gxReadFileLines(path, message, messageSize);
    if (text == NULL) return false;
    ObjReader reader = {.path = path, .at = text, .message = message, .messageSize = messageSize};
    reader.build.firstVertex = 1;
    int32_t lineCount = 0;
    bool good = true;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) reader.at += 3; // byte order mark
    while (good) {
        reader.line = lineCount + 1;
        char *line = takeLine(&reader.at, &lineCount);
        if (line == NULL) break;
        good = readLine(&reader, line);
    }
    free(text);
    if (good) return gxFinishImport(&reader.build, path, mesh, message, messageSize);
    gxAbandonImport(&reader.build);
    return false;
}
