// The panels left and right of the picture: beside it, or over it in a narrow window.
#ifndef APP_SIDES_H
#define APP_SIDES_H

#include "services/app.h"

// True if the panels have no room beside the picture; then they are drawn over it, one at a time.
bool IsNarrow(const App *app);
// True if lines below and above the picture would leave it too little room.
bool IsLow(const App *app);
bool IsLeftPanelShown(const App *app);
bool IsRightPanelShown(const App *app);
// Cycles: both, none; in a narrow window: left, right, none.
void CyclePanels(App *app);
// "both", "left", "right", "none". @lifetime static
const char *GetPanelsName(const App *app);

#endif
