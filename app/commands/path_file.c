// Path files and files of points: every row is checked before the first is used, and the line of a mistake is
// named.
//
// A row holds one or two items, poses or points, that follow each other in its columns.
#include "commands/path_file.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSE_COLUMNS = 7, POINT_COLUMNS = 3, COLUMN_MAX = 2 * POSE_COLUMNS, ITEM_COUNT_MAX = 100000000 };

// What a row holds.
typedef struct RowForm {
    int itemsOfRow, columnsOfItem;
    size_t itemSize;
    const char *(*makeItem)(const double *numbers, void *item); // NULL, or what is wrong with the numbers
    const char *columns[COLUMN_MAX];
    const char *header;
    const char *owners[2]; // whose item, for messages
    int32_t rowCountMin;
    const char *tooFew;
} RowForm;

static const char *makePose(const double *numbers, void *item) {
    return MakePoseOfNumbers(numbers, item);
}

static const char *makePoint(const double *numbers, void *item) {
    *(cdVec3 *)item = (cdVec3){numbers[0], numbers[1], numbers[2]};
    bool good = cdMaxAbs(*(cdVec3 *)item) <= 1e100;
    return good ? NULL : "a coordinate beyond 1e100";
}

static const RowForm pathForm = {.itemsOfRow = 1,
                                 .columnsOfItem = POSE_COLUMNS,
                                 .itemSize = sizeof(cdPose),
                                 .makeItem = makePose,
                                 .columns = {"px", "py", "pz", "qw", "qx", "qy", "qz"},
                                 .header = "px,py,pz,qw,qx,qy,qz",
                                 .owners = {""},
                                 .rowCountMin = 2,
                                 .tooFew = "a path needs at least two poses"};

static const RowForm pairsForm = {.itemsOfRow = 2,
                                  .columnsOfItem = POSE_COLUMNS,
                                  .itemSize = sizeof(cdPose),
                                  .makeItem = makePose,
                                  .columns = {"a_px", "a_py", "a_pz", "a_qw", "a_qx", "a_qy", "a_qz", "b_px",
                                              "b_py", "b_pz", "b_qw", "b_qx", "b_qy", "b_qz"},
                                  .header =
                                      "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz",
                                  .owners = {"A: ", "B: "},
                                  .rowCountMin = 1,
                                  .tooFew = "there are no poses"};

static const RowForm pointsForm = {.itemsOfRow = 1,
                                   .columnsOfItem = POINT_COLUMNS,
                                   .itemSize = sizeof(cdVec3),
                                   .makeItem = makePoint,
                                   .columns = {"x", "y", "z"},
                                   .header = "x,y,z",
                                   .owners = {""},
                                   .rowCountMin = 1,
                                   .tooFew = "there are no points"};

static const RowForm segmentsForm = {.itemsOfRow = 2,
                                     .columnsOfItem = POINT_COLUMNS,
                                     .itemSize = sizeof(cdVec3),
                                     .makeItem = makePoint,
                                     .columns = {"x1", "y1", "z1", "x2", "y2", "z2"},
                                     .header = "x1,y1,z1,x2,y2,z2",
                                     .owners = {"the first point: ", "the second point: "},
                                     .rowCountMin = 1,
                                     .tooFew = "there are no segments"};

typedef struct PathReader {
    const RowForm *form;
    const char *path, *at, *end;
    int32_t line;
    unsigned char *items;
    int32_t itemCount, itemCapacity;
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
    return reader->form->columnsOfItem * reader->form->itemsOfRow;
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

// Room for one more item; NULL with a message when there is none.
static void *addItem(PathReader *reader) {
    size_t itemSize = reader->form->itemSize;
    if (reader->itemCount == ITEM_COUNT_MAX) {
        fail(reader, "more than %d rows", (int)ITEM_COUNT_MAX / reader->form->itemsOfRow);
        return NULL;
    }
    if (reader->itemCount == reader->itemCapacity) {
        int32_t capacity = reader->itemCapacity > 0 ? 2 * reader->itemCapacity : 256;
        unsigned char *grown = realloc(reader->items, (size_t)capacity * itemSize);
        if (grown == NULL) {
            fail(reader, "out of memory");
            return NULL;
        }
        reader->items = grown;
        reader->itemCapacity = capacity;
    }
    return reader->items + itemSize * (size_t)reader->itemCount++;
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
    for (int k = 0; k < reader->form->itemsOfRow; k++) {
        void *item = addItem(reader);
        if (item == NULL) return false;
        const char *trouble = reader->form->makeItem(numbers + reader->form->columnsOfItem * k, item);
        if (trouble != NULL) return fail(reader, "%s%s", reader->form->owners[k], trouble);
    }
    return true;
}

// The items in one array, to be freed; NULL with a message.
static void *readText(const RowForm *form, const char *text, size_t length, const char *path,
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
    if (good && reader.itemCount < form->rowCountMin * form->itemsOfRow)
        good = fail(&reader, "%s", form->tooFew);
    if (!good) {
        free(reader.items);
        reader.items = NULL;
        reader.itemCount = 0;
    }
    *rowCount = reader.itemCount / form->itemsOfRow;
    return reader.items;
}

static void *readFile(const RowForm *form, const char *path, int32_t *rowCount, char *message,
                      size_t messageSize) {
    size_t length = 0;
    *rowCount = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return NULL;
    void *items = readText(form, text, length, path, rowCount, message, messageSize);
    free(text);
    return items;
}

bool ReadPathText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *poseCount,
                  char *message, size_t messageSize) {
    *poses = readText(&pathForm, text, length, path, poseCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPathFile(const char *path, cdPose **poses, int32_t *poseCount, char *message, size_t messageSize) {
    *poses = readFile(&pathForm, path, poseCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPosePairsText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *rowCount,
                       char *message, size_t messageSize) {
    *poses = readText(&pairsForm, text, length, path, rowCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPosePairsFile(const char *path, cdPose **poses, int32_t *rowCount, char *message,
                       size_t messageSize) {
    *poses = readFile(&pairsForm, path, rowCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPointsText(const char *text, size_t length, const char *path, cdVec3 **points, int32_t *rowCount,
                    char *message, size_t messageSize) {
    *points = readText(&pointsForm, text, length, path, rowCount, message, messageSize);
    return *points != NULL;
}

bool ReadPointsFile(const char *path, cdVec3 **points, int32_t *rowCount, char *message, size_t messageSize) {
    *points = readFile(&pointsForm, path, rowCount, message, messageSize);
    return *points != NULL;
}

bool ReadSegmentsText(const char *text, size_t length, const char *path, cdVec3 **points, int32_t *rowCount,
                      char *message, size_t messageSize) {
    *points = readText(&segmentsForm, text, length, path, rowCount, message, messageSize);
    return *points != NULL;
}

bool ReadSegmentsFile(const char *path, cdVec3 **points, int32_t *rowCount, char *message,
                      size_t messageSize) {
    *points = readFile(&segmentsForm, path, rowCount, message, messageSize);
    return *points != NULL;
}
