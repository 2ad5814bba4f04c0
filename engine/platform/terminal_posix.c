// The terminal of POSIX. An alarm writes the line, so the state is global: a signal handler has no other
// access to it.
#include "engine/platform/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char laterLine[256];
static volatile sig_atomic_t laterShown;

bool gxIsErrorTerminal(void) {
    return isatty(STDERR_FILENO) == 1;
}

// Calls only async-signal-safe functions.
static void showLine(int signalNumber) {
    (void)signalNumber;
    laterShown = write(STDERR_FILENO, laterLine, strlen(laterLine)) >= 0;
}

void gxShowLineLater(const char *line) {
    snprintf(laterLine, sizeof laterLine, "%s", line);
    struct sigaction action = {.sa_handler = showLine, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
}

bool gxStopShowingLine(void) {
    alarm(0);
    bool shown = laterShown != 0;
    laterShown = 0;
    return shown;
}
