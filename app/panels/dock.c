// The dock and its pages.
#include "panels/dock.h"

#include <math.h>

static const struct {
    const char *name, *about;
    float height; // of the whole dock, pixels at scale 1
    void (*draw)(App *app, float w, float h);
} pages[DOCK_PAGE_COUNT] = {
    [DOCK_PLOTS] = {"Plots", "Time and tests of each frame. F3", 178.0f, DrawPlotsPage},
    [DOCK_PROFILE] = {"Profiler", "Where a frame's time goes. F3 twice", 224.0f, DrawProfilePage},
    [DOCK_ENERGY] = {"Energy", "Kinetic, potential and dissipated energy of the bodies", 212.0f,
                     DrawEnergyPage},
    [DOCK_STEPS] = {"Step by step", "Replays the last query event by event. Q", 276.0f, DrawStepsPage},
    [DOCK_AXES] = {"Devices", "The gamepad's and the six-axis device's axes and buttons, live", 236.0f,
                   DrawAxesPage},
    [DOCK_LESSON] = {"Lesson", "The current stop of the lesson", 248.0f, DrawLessonPage},
};

// Height of the row of pages with a page's own text behind it; pixels at scale 1.
static const float leastRow = 760.0f;
// A page with less than this fraction of its height scrolls.
static const float leastShare = 0.8f;

int GetDockHeight(const App *app, int most) {
    if (app->dockPage == DOCK_CLOSED) return 0;
    return (int)fminf(pages[app->dockPage].height * gxGetUiScale(), (float)most);
}

// Draws a list where the names do not fit in a row.
static void drawPageChoice(App *app) {
    const char *names[DOCK_PAGE_COUNT];
    int indices[DOCK_PAGE_COUNT], count = 0, chosen = 0;
    for (int i = DOCK_CLOSED + 1; i < DOCK_PAGE_COUNT; ++i) {
        if (i == DOCK_LESSON && !app->lesson.run.lesson) continue;
        if (i == (int)app->dockPage) chosen = count;
        indices[count] = i;
        names[count++] = pages[i].name;
    }
    if (gxChoice("##page", names, count, &chosen)) app->dockPage = (DockPage)indices[chosen];
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
    float scale = gxGetUiScale(), row = gxGetUiLineHeight() + 14.0f * scale;
    if (w < leastRow * scale)
        drawPageChoice(app);
    else
        drawPageRow(app);
    gxPushId((int)app->dockPage);
    // A page keeps its legible height: the dock scrolls instead.
    pages[app->dockPage].draw(app, w, fmaxf(h, leastShare * pages[app->dockPage].height * scale) - row);
    gxPopId();
    gxEndPanel();
}
