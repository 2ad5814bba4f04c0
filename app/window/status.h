// The status file: one JSON line for each frame.
#ifndef APP_STATUS_H
#define APP_STATUS_H

#include "services/app.h"

#include <stdio.h>

// Writes a line with all that tests and scripts need of the frame just drawn.
void WriteStatus(App *app);
// Writes it to `out`.
void WriteStatusLine(FILE *out, const App *app);

#endif
