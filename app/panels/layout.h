// Layout of the window: picture, panels, dialogs.
#ifndef APP_LAYOUT_H
#define APP_LAYOUT_H

#include "services/app.h"

void LayOutPanels(App *app);
bool IsTimelineShown(const App *app); // of a route
bool IsTrackShown(const App *app);    // of this session, or of a replay

// Position of a dialog: centered below the menus, no wider than the window.
typedef struct DialogPlace {
    float x, y, width; // pixels
} DialogPlace;

DialogPlace PlaceDialog(const App *app, float width); // width: wanted, pixels at scale 1

#endif
