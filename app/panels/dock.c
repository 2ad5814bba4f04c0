// The dock and its pages.
#include "panels/dock.h"

#include <math.h>

static const struct {
    const char *name, *about;
    float height; // of the whole dock, pixels at scale 1
    void (*draw)(App *app, float w, float h);
} pages[DOCK_PAGE_COUNT] = {
    [DOCK_PLOTS] = {"Plots", "Time and tests, frame by frame. F3", 178.0f, DrawPlotsPage},
    [DOCK_PROFILE] = {"Profiler", "Where a frame's time goes. F3 twice", 224.0f, DrawProfilePage},
    [DOCK_STEPS] = {"Step by step", "What the last query did, one step after the other. Q", 276.0f,
                    DrawStepsPage},
    [DOCK_AXES] = {"Axes of devices", "The gamepad's and the six-axis device's axes and buttons, live",
                   236.0f, DrawAxesPage},
    [DOCK_LESSON] = {"Lesson", "The stop of the lesson that is open", 248.0f, DrawLessonPage},
};

int GetDockHeight(const App *app, int most) {
    if (app->dockPage == DOCK_CLOSED) return 0;
    return (int)fminf(pages[app->dockPage].height * gxGetUiScale(), (float)most);
}

static void drawPageRow(App *app) {
    for (int i = DOCK_CLOSED + 1; i < DOCK_PAGE_COUNT; ++i) {
        if (i == DOCK_LESSON && !app->lesson.run.lesson) continue;
        if (i > DOCK_CLOSED + 1) gxSameLine(0.0f);
        if (gxPill(pages[i].name, i == (int)app->dockPage ? GX_TONE_STRONG : GX_TONE_DIM))
            app->dockPage = (DockPage)i;
        gxTooltip(pages[i].about);
    }
}

void DrawDock(App *app, float x, float y, float w, float h) {
    gxBeginPanel("##dock", x, y, w, h, 0);
    drawPageRow(app);
    gxPushId((int)app->dockPage);
    pages[app->dockPage].draw(app, w, h - gxGetUiLineHeight() - 14.0f * gxGetUiScale());
    gxPopId();
    gxEndPanel();
}
