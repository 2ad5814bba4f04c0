// The browser has no terminal.
#include "engine/platform/terminal.h"

bool gxIsErrorTerminal(void) {
    return false;
}

void gxShowLineLater(const char *line) {
    (void)line;
}

bool gxStopShowingLine(void) {
    return false;
}
