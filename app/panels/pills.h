// The pills of the menu bar.
#ifndef APP_PILLS_H
#define APP_PILLS_H

#include "services/app.h"

// Draws the pills that fit at the right end of the open menu bar.
void DrawPills(App *app);
// The width that all of them need, pixels.
float MeasurePills(const App *app);

#endif
