// Options of the selected object: how it is drawn, what moves it, what it is made of, its sphere tree.
//
// A slider changes the option when it is released: one edit, which
// can be undone.
#include "panels/panels.h"

#include "hand/edit.h"
#include "services/queue.h"

#include <math.h>
#include <stdio.h>

// --- Sliders

static const StageObject *getSelected(const App *app) {
    return &app->stage.objects[app->stage.selected];
}

static void intendOption(App *app, StageOption option, double value) {
    Intend(app, (Intention){.kind = INTEND_OPTION, .option = option, .value = value});
}

// Value of the slider: while dragged its own, else the object's.
static double getShown(const App *app, StageOption option) {
    const OptionEdit *edit = &app->optionEdit;
    bool dragged = edit->active && edit->object == app->stage.selected && edit->option == option;
    return dragged ? edit->value : getSelected(app)->options[option];
}

static void takeSlider(App *app, StageOption option, bool changed, double value) {
    OptionEdit *edit = &app->optionEdit;
    if (changed)
        *edit = (OptionEdit){.active = true, .object = app->stage.selected, .option = option, .value = value};
    if (!gxEditEnded() || !edit->active) return;
    edit->active = false;
    if (edit->object == app->stage.selected && edit->option == option) intendOption(app, option, edit->value);
}

static void drawSlider(App *app, StageOption option, const char *label, double upper, const char *format) {
    double value = getShown(app, option);
    bool changed = gxSlider(label, &value, 0.0, fmax(upper, value), format);
    takeSlider(app, option, changed, fmax(value, 0.0));
}

static void drawNumber(App *app, StageOption option, const char *id) {
    double value = getSelected(app)->options[option];
    if (gxNumbers(id, &value, 1, "%.6g") && IsStageOptionValue(option, value))
        intendOption(app, option, value);
}

// --- Its parts

static void drawLooks(App *app, const StageObject *object) {
    bool hidden = object->hidden, transparent = object->transparent;
    if (gxCheck("hidden", &hidden)) IntendSimply(app, INTEND_HIDE);
    gxTooltip("Neither drawn nor picked, but still collides. Shift+H");
    gxSameLine(0.0f);
    if (gxCheck("transparent", &transparent)) IntendSimply(app, INTEND_SEE_THROUGH);
    gxTooltip("Draws this object transparent.");
}

static void drawBody(App *app) {
    if (getSelected(app)->body == SCENE_KINEMATIC) {
        gxText(GX_TONE_DIM, getSelected(app)->blocked ? "kinematic, blocked" : "kinematic");
        gxTooltip(
            "Follows its velocities or its path. Pushes dynamic objects, and waits where nothing gives way");
        return;
    }
    bool bounces = getSelected(app)->isBody;
    const char *const kinds[] = {"fixed", bounces ? "driven (dynamic)" : "driven", "dynamic"};
    int kind = (int)getSelected(app)->body;
    if (gxChoice("##body", kinds, 3, &kind)) intendOption(app, STAGE_BODY, kind);
    gxTooltip("fixed: moves only by typed poses\ndriven: follows the pointer, stops at contact; "
              "dynamic while the response is BOUNCE (L)\ndynamic: moved by forces, pulled by the pointer");
}

static void drawPushing(App *app) {
    bool on = getSelected(app)->options[STAGE_PUSHES] != 0.0;
    if (gxCheck("pushes dynamic objects", &on)) intendOption(app, STAGE_PUSHES, on);
    gxTooltip("On: dynamic objects give way to it while the world runs. Off: they block it");
}

static void drawMatter(App *app) {
    const StageObject *object = getSelected(app);
    bool byMass = object->options[STAGE_MASS] > 0.0;
    gxText(GX_TONE_DIM, byMass ? "mass" : "density");
    drawNumber(app, byMass ? STAGE_MASS : STAGE_DENSITY, "##matter");
    drawSlider(app, STAGE_RESTITUTION, "##restitution", 1.0, "restitution %.2f");
    gxTooltip("Fraction of the approach speed kept after a bounce");
    drawSlider(app, STAGE_FRICTION, "##friction", 1.0, "friction %.2f");
}

static void drawScale(App *app) {
    gxText(GX_TONE_DIM, "scale");
    drawNumber(app, STAGE_SCALE, "##scale");
    gxTooltip("Scales the object about its centre. Refused if it would overlap something");
}

static void drawProxy(App *app) {
    bool on = getSelected(app)->options[STAGE_PROXY] != 0.0;
    if (gxCheck("test convex hulls first", &on)) intendOption(app, STAGE_PROXY, on);
    gxTooltip("Hulls that stay separated need no other test. Off: the result is the same and takes longer.");
}

// Steps by a factor of sqrt(2) from the initial leaf radius.
static void drawLeaves(App *app) {
    enum { MOST = 8 };
    const StageObject *object = getSelected(app);
    double first = GetFirstLeafRadius(object), initial = object->initial[STAGE_LEAF_RADIUS];
    double shown = getShown(app, STAGE_LEAF_RADIUS);
    int step = shown == initial || !(shown > 0.0) ? 0 : (int)lround(2.0 * log2(shown / first));
    char format[32];
    snprintf(format, sizeof format, "%.3g", step == 0 ? first : shown);
    gxText(GX_TONE_DIM, "leaf radius (%d leaves)", (int)object->info.leafCount);
    bool changed = gxSliderWhole("##leaves", &step, -MOST, MOST, format);
    gxTooltip("Largest sphere around triangles in this object's sphere tree. Smaller: more spheres, fewer "
              "triangles to test; contacts stay the same. Releasing the slider rebuilds the tree.");
    takeSlider(app, STAGE_LEAF_RADIUS, changed, step == 0 ? initial : first * pow(2.0, 0.5 * step));
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
    const StageObject *object = getSelected(app);
    drawLooks(app, object);
    if (object->body != SCENE_MOVED) {
        drawBody(app);
        bool pushes = getSelected(app)->body == SCENE_DRIVEN && !getSelected(app)->isBody;
        if (pushes && app->stage.world.present) drawPushing(app);
        if (getSelected(app)->body == SCENE_DYNAMIC) drawMatter(app);
        drawScale(app);
        drawProxy(app);
        drawLeaves(app);
    }
    drawMesh(getSelected(app));
    if (gxPushButton("Duplicate", 0.0f)) IntendSimply(app, INTEND_COPY);
    gxTooltip("Ctrl+D");
    gxSameLine(0.0f);
    if (gxPushButton("Remove", 0.0f)) IntendSimply(app, INTEND_REMOVE);
    gxTooltip("Del; Ctrl+Z restores it");
}
