// Reads PLY files, text and binary of either byte order.
//
// The header lists elements and their properties; the body holds them one after the other. The reader keeps
// x, y, z of element `vertex` and the list vertex_indices (or vertex_index) of `face`, and skips the rest. A
// body shorter or longer than its header promises is an error, not another mesh.
#include "engine/import_build.h"
#include "engine/number.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLY_ELEMENT_MAX = 16, PLY_PROPERTY_MAX = 64, PLY_NAME_SIZE = 64 };

typedef enum PlyType {
    PLY_NONE = 0,
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT,
    PLY_DOUBLE
} PlyType;
typedef enum PlyRole { PLY_OTHER = 0, PLY_X, PLY_Y, PLY_Z, PLY_INDICES } PlyRole;
typedef enum PlyFormat { PLY_NO_FORMAT = 0, PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } PlyFormat;

typedef struct PlyProperty {
    PlyType type, countType; // countType: of a list's length, else PLY_NONE
    PlyRole role;
} PlyProperty;

typedef struct PlyElement {
    char name[PLY_NAME_SIZE];
    long long count;
    PlyProperty properties[PLY_PROPERTY_MAX];
    int propertyCount;
} PlyElement;

typedef struct PlyReader {
    const char *path;
    char *begin, *at, *end;
    const char *value; // the last value read from binary data, or the one that is cut off
    int32_t line;      // 0: within binary data
    char lineEnd;      // the last byte of each line of the header: LF, or CR alone
    PlyFormat format;
    PlyElement elements[PLY_ELEMENT_MAX];
    int elementCount;
    gxImportBuild build;
    char *message;
    size_t messageSize;
} PlyReader;

static bool fail(const PlyReader *reader, const char *what) {
    char place[40];
    snprintf(place, sizeof place, ":%d", (int)reader->line);
    if (reader->line == 0)
        snprintf(place, sizeof place, ": byte %lld", (long long)(reader->value - reader->begin));
    snprintf(reader->message, reader->messageSize, "%s%s: %s", reader->path, place, what);
    return false;
}

// Cuts the next line of the header out in place. Returns NULL at the end of the file.
static char *takeLine(PlyReader *reader) {
    char *line = reader->at, *end = memchr(line, reader->lineEnd, (size_t)(reader->end - line));
    if (end == NULL) return NULL;
    reader->at = end + 1;
    reader->line++;
    if (end > line && end[-1] == '\r') end[-1] = '\0';
    *end = '\0';
    return line;
}

static PlyType getType(const char *name) {
    static const struct {
        const char *name;
        PlyType type;
    } types[] = {
        {"char", PLY_INT8},   {"int8", PLY_INT8},     {"uchar", PLY_UINT8},   {"uint8", PLY_UINT8},
        {"short", PLY_INT16}, {"int16", PLY_INT16},   {"ushort", PLY_UINT16}, {"uint16", PLY_UINT16},
        {"int", PLY_INT32},   {"int32", PLY_INT32},   {"uint", PLY_UINT32},   {"uint32", PLY_UINT32},
        {"float", PLY_FLOAT}, {"float32", PLY_FLOAT}, {"double", PLY_DOUBLE}, {"float64", PLY_DOUBLE}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].name, name) == 0) return types[i].type;
    }
    return PLY_NONE;
}

static PlyRole getRole(const PlyElement *element, const char *name, bool list) {
    if (list) {
        bool indices = strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0;
        return strcmp(element->name, "face") == 0 && indices ? PLY_INDICES : PLY_OTHER;
    }
    if (strcmp(element->name, "vertex") != 0 || name[1] != '\0') return PLY_OTHER;
    return name[0] == 'x' ? PLY_X : name[0] == 'y' ? PLY_Y : name[0] == 'z' ? PLY_Z : PLY_OTHER;
}

static bool readProperty(PlyReader *reader, const char *line) {
    char words[4][PLY_NAME_SIZE] = {"", "", "", ""};
    int count = sscanf(line, "property %63s %63s %63s %63s", words[0], words[1], words[2], words[3]);
    bool list = strcmp(words[0], "list") == 0;
    PlyElement *element = reader->elementCount > 0 ? &reader->elements[reader->elementCount - 1] : NULL;
    if (element == NULL || count != (list ? 4 : 2)) return fail(reader, "invalid property");
    if (element->propertyCount == PLY_PROPERTY_MAX) return fail(reader, "more than 64 properties");
    PlyProperty property = {.type = getType(words[list ? 2 : 0]),
                            .role = getRole(element, words[list ? 3 : 1], list)};
    if (list) property.countType = getType(words[1]);
    if (property.type == PLY_NONE || (list && property.countType == PLY_NONE)) {
        return fail(reader, "unknown type of a property");
    }
    element->properties[element->propertyCount++] = property;
    return true;
}

static bool readHeaderLine(PlyReader *reader, const char *line) {
    if (strncmp(line, "comment", 7) == 0 || strncmp(line, "obj_info", 8) == 0) return true;
    if (strncmp(line, "property", 8) == 0) return readProperty(reader, line);
    if (strncmp(line, "format ", 7) == 0) {
        static const char *const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
        for (int i = 0; i < 3; i++) {
            if (strncmp(line + 7, formats[i], strlen(formats[i])) == 0) reader->format = (PlyFormat)(i + 1);
        }
        return reader->format != PLY_NO_FORMAT ? true : fail(reader, "unknown format");
    }
    if (reader->elementCount == PLY_ELEMENT_MAX) return fail(reader, "more than 16 elements");
    PlyElement *element = &reader->elements[reader->elementCount];
    if (sscanf(line, "element %63s %lld", element->name, &element->count) != 2 || element->count < 0) {
        return fail(reader, "invalid header line");
    }
    reader->elementCount++;
    return true;
}

static bool hasRole(const PlyReader *reader, const char *name, PlyRole role) {
    for (int i = 0; i < reader->elementCount; i++) {
        const PlyElement *element = &reader->elements[i];
        for (int k = 0; k < element->propertyCount; k++) {
            if (strcmp(element->name, name) == 0 && element->properties[k].role == role) return true;
        }
    }
    return false;
}

static bool readHeader(PlyReader *reader) {
    // A byte of the body may equal the LF of a CR LF, so the first line decides for the whole header.
    reader->lineEnd = strncmp(reader->at, "ply\r", 4) == 0 && reader->at[4] != '\n' ? '\r' : '\n';
    const char *line = takeLine(reader);
    if (line == NULL || strcmp(line, "ply") != 0) {
        reader->line = 1;
        return fail(reader, "a PLY file begins with a line ply");
    }
    for (line = takeLine(reader); line != NULL && strcmp(line, "end_header") != 0; line = takeLine(reader)) {
        if (!readHeaderLine(reader, line)) return false;
    }
    if (line == NULL) return fail(reader, "the file ends within its header");
    if (reader->format == PLY_NO_FORMAT) return fail(reader, "the header has no format line");
    for (int role = PLY_X; role <= PLY_Z; role++) {
        if (!hasRole(reader, "vertex", (PlyRole)role)) return fail(reader, "the vertices have no x, y and z");
    }
    if (!hasRole(reader, "face", PLY_INDICES)) {
        return fail(reader, "no faces with vertex_indices (a point cloud, or triangle strips)");
    }
    return true;
}

static void skipBlanks(PlyReader *reader) {
    while (reader->at < reader->end && isspace((unsigned char)*reader->at))
        reader->line += *reader->at++ == '\n';
}

static bool readText(PlyReader *reader, double *value) {
    skipBlanks(reader);
    if (reader->at == reader->end) return false;
    char *begin = reader->at;
    *value = gxReadNumber(begin, &reader->at);
    return reader->at != begin && (*reader->at == '\0' || isspace((unsigned char)*reader->at));
}

static double getValue(PlyType type, const unsigned char bytes[8]) {
    int8_t i8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    float f32;
    double f64;
    switch (type) {
    case PLY_INT8:
        memcpy(&i8, bytes, sizeof i8);
        return i8;
    case PLY_INT16:
        memcpy(&i16, bytes, sizeof i16);
        return i16;
    case PLY_UINT16:
        memcpy(&u16, bytes, sizeof u16);
        return u16;
    case PLY_INT32:
        memcpy(&i32, bytes, sizeof i32);
        return i32;
    case PLY_UINT32:
        memcpy(&u32, bytes, sizeof u32);
        return u32;
    case PLY_FLOAT:
        memcpy(&f32, bytes, sizeof f32);
        return (double)f32;
    case PLY_DOUBLE:
        memcpy(&f64, bytes, sizeof f64);
        return f64;
    default:
        return bytes[0];
    }
}

static bool isLittleEndianMachine(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static bool readBinary(PlyReader *reader, PlyType type, double *value) {
    static const int sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    int size = sizes[type];
    reader->value = reader->at;
    if (reader->end - reader->at < size) return false;
    bool swaps = (reader->format == PLY_LITTLE_ENDIAN) != isLittleEndianMachine();
    unsigned char bytes[8];
    for (int i = 0; i < size; i++)
        bytes[swaps ? size - 1 - i : i] = (unsigned char)reader->at[i];
    reader->at += size;
    *value = getValue(type, bytes);
    return true;
}

static bool readScalar(PlyReader *reader, PlyType type, double *value) {
    bool read = reader->format == PLY_ASCII ? readText(reader, value) : readBinary(reader, type, value);
    if (read) return true;
    return fail(reader, reader->at == reader->end || reader->format != PLY_ASCII
                            ? "the file ends before its last element; it is cut off"
                            : "this is not a number");
}

static bool readList(PlyReader *reader, const PlyProperty *property) {
    double count = 0.0, index = 0.0;
    int64_t byte = reader->at - reader->begin;
    if (!readScalar(reader, property->countType, &count)) return false;
    if (!(count >= 0.0 && count < 1e9 && count == floor(count)))
        return fail(reader, "the length of a list is wrong");
    for (double i = 0.0; i < count; i++) {
        if (!readScalar(reader, property->type, &index)) return false;
        if (property->role != PLY_INDICES) continue;
        if (!(fabs(index) < 1e15 && index == floor(index)))
            return fail(reader, "a vertex number must be whole");
        if (!gxAddImportCorner(&reader->build, (int64_t)index)) return fail(reader, "out of memory");
    }
    if (property->role != PLY_INDICES) return true;
    int64_t place = reader->format == PLY_ASCII ? reader->line : -byte;
    return gxEndImportFace(&reader->build, place) ? true : fail(reader, "out of memory");
}

static bool readElement(PlyReader *reader, const PlyElement *element) {
    double point[3] = {0.0, 0.0, 0.0}, ignored;
    for (int i = 0; i < element->propertyCount; i++) {
        const PlyProperty *property = &element->properties[i];
        if (property->countType != PLY_NONE) {
            if (!readList(reader, property)) return false;
            continue;
        }
        bool kept = property->role >= PLY_X && property->role <= PLY_Z;
        double *value = kept ? &point[property->role - PLY_X] : &ignored;
        if (!readScalar(reader, property->type, value)) return false;
        if (kept && !isfinite(*value)) return fail(reader, "a coordinate is not finite");
    }
    if (strcmp(element->name, "vertex") != 0) return true;
    return gxAddImportPoint(&reader->build, point) ? true : fail(reader, "out of memory");
}

static bool readBody(PlyReader *reader) {
    if (reader->format == PLY_ASCII) gxUnifyLineEnds(reader->at, (size_t)(reader->end - reader->at));
    reader->line = reader->format == PLY_ASCII ? reader->line + 1 : 0;
    for (int i = 0; i < reader->elementCount; i++) {
        // An element without properties has no bytes; a false count of them must not cost time either.
        if (reader->elements[i].propertyCount == 0) continue;
        for (long long k = 0; k < reader->elements[i].count; k++) {
            if (!readElement(reader, &reader->elements[i])) return false;
        }
    }
    if (reader->format == PLY_ASCII) skipBlanks(reader);
    reader->value = reader->at;
    return reader->at == reader->end ? true : fail(reader, "other data after the last element");
}

bool gxImportPly(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = gxReadFileText(path, &length, message, messageSize);
    if (text == NULL) return false;
    PlyReader *reader = calloc(1, sizeof *reader);
    bool good = reader != NULL;
    if (!good) snprintf(message, messageSize, "%s: out of memory", path);
    if (good) {
        reader->path = path;
        reader->begin = reader->at = text;
        reader->end = text + length;
        reader->line = 0;
        reader->message = message;
        reader->messageSize = messageSize;
        good = readHeader(reader) && readBody(reader);
    }
    if (good) good = gxFinishImport(&reader->build, path, mesh, message, messageSize);
    if (reader != NULL) gxAbandonImport(&reader->build);
    free(reader);
    free(text);
    return good;
}
