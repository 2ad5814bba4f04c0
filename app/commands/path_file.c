// Path files: every row is checked before the first is used, and the line of a mistake is named.
#include "commands/path_file.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_COUNT = 7, ROW_COUNT_MAX = 100000000 };

static const char *const columns[COLUMN_COUNT] = {"px", "py", "pz", "qw", "qx", "qy", "qz"};

typedef struct PathReader {
    const char *path, *at, *end;
    int32_t line;
    cdPose *poses;
    int32_t poseCount, poseCapacity;
    char *message;
    size_t messageSize;
} PathReader;

static bool fail(const PathReader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(const PathReader *reader, const char *format, ...) {
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(reader->message, reader->messageSize, "%s:%d: %s", reader->path, (int)reader->line, what);
    return false;
}

typedef struct Field {
    const char *begin;
    size_t length;
} Field;

// The next line without its end; false after the last.
static bool takeLine(PathReader *reader, Field *line) {
    if (reader->at >= reader->end) return false;
    const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (end == NULL) end = reader->end;
    *line = (Field){reader->at, (size_t)(end - reader->at)};
    if (line->length > 0 && line->begin[line->length - 1] == '\r') line->length--;
    reader->at = end < reader->end ? end + 1 : end;
    reader->line++;
    return true;
}

static bool isBlank(Field line) {
    for (size_t i = 0; i < line.length; i++) {
        if (!isspace((unsigned char)line.begin[i])) return false;
    }
    return true;
}

// Cuts the line at its commas; the number of fields, of which the first COLUMN_COUNT are stored.
static int splitFields(Field line, Field fields[COLUMN_COUNT]) {
    int count = 0;
    const char *begin = line.begin, *end = line.begin + line.length;
    for (;;) {
        const char *comma = memchr(begin, ',', (size_t)(end - begin));
        const char *stop = comma != NULL ? comma : end;
        if (count < COLUMN_COUNT) fields[count] = (Field){begin, (size_t)(stop - begin)};
        count++;
        if (comma == NULL) return count;
        begin = comma + 1;
    }
}

static bool isName(Field field, const char *name) {
    while (field.length > 0 && isspace((unsigned char)field.begin[0]))
        field.begin++, field.length--;
    while (field.length > 0 && isspace((unsigned char)field.begin[field.length - 1]))
        field.length--;
    return field.length == strlen(name) && strncmp(field.begin, name, field.length) == 0;
}

static bool readHeader(PathReader *reader) {
    Field line, fields[COLUMN_COUNT];
    if (!takeLine(reader, &line)) {
        reader->line = 1;
        return fail(reader, "the file is empty");
    }
    bool good = splitFields(line, fields) == COLUMN_COUNT;
    for (int i = 0; good && i < COLUMN_COUNT; i++)
        good = isName(fields[i], columns[i]);
    return good ? true : fail(reader, "the first line must be the header px,py,pz,qw,qx,qy,qz");
}

static bool addPose(PathReader *reader, cdPose pose) {
    if (reader->poseCount == ROW_COUNT_MAX) return fail(reader, "more than %d rows", (int)ROW_COUNT_MAX);
    if (reader->poseCount == reader->poseCapacity) {
        int32_t capacity = reader->poseCapacity > 0 ? 2 * reader->poseCapacity : 256;
        cdPose *grown = realloc(reader->poses, (size_t)capacity * sizeof *grown);
        if (grown == NULL) return fail(reader, "out of memory");
        reader->poses = grown;
        reader->poseCapacity = capacity;
    }
    reader->poses[reader->poseCount++] = pose;
    return true;
}

static bool readRow(PathReader *reader, Field line) {
    Field fields[COLUMN_COUNT];
    int count = splitFields(line, fields);
    if (count != COLUMN_COUNT)
        return fail(reader, "%d column%s, expected %d", count, count == 1 ? "" : "s", (int)COLUMN_COUNT);
    double numbers[COLUMN_COUNT];
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (ReadNumber(fields[i].begin, fields[i].length, &numbers[i])) continue;
        int shown = fields[i].length < 40 ? (int)fields[i].length : 40;
        return fail(reader, "%s is not a finite number: '%.*s'", columns[i], shown, fields[i].begin);
    }
    cdPose pose;
    const char *trouble = MakePoseOfNumbers(numbers, &pose);
    return trouble == NULL ? addPose(reader, pose) : fail(reader, "%s", trouble);
}

bool ReadPathText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *poseCount,
                  char *message, size_t messageSize) {
    PathReader reader = {
        .path = path, .at = text, .end = text + length, .message = message, .messageSize = messageSize};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) reader.at += 3; // byte order mark
    bool good = readHeader(&reader);
    for (Field line; good && takeLine(&reader, &line);) {
        if (!isBlank(line)) good = readRow(&reader, line);
    }
    if (good && reader.poseCount < 2) good = fail(&reader, "a path needs at least two poses");
    if (!good) {
        free(reader.poses);
        reader.poses = NULL;
        reader.poseCount = 0;
    }
    *poses = reader.poses;
    *poseCount = reader.poseCount;
    return good;
}

bool ReadPathFile(const char *path, cdPose **poses, int32_t *poseCount, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return false;
    bool good = ReadPathText(text, length, path, poses, poseCount, message, messageSize);
    free(text);
    return good;
}
