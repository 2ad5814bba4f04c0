// Shows progress on a terminal: one line on standard error, after the first second, updated at most ten times
// a second. For work without a known length an alarm prints the line.
#include "commands/command.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double GetSeconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

Progress BeginProgress(const char *label) {
    return (Progress){.label = label, .begin = GetSeconds(), .terminal = isatty(STDERR_FILENO) == 1};
}

void ShowProgress(Progress *progress, int64_t done, int64_t total) {
    if (!progress->terminal) return;
    double now = GetSeconds();
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

static char waitingLine[256];
static volatile sig_atomic_t waitingShown;

static void writeToTerminal(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) waitingShown = 0;
}

static void showWaiting(int signalNumber) {
    (void)signalNumber;
    waitingShown = 1;
    writeToTerminal(waitingLine);
}

void BeginWaiting(const char *label) {
    if (isatty(STDERR_FILENO) != 1) return;
    snprintf(waitingLine, sizeof waitingLine, "\r\033[K%s ...", label);
    struct sigaction action = {.sa_handler = showWaiting, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
}

void EndWaiting(void) {
    alarm(0);
    if (waitingShown) writeToTerminal("\r\033[K");
    waitingShown = 0;
}
