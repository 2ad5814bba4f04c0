// The status file: one JSON line a frame.
#ifndef APP_STATUS_H
#define APP_STATUS_H

#include "services/app.h"

// Writes a line with all that a test or a script wants to know of the frame just drawn.
void WriteStatus(App *app);

#endif
