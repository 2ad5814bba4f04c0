// Divides the window among picture, panels, dock and lines.
#include "panels/layout.h"

#include "panels/dock.h"
#include "services/sides.h"

bool IsTimelineShown(const App *app) {
    return app->stage.boxes.present && !app->stage.world.present && !app->timelineHidden &&
           !app->replay.active;
}

bool IsTrackShown(const App *app) {
    if (app->timelineHidden) return false;
    return app->replay.active || !app->stage.boxes.present || app->stage.world.present;
}

static int leastOf(int a, int b) {
    return a < b ? a : b;
}

void LayOutPanels(App *app) {
    float scale = gxGetUiScale();
    gxGetWindowSize(app->window, &app->layout.windowWidth, &app->layout.windowHeight);
    Layout *layout = &app->layout;
    int widths[2] = {leastOf((int)(208.0f * scale), layout->windowWidth),
                     leastOf((int)(264.0f * scale), layout->windowWidth)};
    bool over = IsNarrow(app);
    int left = IsLeftPanelShown(app) ? widths[0] : 0, right = IsRightPanelShown(app) ? widths[1] : 0;
    layout->top = (int)(27.0f * scale);
    layout->bottom = app->lineHidden ? 0 : (int)(27.0f * scale);
    layout->left = over ? 0 : left;
    layout->right = over ? 0 : right;
    layout->overLeft = over ? left : 0;
    layout->overRight = over ? right : 0;
    layout->x = layout->left;
    layout->y = layout->top;
    layout->width = layout->windowWidth - layout->left - layout->right;
    // The steps of a search have a line of their own, and need the room.
    bool lesson = app->dockPage == DOCK_LESSON && !IsTimelineShown(app);
    bool steps = (app->dockPage == DOCK_STEPS || lesson) && !app->replay.active;
    steps = steps || (IsLow(app) && app->dockPage != DOCK_CLOSED);
    layout->timeline = (int)(steps                  ? 0.0f
                             : IsTimelineShown(app) ? 60.0f * scale
                             : IsTrackShown(app)    ? 27.0f * scale
                                                    : 0.0f);
    layout->height = layout->windowHeight - layout->top - layout->timeline - layout->bottom;
    // A low window keeps a strip of the picture, and the page scrolls.
    int strip = (int)(36.0f * scale);
    layout->dock = GetDockHeight(app, IsLow(app) ? layout->height - strip : layout->height / 2);
    if (layout->dock < 0) layout->dock = 0;
    layout->height -= layout->dock;
    if (layout->width < 1) layout->width = 1;
    if (layout->height < 1) layout->height = 1;
}

DialogPlace PlaceDialog(const App *app, float width) {
    const Layout *layout = &app->layout;
    float scale = gxGetUiScale(), wide = (float)layout->windowWidth, most = wide - 16.0f * scale;
    float middle = 0.5f * (float)(layout->top + layout->windowHeight);
    return (DialogPlace){0.5f * wide, middle, width * scale < most ? width * scale : most};
}
