// The inspector's section on clearance: the minimum distance, its objects, and the distances with
// colours.
#include "panels/panels.h"

#include "panels/rows.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>

static void drawFeatureRow(const StageObject *object, cdFeature feature) {
    char text[48];
    cdDescribeFeature(feature, text, sizeof text);
    DrawPanelRow(object->name, "%s", text);
}

static void drawDistance(const Stage *stage) {
    const StageClearance *clearance = &stage->clearance;
    const cdDistance *found = &clearance->distance;
    const float widths[] = {96.0f * gxGetUiScale(), 0.0f};
    char length[32];
    DescribeLength(found->distance, length, sizeof length);
    if (found->state == CD_UNDECIDED)
        gxText(GX_TONE_NEAR, "At least %.6g: search stopped early", found->lower);
    else if (found->state == CD_OVERLAP)
        gxText(GX_TONE_OVERLAP, "The surfaces intersect: no clearance");
    else
        gxText(GX_TONE_STRONG, "%s", length);
    if (!gxBeginTable("clearance", 2, widths)) return;
    DrawPanelRow("distance", "%.12g", found->distance);
    DrawToldRow("error", "The distance differs by at most this.", "%.1e", found->error);
    drawFeatureRow(&stage->objects[clearance->object], found->featureA);
    drawFeatureRow(&stage->objects[clearance->obstacle], found->featureB);
    DrawPanelRow("time, µs", "%.1f", clearance->microseconds);
    gxEndTable();
}

// A logarithmic slider from a thousandth of the default length to ten times it.
static void drawBelow(Stage *stage) {
    double usual = GetUsualClearance(stage), below = GetClearanceBelow(stage);
    double power = log10(below / usual);
    char text[48], length[32];
    DescribeLength(below, length, sizeof length);
    snprintf(text, sizeof text, "below %s", length);
    if (!gxSlider("##below", &power, -3.0, 1.0, text)) return;
    double wanted = usual * pow(10.0, power), unit = pow(10.0, floor(log10(wanted)) - 1.0);
    SetClearanceBelow(stage, round(wanted / unit) * unit);
}

void DrawClearance(App *app) {
    Stage *stage = &app->stage;
    if (stage->clearance.present)
        drawDistance(stage);
    else if (IsDistanceDue(stage))
        gxText(GX_TONE_DIM, "Searching…");
    else
        gxWrappedText(GX_TONE_DIM, "Select an object to see its distance from the others.");
    gxCheck("colour surfaces", &app->viewOptions.clearanceColors);
    if (app->viewOptions.clearanceColors) drawBelow(stage);
}
