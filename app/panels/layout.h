// Where the picture goes between the panels.
#ifndef APP_LAYOUT_H
#define APP_LAYOUT_H

#include "services/app.h"

void LayOutPanels(App *app);
bool IsTimelineShown(const App *app); // of a route
bool IsTrackShown(const App *app);    // of this session, or of a replay

// Where a dialog goes: the middle of the window below its menus, and a width that the window has.
typedef struct DialogPlace {
    float x, y, width; // pixels
} DialogPlace;

DialogPlace PlaceDialog(const App *app, float width); // width: wanted, pixels at scale 1

#endif
