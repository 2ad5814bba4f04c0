// Options of the selected object: how it is drawn, its body, its size, its sphere tree.
#include "panels/panels.h"

#include "hand/edit.h"
#include "panels/option_fields.h"
#include "services/queue.h"

#include <math.h>
#include <stdio.h>

static void drawLooks(App *app, const StageObject *object) {
    bool hidden = object->hidden, transparent = object->transparent;
    if (gxCheck("hidden", &hidden)) IntendSimply(app, INTEND_HIDE);
    gxTooltip("Neither drawn nor picked, but still collides. Shift+H");
    gxSameLine(0.0f);
    if (gxCheck("transparent", &transparent)) IntendSimply(app, INTEND_SEE_THROUGH);
    gxTooltip("Draws this object transparent.");
}

static void drawScale(App *app) {
    gxText(GX_TONE_DIM, "scale");
    DrawOptionNumber(app, STAGE_SCALE, "##scale");
    gxTooltip("Scales the object about its centre. Refused if it would overlap something");
}

static void drawProxy(App *app) {
    bool on = GetSelectedObject(app)->options[STAGE_PROXY] != 0.0;
    if (gxCheck("test convex hulls first", &on)) IntendOption(app, STAGE_PROXY, on);
    gxTooltip("Hulls that stay separated need no other test. Off: the result is the same and takes longer.");
}

// Steps by a factor of sqrt(2) from the initial leaf radius.
static void drawLeaves(App *app) {
    enum { MOST = 8 };
    const StageObject *object = GetSelectedObject(app);
    double first = GetFirstLeafRadius(object), initial = object->initial[STAGE_LEAF_RADIUS];
    double shown = GetShownOption(app, STAGE_LEAF_RADIUS);
    int step = shown == initial || !(shown > 0.0) ? 0 : (int)lround(2.0 * log2(shown / first));
    char format[32];
    snprintf(format, sizeof format, "%.3g", step == 0 ? first : shown);
    gxText(GX_TONE_DIM, "leaf radius (%d leaves)", (int)object->info.leafCount);
    bool changed = gxSliderWhole("##leaves", &step, -MOST, MOST, format);
    gxTooltip("Largest sphere around triangles in this object's sphere tree. Smaller: more spheres, fewer "
              "triangles to test; contacts stay the same. Releasing the slider rebuilds the tree.");
    TakeOptionSlider(app, STAGE_LEAF_RADIUS, changed, step == 0 ? initial : first * pow(2.0, 0.5 * step));
}

static void drawMesh(const StageObject *object) {
    const cdMeshInfo *info = &object->info;
    gxText(GX_TONE_DIM, "%d triangles", (int)info->triangleCount);
    gxText(GX_TONE_DIM, "%d vertices", (int)info->vertexCount);
    gxText(GX_TONE_DIM, "%s, %s", info->closed ? "closed" : "open",
           info->manifold ? "manifold" : "not manifold");
    gxTooltip(
        "open: some edges have a single triangle. Not manifold: an edge has more than two, or a vertex has "
        "separate fans of triangles. A mesh with an inside is closed.");
    gxText(GX_TONE_DIM, "bounding radius %.4g", info->radius);
    gxTooltip("Largest distance of a vertex from its box's middle.");
    if (!object->placement.normalize) return;
    gxText(GX_TONE_DIM, "scaled to a diagonal of 2");
    gxTooltip("Half the diagonal of its box is 1. Ctrl+N keeps only the dropped files, in original size.");
}

void DrawObjectOptions(App *app) {
    const StageObject *object = GetSelectedObject(app);
    drawLooks(app, object);
    if (object->body != SCENE_MOVED) {
        DrawObjectBody(app);
        drawScale(app);
        drawProxy(app);
        drawLeaves(app);
    }
    drawMesh(GetSelectedObject(app));
    if (gxPushButton("Duplicate", 0.0f)) IntendSimply(app, INTEND_COPY);
    gxTooltip("Ctrl+D");
    gxSameLine(0.0f);
    if (gxPushButton("Remove", 0.0f)) IntendSimply(app, INTEND_REMOVE);
    gxTooltip("Del; Ctrl+Z restores it");
}
