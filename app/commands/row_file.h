// Files of rows of numbers as CSV: a header that must be there exactly, and rows of as many finite numbers.
//
// LF or CRLF ends a line, a byte order mark and empty lines are passed over. Every row is checked before the
// first is used, and the line of a mistake is named. What numbers mean is said by a RowForm: a row holds one
// or two items, poses, points or boxes in motion, that follow each other in its columns.
#ifndef APP_ROW_FILE_H
#define APP_ROW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_COLUMN_MAX = 102 };

typedef struct RowForm {
    int itemsOfRow, columnsOfItem;
    size_t itemSize;
    const char *(*makeItem)(const double *numbers, void *item); // NULL, or what is wrong with the numbers
    const char *columns[ROW_COLUMN_MAX];
    const char *header;    // all of them, for messages
    const char *owners[2]; // whose item, for messages
    int32_t rowCountMin;
    const char *tooFew;
} RowForm;

// The items of all rows in one array, to be freed.
// @errors NULL with a message "FILE:LINE: what is wrong"; then rowCount is 0
void *ReadRowsFile(const RowForm *form, const char *path, int32_t *rowCount, char *message,
                   size_t messageSize);

// The same for text in memory; `path` is for messages.
void *ReadRowsText(const RowForm *form, const char *text, size_t length, const char *path, int32_t *rowCount,
                   char *message, size_t messageSize);

#endif
