// Turns input into intentions and carries them out.
#ifndef APP_EVENTS_H
#define APP_EVENTS_H

#include "services/app.h"

// Handles the events since the last frame, and devices that were down for `dt` seconds. Returns true if there
// was input.
bool HandleInput(App *app, const gxInput *input, double dt);

#endif
