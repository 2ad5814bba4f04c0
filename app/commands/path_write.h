// Writes the output lines of `path`.
#ifndef APP_PATH_WRITE_H
#define APP_PATH_WRITE_H

#include "commands/path_jobs.h"

#include <stdio.h>

// The result of a job.
typedef struct PathRow {
    int32_t number;
    const PathJob *job;
    const cdPathContact *contact;
    const cdPathClearance *clearance; // NULL: none
    const cdPathBound *bounds;        // bounds[boundCount], of the clearance
    int32_t boundCount;
    double microseconds;
} PathRow;

void WritePathRow(FILE *out, const PathRow *row);

#endif
