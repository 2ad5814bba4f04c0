// Reads files of joint paths: the header names the columns, and thus the form of the rows (row_file.h).
#include "commands/joint_path_file.h"
#include "commands/row_file.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The columns of a file: names, in a copy of the header, and the link that each moves; -1: the time.
typedef struct Columns {
    const Mechanism *mechanism;
    const bool *isSet;
    const char *file, *text; // text[length]
    size_t length;
    char *header; // ended by a null after each name
    int32_t links[ROW_COLUMN_MAX];
    const char *names[ROW_COLUMN_MAX];
    int count;
    char *message;
    size_t messageSize;
} Columns;

static bool addColumn(Columns *columns, char *name) {
    int at = columns->count++;
    columns->names[at] = name;
    columns->links[at] = -1;
    if (at == 0 && strcmp(name, "time") == 0) return true;
    columns->links[at] = FindMechanismJoint(columns->mechanism, name, strlen(name));
    if (columns->links[at] < 0) {
        char joints[512];
        ListMechanismJoints(columns->mechanism, joints, sizeof joints);
        snprintf(columns->message, columns->messageSize,
                 "%s:1: no joint has the name '%.40s'; the joints are %s", columns->file, name, joints);
        return false;
    }
    if (columns->isSet[columns->links[at]]) {
        snprintf(columns->message, columns->messageSize,
                 "%s:1: the joint '%.40s' is moved by the file and set by --at", columns->file, name);
        return false;
    }
    for (int i = 0; i < at; i++)
        if (columns->links[i] == columns->links[at]) {
            snprintf(columns->message, columns->messageSize, "%s:1: the joint '%.40s' has two columns",
                     columns->file, name);
            return false;
        }
    return true;
}

// Returns the name without white space around it.
static char *trim(char *name) {
    name += strspn(name, " \t\r");
    size_t length = strlen(name);
    while (length > 0 && strchr(" \t\r", name[length - 1]) != NULL)
        name[--length] = '\0';
    return name;
}

static bool readColumns(Columns *columns) {
    const char *text = columns->text;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3; // byte order mark
    size_t length = strcspn(text, "\n");
    columns->header = malloc(length + 1);
    if (columns->header == NULL) return false;
    memcpy(columns->header, text, length);
    columns->header[length] = '\0';
    for (char *name = columns->header, *comma; name != NULL; name = comma) {
        comma = strchr(name, ',');
        if (comma != NULL) *comma++ = '\0';
        if (columns->count == ROW_COLUMN_MAX) {
            snprintf(columns->message, columns->messageSize, "%s:1: more than %d columns", columns->file,
                     (int)ROW_COLUMN_MAX);
            return false;
        }
        if (!addColumn(columns, trim(name))) return false;
    }
    return true;
}

static const char *compareTimes(const void *before, const void *item) {
    return *(const double *)item > *(const double *)before ? NULL
                                                           : "the time is not above that of the row before";
}

static double *readRows(const Columns *columns, int32_t *rowCount) {
    bool isTimed = columns->links[0] < 0;
    RowForm form = {.itemsOfRow = 1,
                    .columnsOfItem = columns->count,
                    .itemSize = (size_t)columns->count * sizeof(double),
                    .compareItems = isTimed ? compareTimes : NULL,
                    .header = "of joint names",
                    .owners = {""},
                    .rowCountMin = 2,
                    .tooFew = "a path needs at least two rows"};
    memcpy(form.columns, columns->names, sizeof form.columns);
    return ReadRowsText(&form, columns->text, columns->length, columns->file, rowCount, columns->message,
                        columns->messageSize);
}

static bool checkValue(const Columns *columns, int32_t row, int32_t link, double value) {
    const MechanismLink *own = &columns->mechanism->names[link];
    char lower[NUMBER_TEXT_SIZE], upper[NUMBER_TEXT_SIZE], number[NUMBER_TEXT_SIZE];
    if (IsInJointRange(own, value)) return true;
    snprintf(columns->message, columns->messageSize,
             "%s:%d: %s is beyond the range %s:%s of the joint '%.40s'", columns->file,
             (int)GetRowLine(columns->text, columns->length, row), FormatNumber(value, number),
             FormatNumber(own->lower, lower), FormatNumber(own->upper, upper), own->joint);
    return false;
}

static bool fillPath(const Columns *columns, const double *rows, const double *others, JointPathFile *path) {
    int32_t linkCount = columns->mechanism->def.linkCount;
    for (int32_t row = 0; row < path->def.nodeCount; row++) {
        const double *numbers = rows + (size_t)row * (size_t)columns->count;
        double *values = path->values + (size_t)row * (size_t)linkCount;
        memcpy(values, others, (size_t)linkCount * sizeof *values);
        path->times[row] = row;
        for (int i = 0; i < columns->count; i++) {
            int32_t link = columns->links[i];
            if (link < 0)
                path->times[row] = numbers[i];
            else if (checkValue(columns, row, link, numbers[i]))
                values[link] = numbers[i];
            else
                return false;
        }
    }
    if (!(path->times[0] < 0.0)) return true;
    snprintf(columns->message, columns->messageSize, "%s:%d: the time is negative", columns->file,
             (int)GetRowLine(columns->text, columns->length, 0));
    return false;
}

static bool makePath(const Columns *columns, const double *rows, int32_t rowCount, const double *others,
                     JointPathFile *path) {
    size_t nodes = (size_t)rowCount, links = (size_t)columns->mechanism->def.linkCount;
    path->times = malloc(nodes * sizeof *path->times);
    path->values = malloc(nodes * links * sizeof *path->values);
    path->def = (cdJointPath){&columns->mechanism->def, path->times, path->values, rowCount};
    if (path->times != NULL && path->values != NULL) return fillPath(columns, rows, others, path);
    snprintf(columns->message, columns->messageSize, "out of memory");
    return false;
}

bool ReadJointPath(const Mechanism *mechanism, const double *others, const bool *isSet, const char *file,
                   JointPathFile *path, char *message, size_t messageSize) {
    Columns columns = {
        .mechanism = mechanism, .isSet = isSet, .file = file, .message = message, .messageSize = messageSize};
    *path = (JointPathFile){.times = NULL};
    int32_t rowCount = 0;
    snprintf(message, messageSize, "out of memory");
    char *text = ReadWholeFile(file, &columns.length, message, messageSize);
    columns.text = text;
    double *rows = NULL;
    if (text != NULL && columns.length == 0) snprintf(message, messageSize, "%s:1: the file is empty", file);
    if (columns.length > 0 && readColumns(&columns)) rows = readRows(&columns, &rowCount);
    bool good = rows != NULL && makePath(&columns, rows, rowCount, others, path);
    free(rows);
    free(columns.header);
    free(text);
    return good;
}

void FreeJointPath(JointPathFile *path) {
    free(path->times);
    free(path->values);
    *path = (JointPathFile){.times = NULL};
}
