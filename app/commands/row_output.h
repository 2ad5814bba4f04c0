// The output of a command with rows: standard output, or a file that appears when it is complete.
#ifndef APP_ROW_OUTPUT_H
#define APP_ROW_OUTPUT_H

#include "commands/row_jobs.h"

// Runs all rows and writes their lines to the file, or to standard output if `path` is NULL; then the
// summary. `writeSummary`: gets the context of the jobs; NULL: there is no summary.
// @errors false with a message: no memory, or the file cannot be written; a file is then as before, and
// standard output may have lines of earlier rows
bool WriteRows(const RowJobs *jobs, const char *path, void (*writeSummary)(void *context, FILE *out),
               char *message, size_t messageSize);

#endif
