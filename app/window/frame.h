// One frame of the program, the whole line: input, intended pose, first contact, resolved pose, picture.
#ifndef APP_FRAME_H
#define APP_FRAME_H

#include "services/app.h"

// Runs a frame; draws when something has changed. False: nothing had.
bool RunFrame(App *app);

#endif
