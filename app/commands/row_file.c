// Reads files of rows of numbers: splits lines at commas, checks every number and reports errors.
#include "commands/row_file.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM_COUNT_MAX = 100000000 };

typedef struct RowReader {
    const RowForm *form;
    const char *path, *at, *end;
    int32_t line;
    unsigned char *items;
    int32_t itemCount, itemCapacity;
    char *message;
    size_t messageSize;
} RowReader;

static bool fail(const RowReader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(const RowReader *reader, const char *format, ...) {
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

// Returns the number of characters of a field that a message shows.
static int getShownLength(Field field) {
    return field.length < 40 ? (int)field.length : 40;
}

// Takes the next line without its end. Returns false after the last.
static bool takeLine(RowReader *reader, Field *line) {
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

// Splits the line at its commas. Returns the number of fields and stores the first ROW_COLUMN_MAX.
static int splitFields(Field line, Field fields[ROW_COLUMN_MAX]) {
    int count = 0;
    const char *begin = line.begin, *end = line.begin + line.length;
    for (;;) {
        const char *comma = memchr(begin, ',', (size_t)(end - begin));
        const char *stop = comma != NULL ? comma : end;
        if (count < ROW_COLUMN_MAX) fields[count] = (Field){begin, (size_t)(stop - begin)};
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

static int getColumnCount(const RowReader *reader) {
    return reader->form->columnsOfItem * reader->form->itemsOfRow;
}

// Reports the difference of the header: its number of columns, or the first wrong name.
static bool failHeader(const RowReader *reader, int count, int differing, Field field) {
    const RowForm *form = reader->form;
    if (count != getColumnCount(reader))
        return fail(reader, "the first line must be the header %s (%d columns, it has %d)", form->header,
                    getColumnCount(reader), count);
    return fail(reader, "the first line must be the header %s (column %d is '%.*s', expected %s)",
                form->header, differing + 1, getShownLength(field), field.begin, form->columns[differing]);
}

static bool readHeader(RowReader *reader) {
    Field line, fields[ROW_COLUMN_MAX];
    if (!takeLine(reader, &line)) {
        reader->line = 1;
        return fail(reader, "the file is empty");
    }
    int count = splitFields(line, fields), same = 0;
    if (count != getColumnCount(reader)) return failHeader(reader, count, 0, fields[0]);
    while (same < count && isName(fields[same], reader->form->columns[same]))
        same++;
    return same == count ? true : failHeader(reader, count, same, fields[same]);
}

// Adds an item. @errors NULL with a message
static void *addItem(RowReader *reader) {
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

static const char *makeItem(const RowForm *form, const double *numbers, void *item) {
    if (form->makeItem != NULL) return form->makeItem(numbers, item);
    memcpy(item, numbers, form->itemSize);
    return NULL;
}

static bool readRow(RowReader *reader, Field line) {
    Field fields[ROW_COLUMN_MAX];
    int count = splitFields(line, fields), expected = getColumnCount(reader);
    if (count != expected)
        return fail(reader, "%d column%s, expected %d", count, count == 1 ? "" : "s", expected);
    double numbers[ROW_COLUMN_MAX];
    for (int i = 0; i < expected; i++) {
        if (ReadNumber(fields[i].begin, fields[i].length, &numbers[i])) continue;
        return fail(reader, "%s is not a finite number: '%.*s'", reader->form->columns[i],
                    getShownLength(fields[i]), fields[i].begin);
    }
    for (int k = 0; k < reader->form->itemsOfRow; k++) {
        void *item = addItem(reader);
        if (item == NULL) return false;
        const char *trouble = makeItem(reader->form, numbers + reader->form->columnsOfItem * k, item);
        bool compares = trouble == NULL && reader->form->compareItems != NULL && reader->itemCount > 1;
        if (compares)
            trouble = reader->form->compareItems((unsigned char *)item - reader->form->itemSize, item);
        if (trouble != NULL) return fail(reader, "%s%s", reader->form->owners[k], trouble);
    }
    return true;
}

void *ReadRowsText(const RowForm *form, const char *text, size_t length, const char *path, int32_t *rowCount,
                   char *message, size_t messageSize) {
    RowReader reader = {.form = form,
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

int32_t GetRowLine(const char *text, size_t length, int32_t row) {
    RowReader reader = {.at = text, .end = text + length};
    Field line;
    takeLine(&reader, &line); // the header
    for (int32_t left = row + 1; left > 0 && takeLine(&reader, &line);)
        if (!isBlank(line)) left--;
    return reader.line;
}

void *ReadRowsFile(const RowForm *form, const char *path, int32_t *rowCount, char *message,
                   size_t messageSize) {
    size_t length = 0;
    *rowCount = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return NULL;
    void *items = ReadRowsText(form, text, length, path, rowCount, message, messageSize);
    free(text);
    return items;
}
