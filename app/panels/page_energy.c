// The dock's page of energies: kinetic, potential and dissipated energy, their sum, and the work put in, over
// the last 600 steps shown. Without work the sum is constant.
#include "panels/dock.h"

#include "panels/panels.h"
#include "panels/rows.h"
#include "services/energies.h"

#include <math.h>
#include <stdio.h>

static const struct {
    const char *name, *about;
    gxTone tone;
} lines[ENERGY_SERIES_COUNT] = {
    [ENERGY_KINETIC] = {"kinetic", "Kinetic energy of all bodies.", GX_TONE_FREE},
    [ENERGY_POTENTIAL] = {"potential", "Potential energy by gravity; 0 at the lowest value shown.",
                          GX_TONE_NEAR},
    [ENERGY_DISSIPATED] = {"dissipated", "Energy lost since the start: to friction, collisions, damping.",
                           GX_TONE_OVERLAP},
    [ENERGY_WORK] = {"work",
                     "Work put in since the start by forces, drags, motors and kinematic bodies; below 0: "
                     "taken out.",
                     GX_TONE_CONTACT},
    [ENERGY_TOTAL] = {"total", "Kinetic, potential and dissipated energy. It changes by the work alone.",
                      GX_TONE_STRONG}};

// Each name in the colour of its line, with the value at `sample`.
static void drawLegend(double values[ENERGY_SERIES_COUNT][ENERGY_SAMPLE_MAX], int32_t sample) {
    for (int i = 0; i < ENERGY_SERIES_COUNT; ++i) {
        char number[32];
        FormatPlotNumber(HideMinusZero(values[i][sample], 9), number, sizeof number);
        if (i > 0) gxSameLine(0.0f);
        gxText(lines[i].tone, "%s %s", lines[i].name, number);
        gxTooltip(lines[i].about);
    }
    gxSameLine(0.0f);
    gxText(GX_TONE_DIM, "mass · length² / s²");
    gxTooltip(
        "The unit of energy. The mass of a body is its volume times its density, 1 unless the scene has another.");
}

static void tellSample(const App *app, double values[ENERGY_SERIES_COUNT][ENERGY_SAMPLE_MAX],
                       int32_t sample) {
    char text[256];
    int length = snprintf(text, sizeof text, "%.3f s", GetEnergyTime(&app->energies, sample));
    for (int i = 0; i < ENERGY_SERIES_COUNT && length < (int)sizeof text; ++i)
        length += snprintf(text + length, sizeof text - (size_t)length, "\n%s  %.6g", lines[i].name,
                           HideMinusZero(values[i][sample], 9));
    gxTooltip(text);
}

// Chooses the ends of the scale; 0 is in between.
static void chooseScale(App *app, double values[ENERGY_SERIES_COUNT][ENERGY_SAMPLE_MAX], int32_t count) {
    double most = 0.0, least = 0.0;
    for (int i = 0; i < ENERGY_SERIES_COUNT; ++i) {
        for (int32_t k = 0; k < count; ++k) {
            most = fmax(most, 1.05 * values[i][k]);
            least = fmin(least, 1.05 * values[i][k]);
        }
    }
    app->energyTop = ChoosePlotScale(app->energyTop, most);
    bool below = -least > 1e-3 * most; // less is rounding
    app->energyFoot = below ? ChoosePlotScale(app->energyFoot, -least) : 0.0;
}

void DrawEnergyPage(App *app, float w, float h) {
    (void)w;
    double values[ENERGY_SERIES_COUNT][ENERGY_SAMPLE_MAX];
    gxPlotLine curves[ENERGY_SERIES_COUNT];
    int32_t count = 0;
    for (int i = 0; i < ENERGY_SERIES_COUNT; ++i) {
        count = ListEnergies(&app->energies, (EnergySeries)i, values[i]);
        curves[i] = (gxPlotLine){values[i], lines[i].tone};
    }
    if (count == 0) {
        gxWrappedText(GX_TONE_DIM, "no bodies that move by themselves");
        return;
    }
    chooseScale(app, values, count);
    drawLegend(values, count - 1);
    char top[32], foot[32], begin[32], end[32];
    FormatPlotNumber(app->energyTop, top, sizeof top);
    FormatPlotNumber(-app->energyFoot, foot, sizeof foot);
    snprintf(begin, sizeof begin, "%.2f s", GetEnergyTime(&app->energies, 0));
    snprintf(end, sizeof end, "%.2f s", GetEnergyTime(&app->energies, count - 1));
    gxPlot plot = {.lines = curves,
                   .lineCount = ENERGY_SERIES_COUNT,
                   .valueCount = (int)count,
                   .room = count > 1 ? (int)count : 2,
                   .lower = -app->energyFoot,
                   .upper = app->energyTop,
                   .bottom = foot,
                   .top = top,
                   .axis = "time of the scene, one value a frame",
                   .ends = {begin, end}};
    int index = gxDrawPlot("##energies", &plot, h - gxGetUiLineHeight() - 6.0f * gxGetUiScale());
    if (index >= 0) tellSample(app, values, (int32_t)index);
}
