// Decides which panels are shown beside the picture or over it.
//
// Input: the size of the window in pixels and the scale of letters. A wide window has both panels or none; a
// narrow one shows at most one, over the picture, and none when it becomes narrow.
#include "services/sides.h"

// Pixels at scale 1. Both panels leave 368 in the narrowest wide window.
static const float wideWidth = 840.0f, highHeight = 330.0f;

bool IsNarrow(const App *app) {
    return (float)app->layout.windowWidth <= wideWidth * gxGetUiScale();
}

bool IsLow(const App *app) {
    return (float)app->layout.windowHeight <= highHeight * gxGetUiScale();
}

bool IsLeftPanelShown(const App *app) {
    return IsNarrow(app) ? app->overPanel == OVER_LEFT : !app->panelsHidden;
}

bool IsRightPanelShown(const App *app) {
    return IsNarrow(app) ? app->overPanel == OVER_RIGHT : !app->panelsHidden;
}

void CyclePanels(App *app) {
    if (IsNarrow(app))
        app->overPanel = (OverPanel)((app->overPanel + 1) % OVER_COUNT);
    else
        app->panelsHidden = !app->panelsHidden;
}

const char *GetPanelsName(const App *app) {
    bool left = IsLeftPanelShown(app), right = IsRightPanelShown(app);
    return left && right ? "both" : left ? "left" : right ? "right" : "none";
}
