// One frame of the program: input, intended pose, first contact, resolved pose, picture.
#ifndef APP_FRAME_H
#define APP_FRAME_H

#include "services/app.h"

// Runs a frame; draws if something has changed. Returns false if nothing had.
bool RunFrame(App *app);

#endif
