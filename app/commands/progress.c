// Shows progress on a terminal: one line on standard error, after the first second, updated at most ten times
// a second. For work without a known length the system prints the line.
#include "commands/command.h"
#include "engine/platform/clock.h"
#include "engine/platform/terminal.h"
#include <stdio.h>

Progress BeginProgress(const char *label) {
    return (Progress){.label = label, .begin = gxGetTime(), .terminal = gxIsErrorTerminal()};
}

void ShowProgress(Progress *progress, int64_t done, int64_t total) {
    if (!progress->terminal) return;
    double now = gxGetTime();
    if (now - progress->begin < 1.0 || now - progress->shown < 0.1) return;
    progress->shown = now;
    double percent = total > 0 ? 100.0 * (double)done / (double)total : 0.0;
    fprintf(stderr, "\r\033[K%s %lld of %lld (%.0f %%)", progress->label, (long long)done, (long long)total,
            percent);
    fflush(stderr);
}

void EndProgress(Progress *progress) {
    if (progress->shown > 0.0) fputs("\r\033[K", stderr);
    progress->shown = 0.0;
}

void BeginWaiting(const char *label) {
    char line[256];
    if (!gxIsErrorTerminal()) return;
    snprintf(line, sizeof line, "\r\033[K%s ...", label);
    gxShowLineLater(line);
}

void EndWaiting(void) {
    if (gxStopShowingLine()) fputs("\r\033[K", stderr);
}
