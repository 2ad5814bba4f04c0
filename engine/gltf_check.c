// The container of a glTF file (text, or the chunks of a GLB file) and its JSON text; then gltf_parts.c.
//
// Source: glTF 2.0 specification, section 4 (binary glTF). Nesting is limited before our JSON parser and
// Assimp's run: both recurse.
#include "engine/gltf_check.h"
#include "engine/gltf_parts.h"
#include "engine/import_build.h"
#include "engine/platform/plain_text.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GLB_HEADER_SIZE = 12, GLB_CHUNK_SIZE = 8, NESTING_MAX = 200 };

typedef struct GltfText {
    const char *path, *text;
    size_t length;
    int64_t chunkBytes; // of the buffer inside a GLB file; -1 if there is no such buffer
    bool hasLines;
    char *message;
    size_t messageSize;
} GltfText;

static bool failAt(const GltfText *source, size_t offset, const char *what) {
    int line = 1;
    for (size_t i = 0; i < offset && i < source->length; i++)
        line += source->text[i] == '\n';
    if (source->hasLines)
        snprintf(source->message, source->messageSize, "%s:%d: %s", source->path, line, what);
    else
        snprintf(source->message, source->messageSize, "%s: JSON chunk: %s", source->path, what);
    return false;
}

static bool isJsonBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Limits the nesting of brackets outside of strings.
static bool checkNesting(const GltfText *source) {
    bool quoted = false;
    int depth = 0;
    for (size_t i = 0; i < source->length; i++) {
        char c = source->text[i];
        if (quoted && c == '\\') {
            i++;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '[' || c == '{')) {
            if (++depth > NESTING_MAX) return failAt(source, i, "brackets are nested more than 200 deep");
        } else if (!quoted && (c == ']' || c == '}')) {
            depth--;
        }
    }
    return true;
}

static bool checkText(const GltfText *source) {
    if (source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
        return failAt(source, 0, "byte order mark; glTF must not have one");
    if (!checkNesting(source)) return false;
    const char *end = source->text;
    cJSON *root = cJSON_ParseWithLengthOpts(source->text, source->length, &end, false);
    size_t offset = (size_t)(end - source->text);
    if (root == NULL) return failAt(source, offset, "this is not JSON");
    while (offset < source->length && isJsonBlank(source->text[offset]))
        offset++;
    bool good = offset == source->length ? true : failAt(source, offset, "found text after the JSON object");
    good = good &&
           gxCheckGltfParts(root, source->chunkBytes, source->path, source->message, source->messageSize);
    cJSON_Delete(root);
    return good;
}

static uint32_t getUint32(const char *bytes) {
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static bool failInContainer(const GltfText *source, const char *what) {
    snprintf(source->message, source->messageSize, "%s: %s", source->path, what);
    return false;
}

// Finds the chunks. The first must be the JSON text; the optional second is the buffer.
static bool openContainer(GltfText *source, const char *bytes, size_t length) {
    if (length < GLB_HEADER_SIZE + GLB_CHUNK_SIZE || memcmp(bytes, "glTF", 4) != 0)
        return failInContainer(source, "a GLB file begins with 'glTF', version, length and a JSON chunk");
    if (getUint32(bytes + 4) != 2) return failInContainer(source, "byte 4: expected version 2 of glTF");
    if (getUint32(bytes + 8) != length) {
        snprintf(source->message, source->messageSize,
                 "%s: byte 8: the header says %lu bytes, the file has %zu", source->path,
                 (unsigned long)getUint32(bytes + 8), length);
        return false;
    }
    size_t at = GLB_HEADER_SIZE;
    for (int chunk = 0; at < length; chunk++) {
        size_t left = length - at;
        size_t size = left >= GLB_CHUNK_SIZE ? getUint32(bytes + at) : 0;
        if (left < GLB_CHUNK_SIZE || size > left - GLB_CHUNK_SIZE) {
            snprintf(source->message, source->messageSize, "%s: byte %zu: the chunk exceeds the file",
                     source->path, at);
            return false;
        }
        bool json = memcmp(bytes + at + 4, "JSON", 4) == 0, buffer = memcmp(bytes + at + 4, "BIN\0", 4) == 0;
        if (json != (chunk == 0))
            return failInContainer(source, "byte 12: expected one JSON chunk, as the first");
        if (json) {
            source->text = bytes + at + GLB_CHUNK_SIZE;
            source->length = size;
        } else if (buffer && chunk == 1) {
            source->chunkBytes = (int64_t)size;
        }
        at += GLB_CHUNK_SIZE + size;
    }
    return true;
}

bool gxCheckGltfBytes(const char *bytes, size_t length, const char *path, char *message, size_t messageSize) {
    const char *extension = strrchr(path, '.');
    bool binary = extension != NULL && gxIsSameWord(extension, ".glb");
    GltfText source = {.path = path,
                       .text = bytes,
                       .length = length,
                       .chunkBytes = -1,
                       .hasLines = !binary,
                       .message = message,
                       .messageSize = messageSize};
    if (binary && !openContainer(&source, bytes, length)) return false;
    return checkText(&source);
}

bool gxCheckGltfFile(const char *path, char *message, size_t messageSize) {
    size_t length = 0;
    char *bytes = gxReadFileText(path, &length, message, messageSize);
    bool good = bytes != NULL && gxCheckGltfBytes(bytes, length, path, message, messageSize);
    free(bytes);
    return good;
}
