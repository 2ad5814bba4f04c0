// Formats rows and numbers for all panels.
#include "panels/rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

double HideMinusZero(double value, int decimals) {
    return fabs(value) < 0.5 * pow(10.0, -decimals) ? 0.0 : value;
}

int CountDecimals(cdVec3 v) {
    double most = fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
    return most < 9.99995 ? 4 : most < 99.9995 ? 3 : most < 999.995 ? 2 : 1;
}

const char *GetDraggedName(const Stage *stage) {
    const StageObject *object = stage->selected >= 0 ? &stage->objects[stage->selected] : NULL;
    return object && object->body == SCENE_DRIVEN ? object->name : "a driven object";
}

gxTone GetStatusTone(StageStatus status) {
    static const gxTone tones[] = {GX_TONE_FREE, GX_TONE_NEAR, GX_TONE_CONTACT, GX_TONE_OVERLAP, GX_TONE_DIM};
    return tones[status];
}

static void drawRow(const char *name, const char *about, const char *value) {
    gxNextCell();
    gxText(GX_TONE_DIM, "%s", name);
    if (about) gxTooltip(about);
    gxNextCell();
    gxText(GX_TONE_PLAIN, "%s", value);
    if (about) gxTooltip(about);
}

void DrawPanelRow(const char *name, const char *format, ...) {
    char text[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    drawRow(name, NULL, text);
}

void DrawToldRow(const char *name, const char *about, const char *format, ...) {
    char text[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    drawRow(name, about, text);
}
