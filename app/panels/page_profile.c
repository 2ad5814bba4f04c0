// The dock's page of the profiler: where a frame's time goes, part by part in the order of the frame.
//
// A bar begins where the medians of the parts before it end: full to the median, pale to the 95th
// percentile of the last 600 frames. The lines are the budgets of 60 and of 30 frames a second.
#include "panels/dock.h"

#include "panels/panels.h"

#include <math.h>
#include <stdio.h>

static const char *getAbout(PlotSeries series) {
    static const char *const abouts[] = {
        [PART_INPUT] = "Events, pressed keys, gamepads.",
        [PART_RESOLVE] = "From the intended pose to the resolved one: first contact, and the slide.",
        [PART_PLAY] = "Steps of animated scenes and of worlds.",
        [PART_REGIONS] = "Contact regions at the resolved pose, and the probe.",
        [PART_PANELS] = "Menus, panels, this page.",
        [PART_PICTURE] = "Surfaces, shadows and overlays, as commands to the graphics card.",
        [PART_PRESENT] = "Graphics card work, and waiting for the display.",
        [PLOT_FRAME] = "Time between frames, waiting included."};
    return abouts[series];
}

static void drawNumber(gxTone tone, double milliseconds) {
    char text[16];
    FormatPlotNumber(milliseconds, text, sizeof text);
    gxText(tone, "%s", text);
}

static void drawRow(App *app, PlotSeries series, double begin, double upper, float width) {
    static const double budgets[] = {1000.0 / 60.0, 1000.0 / 30.0};
    double median = GetPlotQuantile(&app->plots, series, 0.5);
    double high = GetPlotQuantile(&app->plots, series, 0.95);
    bool whole = series == PLOT_FRAME;
    gxTone tone = !whole ? GX_TONE_FREE : median > budgets[0] ? GX_TONE_NEAR : GX_TONE_CONTACT;
    gxNextCell();
    gxText(whole ? GX_TONE_STRONG : GX_TONE_PLAIN, "%s%s", whole ? "" : "  ", GetPlotName(series));
    gxTooltip(getAbout(series));
    gxNextCell();
    drawNumber(GX_TONE_PLAIN, median);
    gxNextCell();
    drawNumber(GX_TONE_DIM, high);
    gxNextCell();
    gxDrawRange(&(gxRange){.from = begin / upper,
                           .to = (begin + median) / upper,
                           .most = (begin + fmax(high, median)) / upper,
                           .tone = tone,
                           .marks = {budgets[0] / upper, budgets[1] / upper}},
                width, gxGetUiTextHeight());
}

void DrawProfilePage(App *app, float w, float h) {
    (void)h;
    float scale = gxGetUiScale();
    const float widths[] = {112.0f * scale, 56.0f * scale, 56.0f * scale, 0.0f};
    float barWidth = w - 276.0f * scale;
    double most = fmax(1.05 * GetPlotQuantile(&app->plots, PLOT_FRAME, 0.95), 20.0), begin = 0.0;
    app->profileScale = ChoosePlotScale(app->profileScale, most);
    if (w > 480.0f * scale) gxSameLine(0.0f);
    gxText(GX_TONE_DIM, "milliseconds of the last %d frames", (int)app->plots.count);
    if (!gxBeginTable("profile", 4, widths)) return;
    gxNextCell();
    gxNextCell();
    gxText(GX_TONE_DIM, "median");
    gxNextCell();
    gxText(GX_TONE_DIM, "95 %%");
    gxNextCell();
    char axis[64];
    snprintf(axis, sizeof axis, "0 to %g ms; lines at 16.7 and 33.3", app->profileScale);
    if (gxGetUiTextWidth(GX_TONE_DIM, axis) > barWidth)
        snprintf(axis, sizeof axis, "0 to %g ms", app->profileScale);
    gxText(GX_TONE_DIM, "%s", gxGetUiTextWidth(GX_TONE_DIM, axis) > barWidth ? "" : axis);
    drawRow(app, PLOT_FRAME, 0.0, app->profileScale, barWidth);
    for (int i = 0; i < PART_COUNT; ++i) {
        drawRow(app, (PlotSeries)(PLOT_PART + i), begin, app->profileScale, barWidth);
        begin += GetPlotQuantile(&app->plots, (PlotSeries)(PLOT_PART + i), 0.5);
    }
    gxEndTable();
}
