// The dock's page of plots: time a frame, time a query.
#include "panels/dock.h"

void DrawPlotsPage(App *app, float w, float h) {
    (void)w;
    float height = 0.5f * h - gxGetUiLineHeight();
    gxText(GX_TONE_DIM, "frame, 0 to 100 ms");
    gxPlot("##frame", app->frameTimes, PLOT_COUNT, app->plotNext, 100.0f, height);
    gxText(GX_TONE_DIM, "query, 0 to 500 µs");
    gxPlot("##query", app->queryTimes, PLOT_COUNT, app->plotNext, 500.0f, height);
}
