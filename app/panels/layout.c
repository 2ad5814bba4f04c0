// The window divided among picture, panels, dock and lines.
#include "panels/layout.h"

#include "panels/dock.h"

bool IsTimelineShown(const App *app) {
    return app->stage.boxes.present && !app->stage.world.present && !app->timelineHidden &&
           !app->replay.active;
}

bool IsTrackShown(const App *app) {
    if (app->timelineHidden) return false;
    return app->replay.active || !app->stage.boxes.present || app->stage.world.present;
}

void LayOutPanels(App *app) {
    float scale = gxGetUiScale();
    gxGetWindowSize(app->window, &app->layout.windowWidth, &app->layout.windowHeight);
    Layout *layout = &app->layout;
    bool panels = !app->panelsHidden && layout->windowWidth > (int)(840.0f * scale);
    layout->top = (int)(27.0f * scale);
    layout->bottom = app->lineHidden ? 0 : (int)(27.0f * scale);
    layout->left = panels ? (int)(208.0f * scale) : 0;
    layout->right = panels ? (int)(264.0f * scale) : 0;
    layout->x = layout->left;
    layout->y = layout->top;
    layout->width = layout->windowWidth - layout->left - layout->right;
    // The steps of a search have a line of their own, and need the room.
    bool lesson = app->dockPage == DOCK_LESSON && !IsTimelineShown(app);
    bool steps = (app->dockPage == DOCK_STEPS || lesson) && !app->replay.active;
    layout->timeline = (int)(steps                  ? 0.0f
                             : IsTimelineShown(app) ? 60.0f * scale
                             : IsTrackShown(app)    ? 27.0f * scale
                                                    : 0.0f);
    layout->height = layout->windowHeight - layout->top - layout->timeline - layout->bottom;
    layout->dock = GetDockHeight(app, layout->height / 2);
    layout->height -= layout->dock;
    if (layout->width < 1) layout->width = 1;
    if (layout->height < 1) layout->height = 1;
}
