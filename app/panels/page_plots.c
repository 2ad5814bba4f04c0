// The dock's page of plots: time a frame, time a query, tests by their kind, steps of the searches for
// separating vectors. The cursor shows the values of a frame.
#include "panels/dock.h"

#include "panels/panels.h"
#include "services/queue.h"
#include "services/record.h"

#include <math.h>
#include <stdio.h>

typedef struct PlotLine {
    PlotSeries series;
    const char *sign, *about; // of the legend
    gxTone tone;
} PlotLine;

typedef struct PlotDef {
    const char *title, *unit;
    int lineCount;
    const PlotLine *lines; // lines[lineCount]
    const double *marks;   // marks[markCount]
    int markCount;
} PlotDef;

enum { LINE_MAX = 5 };

static const double budgets[] = {1000.0 / 60.0};
static const PlotLine frameLines[] = {
    {PLOT_FRAME, "frame", "Time between frames. The line marks 16.7 ms, 60 frames a second.", GX_TONE_FREE}};
static const PlotLine queryLines[] = {
    {PLOT_QUERY, "query", "First contact and slide of each drag step.", GX_TONE_CONTACT}};
static const PlotLine testLines[] = {
    {PLOT_SPHERES, "SS", "Pairs of nodes of the sphere trees [RKC01 3.1]", GX_TONE_FREE},
    {PLOT_TRIANGLES, "TT", "Pairs of triangles tested", GX_TONE_NEAR},
    {PLOT_EDGE_EDGE, "EE", "Edge against edge: cubics [RKC01 2]", GX_TONE_OVERLAP},
    {PLOT_VERTEX_FACE, "VF", "Vertex of the moving mesh against a face: cubics [RKC01 2]", GX_TONE_CONTACT},
    {PLOT_FACE_VERTEX, "FV", "Face of the moving mesh against a vertex: cubics [RKC01 2]", GX_TONE_STRONG}};
static const PlotDef plots[] = {{"ms a frame", "ms", 1, frameLines, budgets, 1},
                                {"µs a query", "µs", 1, queryLines, NULL, 0},
                                {"tests", "", LINE_MAX, testLines, NULL, 0}};
enum { PLOT_MAX = sizeof plots / sizeof *plots };

// The titles of lines that stand for more than themselves.
static void drawLegend(const PlotDef *plot, double median) {
    if (plot->lineCount == 1) {
        char text[64];
        gxSameLine(0.0f);
        FormatPlotNumber(median, text, sizeof text);
        gxText(GX_TONE_PLAIN, "median %s", text);
        gxTooltip("The median of the last 600 frames.");
        return;
    }
    for (int i = 0; i < plot->lineCount; ++i) {
        gxSameLine(0.0f);
        gxText(plot->lines[i].tone, "%s", plot->lines[i].sign);
        gxTooltip(plot->lines[i].about);
    }
}

// The frame under the cursor, in numbers.
static void tellFrame(const PlotDef *plot, const gxPlotLine *lines, int index, int count) {
    char text[256];
    int length = snprintf(text, sizeof text, "%d frames ago", count - 1 - index);
    for (int i = 0; i < plot->lineCount && length < (int)sizeof text; ++i) {
        double value = lines[i].values[index];
        char number[32] = "—";
        if (isfinite(value)) FormatPlotNumber(value, number, sizeof number);
        length += snprintf(text + length, sizeof text - (size_t)length, "\n%s  %s %s",
                           GetPlotName(plot->lines[i].series), number, plot->unit);
    }
    gxTooltip(text);
}

static void drawPlot(App *app, int which, float height) {
    static const double shown = 0.995; // percentile that fits; single slower frames are cut off
    const PlotDef *plot = &plots[which];
    double values[LINE_MAX][PLOT_FRAME_MAX], most = 0.0;
    gxPlotLine lines[LINE_MAX];
    int32_t count = 0;
    for (int i = 0; i < plot->lineCount; ++i) {
        count = ListPlotValues(&app->plots, plot->lines[i].series, values[i]);
        lines[i] = (gxPlotLine){values[i], plot->lines[i].tone};
        most = fmax(most, 1.1 * GetPlotQuantile(&app->plots, plot->lines[i].series, shown));
    }
    app->plotScales[which] = ChoosePlotScale(app->plotScales[which], most);
    gxText(GX_TONE_DIM, "%s", plot->title);
    drawLegend(plot, GetPlotQuantile(&app->plots, plot->lines[0].series, 0.5));
    char top[32];
    FormatPlotNumber(app->plotScales[which], top, sizeof top);
    gxPushId(which);
    int index = gxDrawPlot("##plot",
                           &(gxPlot){.lines = lines,
                                     .lineCount = plot->lineCount,
                                     .valueCount = (int)count,
                                     .room = PLOT_FRAME_MAX,
                                     .upper = app->plotScales[which],
                                     .top = top,
                                     .axis = "frames",
                                     .ends = {"-600", "now"},
                                     .marks = plot->marks,
                                     .markCount = plot->markCount},
                           height);
    if (index >= 0) tellFrame(plot, lines, index, (int)count);
    gxPopId();
}

static void drawSteps(App *app, float height) {
    const SeparationTally *sum = &app->stage.tally.sum;
    gxText(GX_TONE_DIM, "vectors");
    gxTooltip("Searches for a vector that separates two convex hulls [CW96], by the number of vectors tried: "
              "hulls found disjoint, and hulls found to overlap.");
    gxSameLine(0.0f);
    gxText(GX_TONE_FREE, "disjoint");
    gxSameLine(0.0f);
    gxText(GX_TONE_OVERLAP, "overlap");
    if (sum->apart.tests + sum->colliding.tests == 0)
        gxWrappedText(GX_TONE_DIM, "none yet");
    else
        DrawStepBars(sum, height - gxGetUiLineHeight());
}

void DrawPlotsPage(App *app, float w, float h) {
    float scale = gxGetUiScale(), height = h - gxGetUiLineHeight() - 12.0f * scale;
    const float widths[PLOT_MAX + 1] = {0.0f};
    int columns = (int)(w / (168.0f * scale));
    columns = columns < 1 ? 1 : columns > PLOT_MAX + 1 ? PLOT_MAX + 1 : columns;
    gxSameLine(w - 100.0f * scale);
    if (gxPushButton("Save CSV", 88.0f * scale))
        Intend(app, (Intention){.kind = INTEND_WRITE, .write = SavePlots});
    gxTooltip("Saves every frame shown as plots-DATE.csv in the current folder, and the searches by steps "
              "as steps-DATE.csv.");
    if (!gxBeginTable("plots", columns, widths)) return;
    for (int i = 0; i < PLOT_MAX + 1; ++i) { // in a narrow window below each other
        gxNextCell();
        if (i < PLOT_MAX)
            drawPlot(app, i, height);
        else
            drawSteps(app, height);
    }
    gxEndTable();
}
