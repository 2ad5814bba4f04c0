// The left panel: the scene, its objects, its parameters, display options.
#include "panels/panels.h"

#include "hand/ray.h"
#include "services/queue.h"

#include <stdio.h>

// Draws the control of a parameter; `value`: its present value. Returns true if it has changed.
static bool drawControl(const SceneParam *param, double *value) {
    char label[96];
    snprintf(label, sizeof label, "%s%s", param->kind == SCENE_SWITCH ? "" : "##", param->label);
    int whole = (int)*value;
    bool isOn = *value != 0.0, changed = false;
    switch (param->kind) {
    case SCENE_NUMBER:
        return gxSlider(label, value, param->lower, param->upper, "%.3g");
    case SCENE_WHOLE:
        changed = gxSliderWhole(label, &whole, (int)param->lower, (int)param->upper, "%d");
        *value = whole;
        return changed;
    case SCENE_CHOICE:
        changed = gxChoice(label, param->choices, (int)param->upper + 1, &whole);
        *value = whole;
        return changed;
    default:
        changed = gxCheck(label, &isOn);
        *value = isOn;
        return changed;
    }
}

// The scene is recreated when the slider is released.
static void drawParam(App *app, int32_t index) {
    const SceneParam *param = &app->stage.scene->params[index];
    bool slides = param->kind == SCENE_NUMBER || param->kind == SCENE_WHOLE;
    double value = app->stage.data.params[index];
    if (slides || param->kind == SCENE_CHOICE)
        gxText(GX_TONE_DIM, "%s%s%s", param->label, param->unit && param->unit[0] ? ", " : "",
               param->unit ? param->unit : "");
    bool changed = drawControl(param, &value), ended = slides ? gxEditEnded() : changed;
    if (changed || ended)
        Intend(app, (Intention){.kind = INTEND_PARAM, .index = index, .value = value, .flag = ended});
}

static void drawParams(App *app) {
    const Scene *scene = app->stage.scene;
    if (!scene || scene->paramCount == 0 || !gxSection("Parameters")) return;
    for (int32_t i = 0; i < scene->paramCount; ++i)
        drawParam(app, i);
}

// Offered for scenes without gravity of their own.
static void drawGravity(App *app) {
    const Stage *stage = &app->stage;
    if (!CanStageFall(stage)) return;
    bool falls = stage->falls;
    if (gxCheck("gravity", &falls)) IntendSimply(app, INTEND_GRAVITY);
    gxTooltip("9.81 downwards, for objects with the response BOUNCE.");
}

static void drawOptions(App *app) {
    static const char *const ghosts[] = {"ghost: off", "ghost: wire", "ghost: filled"};
    ViewOptions *options = &app->viewOptions;
    int ghost = (int)options->ghost;
    if (gxChoice("##ghost", ghosts, 3, &ghost)) options->ghost = (GhostStyle)ghost;
    gxTooltip("The intended pose, if it was not reached, and the start of a long step. V");
    gxCheck("contact regions", &options->contact);
    gxTooltip("Areas, lines and points where the surfaces touch, within a tolerance. C");
    gxCheck("  all regions", &options->wholeSet);
    gxTooltip("Also the regions that add nothing to the sufficient ones. Shift+C");
    gxCheck("normals", &options->normals);
    gxTooltip("Contact normals: filled if persistent, hollow if new. N");
    gxCheck("text labels", &options->labels);
    gxTooltip("Names and numbers in the picture. K");
    gxCheck("transparent", &options->transparent);
    gxTooltip("Draws all objects transparent. T");
    gxCheck("wireframe", &options->wireframe);
    gxTooltip("The edges of all triangles. W");
    gxCheck("screw axis and paths", &options->motion);
    gxTooltip("Of the last step: its screw axis, and the paths of some points. M");
    gxCheck("convex hulls", &options->proxy);
    gxTooltip("Of the last moved object and its nearest obstacle, and the plane between them. H");
    gxCheck("index of the solid", &options->index);
    gxTooltip("Its cut planes, and the location of the point under the pointer: inside, outside or on. I");
    if (gxCheck("tests of last query", &options->trace)) app->stage.trace.wanted = options->trace;
    gxTooltip("Spheres that it tested; recorded from the next query on. Shift+B");
    bool ray = options->ray;
    if (gxCheck("ray from the pointer", &ray)) SwitchRay(app, ray);
    gxTooltip("Its hit points, with body, face and distance in the right panel. P; Shift+P keeps it.");
    if (app->stage.boxes.present) gxCheck("corner views", &options->insets);
    gxCheck("sphere tree", &options->sphereTree);
    gxTooltip("Spheres around the triangles of the selected object and of what it touched, by level. B");
    int level = (int)options->treeLevel;
    if (options->sphereTree && gxSliderWhole("level", &level, -1, 16, level < 0 ? "leaves" : "%d")) {
        options->treeLevel = level;
    }
}

static void drawStereo(App *app) {
    static const char *const styles[] = {"stereo off", "anaglyph", "side by side", "squeezed"};
    int style = (int)app->viewOptions.stereo;
    if (gxChoice("##stereo", styles, 4, &style)) app->viewOptions.stereo = (StereoStyle)style;
    double percent = 100.0 * app->viewOptions.eyeApart;
    if (style != STEREO_OFF && gxSlider("eyes", &percent, 0.0, 10.0, "%.1f %%"))
        app->viewOptions.eyeApart = 0.01 * percent;
    if (style != STEREO_OFF)
        gxTooltip("Distance of the eyes, as a fraction of the distance to the camera's target.");
}

void DrawScenePanel(App *app, float x, float y, float w, float h, unsigned flags) {
    gxBeginPanel("##scene", x, y, w, h, flags);
    gxWrappedText(GX_TONE_STRONG, app->stage.data.name[0] ? app->stage.data.name : "meshes");
    gxWrappedText(GX_TONE_DIM, app->stage.data.about);
    if (gxSection("Objects")) {
        DrawObjectList(app);
        DrawObjectPose(app);
    }
    if (app->stage.selected >= 0 && gxSection("Selected object")) DrawObjectOptions(app);
    drawParams(app);
    drawGravity(app);
    if (gxSection("Show")) {
        drawOptions(app);
        drawStereo(app);
    }
    gxEndPanel();
}
