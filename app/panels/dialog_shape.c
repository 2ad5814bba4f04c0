// Built-in shapes: the menu's items, and the dialog with a slider for each parameter.
//
// A slider covers a useful part of the parameter's range; a double click accepts any value.
#include "panels/dialogs.h"

#include "panels/layout.h"
#include "services/queue.h"
#include "services/sides.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void openDialog(App *app, int32_t index) {
    int32_t count = 0;
    const Shape *shape = &GetShapes(&count)[index];
    app->shapeDialog = (ShapeDialog){.shown = true, .shape = index};
    for (int32_t i = 0; i < CountShapeParams(shape); ++i)
        app->shapeDialog.values[i] = shape->params[i].value;
}

static void drawGroup(App *app, const Shape *shapes, int32_t count, const char *group) {
    if (!gxBeginMenu(group)) return;
    for (int32_t i = 0; i < count; ++i) {
        if (strcmp(shapes[i].group, group) != 0) continue;
        if (gxMenuItem(shapes[i].name, NULL, false)) openDialog(app, i);
        gxTooltip(shapes[i].about);
    }
    gxEndMenu();
}

void DrawShapeItems(App *app) {
    int32_t count = 0;
    const Shape *shapes = GetShapes(&count);
    for (int32_t i = 0; i < count; ++i) {
        int32_t first = 0;
        while (strcmp(shapes[first].group, shapes[i].group) != 0)
            ++first;
        if (first == i) drawGroup(app, shapes, count, shapes[i].group);
    }
    if (gxMenuItem("bunny", NULL, false)) IntendToOpen(app, "builtin:bunny");
    gxTooltip("The Stanford bunny, from Debian's package glmark2-data");
}

// Slider ranges. Lengths: to four times the default, negative where allowed. Counts and angles: likewise, or
// all values where there are few.
static void getRange(const ShapeParam *param, double *lower, double *upper) {
    double size = param->value != 0.0 ? fabs(param->value) : 1.0;
    *lower = fmax(param->lower, param->lower < 0.0 ? -4.0 * size : param->whole ? param->lower : 0.02 * size);
    *upper = fmin(param->upper, 4.0 * size);
}

static void drawParam(const ShapeParam *param, double *value) {
    double lower, upper;
    char label[64], text[192];
    getRange(param, &lower, &upper);
    snprintf(label, sizeof label, "##%s", param->name);
    snprintf(text, sizeof text, "%s: %s", param->name, param->about);
    gxWrappedText(GX_TONE_PLAIN, text);
    if (param->whole) {
        int whole = (int)*value;
        if (gxSliderWhole(label, &whole, (int)lower, (int)upper, "%d")) *value = whole;
    } else {
        gxSlider(label, value, lower, upper, "%.4g");
    }
    *value = fmin(fmax(*value, param->lower), param->upper);
}

void DrawShapeDialog(App *app) {
    ShapeDialog *dialog = &app->shapeDialog;
    int32_t count = 0;
    const Shape *shape = &GetShapes(&count)[dialog->shape];
    float scale = gxGetUiScale();
    DialogPlace place = PlaceDialog(app, 360.0f);
    bool beside = !IsNarrow(app); // the objects, which stay in sight
    char spec[512];
    gxBeginPanel("##shape", beside ? (float)app->layout.x + 12.0f * scale : place.x,
                 beside ? (float)app->layout.y + 12.0f * scale : place.y, place.width, 0.0f,
                 GX_PANEL_RAISED | (beside ? 0u : GX_PANEL_CENTERED));
    gxText(GX_TONE_STRONG, "%s", shape->name);
    gxWrappedText(GX_TONE_DIM, shape->about);
    for (int32_t i = 0; i < CountShapeParams(shape); ++i)
        drawParam(&shape->params[i], &dialog->values[i]);
    WriteShapeSpec(shape, dialog->values, spec, sizeof spec);
    gxWrappedText(GX_TONE_DIM, spec);
    if (gxPushButton("Add", 0.0f)) IntendToOpen(app, spec);
    gxTooltip("Adds the shape beside the other objects.");
    gxSameLine(0.0f);
    if (gxPushButton("Defaults", 0.0f)) openDialog(app, dialog->shape);
    gxSameLine(0.0f);
    if (gxPushButton("Close", 0.0f)) dialog->shown = false;
    gxEndPanel();
}
