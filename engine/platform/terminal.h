// The terminal that standard error is shown on.
#ifndef GX_TERMINAL_H
#define GX_TERMINAL_H

#include <stdbool.h>

// True if standard error is a terminal.
bool gxIsErrorTerminal(void);

// Writes a line of fewer than 256 bytes to standard error in one second, unless gxStopShowingLine is called
// before. One line at a time. It needs no help from the caller, which may compute in the meantime.
void gxShowLineLater(const char *line);
// Ends the wait. True if the line was written.
bool gxStopShowingLine(void);

#endif
