// The window's options, from the command line.
#ifndef APP_WINDOW_OPTIONS_H
#define APP_WINDOW_OPTIONS_H

#include "services/app.h"

// @errors false with a message that names the argument
bool ParseWindowOptions(int argCount, char *const args[], WindowOptions *options, char *message,
                        size_t messageSize);

#endif
