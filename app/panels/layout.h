// Where the picture goes between the panels.
#ifndef APP_LAYOUT_H
#define APP_LAYOUT_H

#include "services/app.h"

void LayOutPanels(App *app);
bool IsTimelineShown(const App *app); // of a route
bool IsTrackShown(const App *app);    // of this session, or of a replay

#endif
