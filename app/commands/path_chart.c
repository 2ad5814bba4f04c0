// Draws the minimum distance of a path over time, as a column for each part of the time.
//
// The height of a column is the certified lower bound. Its colour is also that of the path in the picture, so
// that the chart is the key to the colours. A part with a contact is a full column in the colour of overlap,
// one whose search was cut short a grey one.
#include "commands/path_chart.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>

static const double LEFT = 78.0, RIGHT = 26.0, TOP = 40.0, FOOT = 34.0; // margins, pixels at scale 1
enum { TEXT_SIZE = 64, TICK_MAX = 12 };

typedef struct Chart {
    const PathStory *story;
    gxTextRenderer *text;
    gxFillList faces;
    gxStrokeList marks;
    double left, right, top, bottom; // of the plotted area, pixels from the chart's top left
    int width, height, offset;       // offset: of the chart from the picture's top
    double begin, end, limit;        // times; distance at the top
    double scale;                    // pixels of the picture for one at scale 1
} Chart;

gxColor GetPartColor(const PathStory *story, const cdPathBound *bound) {
    if (IsContactPart(bound)) return GetStatusLook(THEME_DARK, STAGE_OVERLAP).text;
    if (IsOpenPart(bound)) return GetNoteColor(THEME_DARK);
    bool isScaled = story->scale > 0.0 && isfinite(bound->lower);
    return GetDistanceColor(isScaled ? fmin(1.0, bound->lower / story->scale) : 1.0);
}

// --- Positions

// Returns a point of the chart in the units of its view: heights of the chart, from its middle.
static vec3s place(const Chart *chart, double x, double y) {
    double unit = chart->height;
    return (vec3s){
        {(float)((x - 0.5 * chart->width) / unit), (float)((0.5 * chart->height - y) / unit), 0.0f}};
}

static double placeTime(const Chart *chart, double time) {
    return chart->left + (chart->right - chart->left) * (time - chart->begin) / (chart->end - chart->begin);
}

static double placeDistance(const Chart *chart, double distance) {
    double share = chart->limit > 0.0 ? fmin(1.0, distance / chart->limit) : 0.0;
    return chart->bottom - (chart->bottom - chart->top) * share;
}

static void addLine(Chart *chart, double x0, double y0, double x1, double y1, double width, gxColor color) {
    gxAddLine(&chart->marks, place(chart, x0, y0), place(chart, x1, y1), (float)(width * chart->scale),
              color);
}

static void addColumn(Chart *chart, double x0, double x1, double y, gxColor color) {
    vec3s a = place(chart, x0, chart->bottom), b = place(chart, x1, chart->bottom);
    vec3s c = place(chart, x1, y), d = place(chart, x0, y);
    gxAddFill(&chart->faces, a, b, c, color);
    gxAddFill(&chart->faces, a, c, d, color);
}

// Adds a text with its middle at x, within the chart.
static void addText(Chart *chart, double x, double y, const char *words, gxColor color) {
    double width = (double)gxGetTextWidth(chart->text, words), margin = 6.0 * chart->scale;
    double from = fmin(fmax(margin, x - 0.5 * width), chart->width - margin - width);
    gxAddText(chart->text, (float)from, (float)(chart->offset + y), words, color);
}

// --- Parts

// Returns a step of 1, 2 or 5 times a power of ten that divides a range into at most `count` steps.
static double chooseStep(double range, int count) {
    double least = range / count, step = pow(10.0, floor(log10(least)));
    if (step < least) step *= 2.0;
    if (step < least) step *= 2.5;
    if (step < least) step *= 2.0;
    return step;
}

static void addColumns(Chart *chart) {
    for (int32_t i = 0; i < STORY_PARTS; i++) {
        const cdPathBound *bound = &chart->story->bounds[i];
        double x0 = placeTime(chart, bound->time.lo), x1 = placeTime(chart, bound->time.hi);
        bool isFull = IsContactPart(bound) || IsOpenPart(bound) || !isfinite(bound->lower);
        gxColor color = GetPartColor(chart->story, bound);
        if (!isfinite(bound->lower)) continue; // no pair counts
        color.a = isFull ? 150 : 255;
        addColumn(chart, x0, x1, isFull ? chart->top : placeDistance(chart, bound->lower), color);
    }
}

// Names each row of parts with a contact.
static void addContactNames(Chart *chart) {
    const cdPathBound *bounds = chart->story->bounds;
    for (int32_t i = 0; i < STORY_PARTS; i++) {
        int32_t end = i;
        while (end < STORY_PARTS && IsContactPart(&bounds[end]))
            end++;
        if (end == i) continue;
        double x = 0.5 * (placeTime(chart, bounds[i].time.lo) + placeTime(chart, bounds[end - 1].time.hi));
        addText(chart, x, 0.5 * (chart->top + chart->bottom), "contact", GetTextColor(THEME_DARK));
        i = end;
    }
}

static void addAxes(Chart *chart) {
    gxColor grid = GetInsetFrameColor(THEME_DARK), words = GetNoteColor(THEME_DARK);
    char text[TEXT_SIZE];
    if (chart->limit > 0.0) {
        double step = chooseStep(chart->limit, 4);
        for (double at = 0.0; at <= chart->limit * 1.0001; at += step) {
            double y = placeDistance(chart, at);
            addLine(chart, chart->left, y, chart->right, y, 1.0, grid);
            DescribeLength(at, text, sizeof text);
            double width = (double)gxGetTextWidth(chart->text, text);
            gxAddText(chart->text, (float)(chart->left - 10.0 * chart->scale - width),
                      (float)(chart->offset + y), text, words);
        }
    }
    double step = chooseStep(chart->end - chart->begin, 8);
    for (double at = ceil(chart->begin / step) * step; at <= chart->end + 1e-9 * step; at += step) {
        double x = placeTime(chart, at);
        addLine(chart, x, chart->bottom, x, chart->bottom + 4.0 * chart->scale, 1.0, grid);
        snprintf(text, sizeof text, "%g", fabs(at) < 1e-9 * step ? 0.0 : at);
        addText(chart, x, chart->bottom + 16.0 * chart->scale, text, words);
    }
    gxAddText(chart->text, (float)chart->left, (float)(chart->offset + 20.0 * chart->scale),
              "minimum distance over time (s)", GetTextColor(THEME_DARK));
}

// The required distance as a dashed line.
static void addRequired(Chart *chart) {
    double distance = chart->story->job->safetyDistance;
    if (!(distance > 0.0) || distance > chart->limit) return;
    gxColor color = GetTextColor(THEME_DARK);
    double y = placeDistance(chart, distance), dash = 9.0 * chart->scale;
    for (double x = chart->left; x < chart->right; x += 2.0 * dash)
        addLine(chart, x, y, fmin(x + dash, chart->right), y, 1.6, color);
    const char *words = "safety distance";
    gxAddText(chart->text, (float)(chart->right - (double)gxGetTextWidth(chart->text, words)),
              (float)(chart->offset + y - 12.0 * chart->scale), words, color);
}

// A line at the time of the pose that the picture shows, with a pointer at its head.
static void addShownTime(Chart *chart) {
    char text[TEXT_SIZE];
    double x = placeTime(chart, chart->story->time);
    gxColor color = GetTextColor(THEME_DARK);
    addLine(chart, x, chart->top - 4.0 * chart->scale, x, chart->bottom, 3.6, GetRimColor(THEME_DARK));
    addLine(chart, x, chart->top - 4.0 * chart->scale, x, chart->bottom, 1.8, color);
    gxAddPoint(&chart->marks, place(chart, x, chart->top - 4.0 * chart->scale), (float)(7.0 * chart->scale),
               color);
    snprintf(text, sizeof text, "shown: %.4g s", chart->story->time);
    double titleEnd = chart->left + 270.0 * chart->scale,
           half = 0.5 * (double)gxGetTextWidth(chart->text, text);
    addText(chart, fmax(x, titleEnd + half), 20.0 * chart->scale, text, color);
}

static void drawChart(Chart *chart, gxRenderer *renderer, int pictureHeight) {
    gxCamera camera = {.distance = 1.0, .fov = 2.0 * atan(0.5), .sceneRadius = 2.0, .orthographic = true};
    gxInset inset = {.view = gxGetView(&camera, chart->width, chart->height),
                     .shrink = 1,
                     .ground = GetInsetGroundColor(THEME_DARK),
                     .frame = GetInsetGroundColor(THEME_DARK),
                     .frameWidth = 1,
                     .faces = &chart->faces,
                     .front = &chart->marks};
    gxDrawInset(renderer, &inset, chart->width, pictureHeight);
}

void DrawPathChart(const PathStory *story, gxRenderer *renderer, gxTextRenderer *text, int width,
                   int pictureHeight, int height, double scale) {
    Chart chart = {.story = story,
                   .text = text,
                   .left = LEFT * scale,
                   .right = width - RIGHT * scale,
                   .top = TOP * scale,
                   .bottom = height - FOOT * scale,
                   .width = width,
                   .height = height,
                   .offset = pictureHeight - height,
                   .begin = story->samples[0].time,
                   .end = story->samples[STORY_SAMPLES].time,
                   .limit = 1.05 * story->scale,
                   .scale = scale};
    addColumns(&chart);
    addAxes(&chart);
    addContactNames(&chart);
    addRequired(&chart);
    addShownTime(&chart);
    drawChart(&chart, renderer, pictureHeight);
    gxFreeFills(&chart.faces);
    gxFreeStrokes(&chart.marks);
}
