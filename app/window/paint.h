// Draws the window and shows it; only the parts that have changed since the last time if the renderer keeps
// the others.
#ifndef APP_PAINT_H
#define APP_PAINT_H

#include "services/app.h"

// Draws the view's picture, or none, and the interface over it. Call gxEndUi before.
void PaintWindow(App *app, bool showsView);
// Shows what was drawn.
void PresentWindow(App *app);

#endif
