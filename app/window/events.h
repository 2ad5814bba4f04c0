// Input turned into intentions, and those carried out.
#ifndef APP_EVENTS_H
#define APP_EVENTS_H

#include "services/app.h"

// Handles the events since the last frame, and devices that are held for `dt` seconds. True: there was
// something.
bool HandleInput(App *app, const gxInput *input, double dt);

#endif
