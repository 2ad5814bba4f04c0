// The panels at the left and the right of the picture: beside it, or over it where the window is narrow.
#ifndef APP_SIDES_H
#define APP_SIDES_H

#include "services/app.h"

// True where the panels have no room beside the picture: they are drawn over it, one at a time.
bool IsNarrow(const App *app);
// True where lines below and above the picture would leave too little of it.
bool IsLow(const App *app);
bool IsLeftPanelShown(const App *app);
bool IsRightPanelShown(const App *app);
// Both or none; in a narrow window the left one, the right one, none.
void CyclePanels(App *app);
// "both", "left", "right", "none". @lifetime static
const char *GetPanelsName(const App *app);

#endif
