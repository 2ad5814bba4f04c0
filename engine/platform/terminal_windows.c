// The console of Windows. A timer's thread writes the line.
#include "engine/platform/terminal.h"

#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

static char laterLine[256];
static HANDLE laterTimer;
static volatile LONG laterShown;

bool gxIsErrorTerminal(void) {
    return _isatty(_fileno(stderr)) != 0;
}

static VOID CALLBACK showLine(PVOID context, BOOLEAN fired) {
    (void)context;
    (void)fired;
    DWORD written = 0;
    if (WriteFile(GetStdHandle(STD_ERROR_HANDLE), laterLine, (DWORD)strlen(laterLine), &written, NULL))
        InterlockedExchange(&laterShown, 1);
}

void gxShowLineLater(const char *line) {
    snprintf(laterLine, sizeof laterLine, "%s", line);
    if (!CreateTimerQueueTimer(&laterTimer, NULL, showLine, NULL, 1000, 0, WT_EXECUTEONLYONCE))
        laterTimer = NULL;
}

bool gxStopShowingLine(void) {
    if (laterTimer != NULL)
        DeleteTimerQueueTimer(NULL, laterTimer, INVALID_HANDLE_VALUE); // waits for showLine
    laterTimer = NULL;
    return InterlockedExchange(&laterShown, 0) != 0;
}
