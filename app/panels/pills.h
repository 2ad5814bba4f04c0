// The pills of the menu bar.
#ifndef APP_PILLS_H
#define APP_PILLS_H

#include "services/app.h"

// At the right end of the menu bar, which is open; those that have room beside its menus.
void DrawPills(App *app);
// The width that all of them need, pixels.
float MeasurePills(const App *app);

#endif
