// The output of a command with rows; see row_output.h.
#include "commands/row_output.h"
#include "scenes/whole_file.h"

bool WriteRows(const RowJobs *jobs, const char *path, void (*writeSummary)(void *context, FILE *out),
               char *message, size_t messageSize) {
    OutputFile output;
    if (!OpenOutputFile(&output, path, message, messageSize)) return false;
    if (!RunRowJobs(jobs, output.stream, message, messageSize)) {
        AbandonOutputFile(&output);
        return false;
    }
    if (writeSummary != NULL) writeSummary(jobs->context, output.stream);
    return FinishOutputFile(&output, message, messageSize);
}
