// Reader of CSV files of numbers: an exact header, then rows with as many finite numbers.
//
// LF or CRLF ends a line; a byte order mark and empty lines are ignored. All rows are checked before any is
// used, and messages name the line. A RowForm defines the columns: a row holds one or two items (poses,
// points, boxes in motion) in consecutive columns.
#ifndef APP_ROW_FILE_H
#define APP_ROW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_COLUMN_MAX = 102 };

typedef struct RowForm {
    int itemsOfRow, columnsOfItem;
    size_t itemSize;
    // Returns NULL, or an error message. NULL: an item is its numbers
    const char *(*makeItem)(const double *numbers, void *item);
    // Compares an item with the one before; returns NULL, or an error message. NULL: no comparison
    const char *(*compareItems)(const void *before, const void *item);
    const char *columns[ROW_COLUMN_MAX];
    const char *header;    // all columns, for messages
    const char *owners[2]; // prefix of each item, for messages
    int32_t rowCountMin;
    const char *tooFew;
} RowForm;

// Returns the items of all rows in one array, which the caller frees.
// @errors NULL with a message "FILE:LINE: what is wrong"; then rowCount is 0
void *ReadRowsFile(const RowForm *form, const char *path, int32_t *rowCount, char *message,
                   size_t messageSize);

// The same for text in memory; `path` is for messages.
void *ReadRowsText(const RowForm *form, const char *text, size_t length, const char *path, int32_t *rowCount,
                   char *message, size_t messageSize);

// Returns the line of a row of such a text, from 1; `row` from 0.
int32_t GetRowLine(const char *text, size_t length, int32_t row);

#endif
