// Path files: every row is checked before the first is used, and the line of a mistake is named.
#include "commands/path_file.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSE_COLUMNS = 7, COLUMN_MAX = 2 * POSE_COLUMNS, POSE_COUNT_MAX = 100000000 };

// What a row holds: one pose or two.
typedef struct RowForm {
    int poseCount;
    const char *columns[COLUMN_MAX];
    const char *header;
    const char *owners[2]; // whose pose, for messages
    int32_t rowCountMin;
    const char *tooFew;
} RowForm;

static const RowForm pathForm = {.poseCount = 1,
                                 .columns = {"px", "py", "pz", "qw", "qx", "qy", "qz"},
                                 .header = "px,py,pz,qw,qx,qy,qz",
                                 .owners = {""},
                                 .rowCountMin = 2,
                                 .tooFew = "a path needs at least two poses"};

static const RowForm pairsForm = {.poseCount = 2,
                                  .columns = {"a_px", "a_py", "a_pz", "a_qw", "a_qx", "a_qy", "a_qz", "b_px",
                                              "b_py", "b_pz", "b_qw", "b_qx", "b_qy", "b_qz"},
                                  .header =
                                      "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz",
                                  .owners = {"A: ", "B: "},
                                  .rowCountMin = 1,
                                  .tooFew = "there are no poses"};

typedef struct PathReader {
    const RowForm *form;
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

// Cuts the line at its commas; the number of fields, of which the first COLUMN_MAX are stored.
static int splitFields(Field line, Field fields[COLUMN_MAX]) {
    int count = 0;
    const char *begin = line.begin, *end = line.begin + line.length;
    for (;;) {
        const char *comma = memchr(begin, ',', (size_t)(end - begin));
        const char *stop = comma != NULL ? comma : end;
        if (count < COLUMN_MAX) fields[count] = (Field){begin, (size_t)(stop - begin)};
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

static int getColumnCount(const PathReader *reader) {
    return POSE_COLUMNS * reader->form->poseCount;
}

static bool readHeader(PathReader *reader) {
    Field line, fields[COLUMN_MAX];
    if (!takeLine(reader, &line)) {
        reader->line = 1;
        return fail(reader, "the file is empty");
    }
    bool good = splitFields(line, fields) == getColumnCount(reader);
    for (int i = 0; good && i < getColumnCount(reader); i++)
        good = isName(fields[i], reader->form->columns[i]);
    return good ? true : fail(reader, "the first line must be the header %s", reader->form->header);
}

static bool addPose(PathReader *reader, cdPose pose) {
    if (reader->poseCount == POSE_COUNT_MAX)
        return fail(reader, "more than %d rows", (int)POSE_COUNT_MAX / reader->form->poseCount);
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
    Field fields[COLUMN_MAX];
    int count = splitFields(line, fields), expected = getColumnCount(reader);
    if (count != expected)
        return fail(reader, "%d column%s, expected %d", count, count == 1 ? "" : "s", expected);
    double numbers[COLUMN_MAX];
    for (int i = 0; i < expected; i++) {
        if (ReadNumber(fields[i].begin, fields[i].length, &numbers[i])) continue;
        int shown = fields[i].length < 40 ? (int)fields[i].length : 40;
        return fail(reader, "%s is not a finite number: '%.*s'", reader->form->columns[i], shown,
                    fields[i].begin);
    }
    for (int k = 0; k < reader->form->poseCount; k++) {
        cdPose pose;
        const char *trouble = MakePoseOfNumbers(numbers + POSE_COLUMNS * k, &pose);
        if (trouble != NULL) return fail(reader, "%s%s", reader->form->owners[k], trouble);
        if (!addPose(reader, pose)) return false;
    }
    return true;
}

static bool readText(const RowForm *form, const char *text, size_t length, const char *path, cdPose **poses,
                     int32_t *rowCount, char *message, size_t messageSize) {
    PathReader reader = {.form = form,
                         .path = path,
                         .at = text,
                         .end = text + length,
                         .message = message,
                         .messageSize = messageSize};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) reader.at += 3; // byte order mark
    bool good = readHeader(&reader);
    for (Field line; good && takeLine(&reader, &line);) {
        if (!isBlank(line)) good = readRow(&reader, line);
    }
    if (good && reader.poseCount < form->rowCountMin * form->poseCount)
        good = fail(&reader, "%s", form->tooFew);
    if (!good) {
        free(reader.poses);
        reader.poses = NULL;
        reader.poseCount = 0;
    }
    *poses = reader.poses;
    *rowCount = reader.poseCount / form->poseCount;
    return good;
}

bool ReadPathText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *poseCount,
                  char *message, size_t messageSize) {
    return readText(&pathForm, text, length, path, poses, poseCount, message, messageSize);
}

bool ReadPosePairsText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *rowCount,
                       char *message, size_t messageSize) {
    return readText(&pairsForm, text, length, path, poses, rowCount, message, messageSize);
}

static bool readFile(const RowForm *form, const char *path, cdPose **poses, int32_t *rowCount, char *message,
                     size_t messageSize) {
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return false;
    bool good = readText(form, text, length, path, poses, rowCount, message, messageSize);
    free(text);
    return good;
}

bool ReadPathFile(const char *path, cdPose **poses, int32_t *poseCount, char *message, size_t messageSize) {
    return readFile(&pathForm, path, poses, poseCount, message, messageSize);
}

bool ReadPosePairsFile(const char *path, cdPose **poses, int32_t *rowCount, char *message,
                       size_t messageSize) {
    return readFile(&pairsForm, path, poses, rowCount, message, messageSize);
}
