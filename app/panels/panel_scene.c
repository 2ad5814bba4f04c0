// The left panel: the scene, its objects, typed poses, the scene's own numbers, what is shown.
#include "panels/panels.h"

#include "actions/actions.h"
#include "hand/navigate.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

static const double degree = 3.14159265358979323846 / 180.0;

// What the hand leads or holds, what moves by forces, and what stays where it is.
static const char *getObjectSign(const Stage *stage, int32_t index) {
    const StageObject *object = &stage->objects[index];
    if (object->isBody && stage->world.held != index) return object->rests ? "·" : "○";
    return object->isBody || object->body == SCENE_DRIVEN ? "●" : "·";
}

static const char *describeBody(const Stage *stage, int32_t index) {
    const StageObject *object = &stage->objects[index];
    if (!object->isBody) return "";
    return stage->world.held == index ? "\nheld" : object->rests ? "\nrests" : "\nmoves";
}

static void drawObjects(App *app) {
    enum { ROWS_SEEN = 12 };
    Stage *stage = &app->stage;
    int32_t movedCount = 0, listed = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        listed += stage->objects[i].body != SCENE_MOVED;
    if (listed > ROWS_SEEN) gxBeginScroll("objects", ROWS_SEEN);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        movedCount += object->body == SCENE_MOVED;
        if (object->body == SCENE_MOVED) continue; // a crowd that nobody could pick from
        char label[SCENE_NAME_SIZE + 16];
        const char *sign = getObjectSign(stage, i);
        snprintf(label, sizeof label, "%s %s", sign, object->name);
        gxPushId(i);
        if (gxRow(label, i == stage->selected)) stage->selected = i;
        gxPopId();
        char tip[SCENE_TEXT_SIZE + 16];
        snprintf(tip, sizeof tip, "%s%s", object->source, describeBody(stage, i));
        gxTooltip(tip);
    }
    if (listed > ROWS_SEEN) gxEndScroll();
    if (movedCount > 0) gxText(GX_TONE_DIM, "%d that move by themselves", (int)movedCount);
}

// Rotations are shown as angles about the world's axes, applied about z first, then x, then y, the upright
// axis: an object that is only turned on the ground has one angle.
static void getAngles(cdQuat q, double angles[3]) {
    cdVec3 x = cdRotate(q, (cdVec3){1.0, 0.0, 0.0}), y = cdRotate(q, (cdVec3){0.0, 1.0, 0.0});
    cdVec3 z = cdRotate(q, (cdVec3){0.0, 0.0, 1.0});
    bool steep = fabs(z.y) > 0.9999999;
    angles[0] = asin(fmin(fmax(-z.y, -1.0), 1.0)) / degree;
    angles[1] = (steep ? atan2(-x.z, x.x) : atan2(z.x, z.z)) / degree;
    angles[2] = (steep ? 0.0 : atan2(x.y, y.y)) / degree;
    for (int i = 0; i < 3; ++i)
        angles[i] = fabs(angles[i]) < 5e-7 ? 0.0 : angles[i];
}

static cdQuat makeRotation(const double angles[3]) {
    cdQuat x = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, degree * angles[0]);
    cdQuat y = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, degree * angles[1]);
    cdQuat z = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, degree * angles[2]);
    return cdNormalizeQuat(cdMulQuat(y, cdMulQuat(x, z)));
}

// What is shown as zero has no sign. A number that was not typed keeps the digits that are not shown.
static bool drawNumbers(const char *label, double values[3], int decimals, const char *format) {
    double before[3], shown[3];
    for (int i = 0; i < 3; ++i)
        before[i] = shown[i] = HideMinusZero(values[i], decimals);
    bool edited = gxNumbers(label, shown, 3, format);
    for (int i = 0; i < 3; ++i)
        values[i] = shown[i] == before[i] ? values[i] : shown[i];
    return edited;
}

// A fixed object is put where it is told, and the object in hand is tested against it there.
static void placeFixed(Stage *stage, int32_t object, cdPose pose) {
    PlaceStageObject(stage, object, pose);
    int32_t driven = FindDrivenObject(&stage->data);
    if (driven >= 0) PlaceStageObject(stage, driven, stage->objects[driven].pose);
}

// A typed pose is an intended pose like any other: detection decides how far the object gets.
static void drawPose(App *app) {
    static const char *const formats[] = {"%.0f", "%.1f", "%.2f", "%.3f", "%.4f"};
    Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    const StageObject *object = &stage->objects[stage->selected];
    cdPose pose = object->pose;
    double position[3] = {pose.p.x, pose.p.y, pose.p.z}, angles[3];
    getAngles(pose.q, angles);
    gxText(GX_TONE_DIM, "position");
    int decimals = CountDecimals((cdVec3){position[0], position[1], position[2]});
    bool moved = drawNumbers("##position", position, decimals, formats[decimals]);
    gxText(GX_TONE_DIM, "degrees about x, y, z");
    bool turned = drawNumbers("##rotation", angles, 2, "%.2f");
    if (moved) pose.p = (cdVec3){position[0], position[1], position[2]};
    if (turned) pose.q = makeRotation(angles);
    if ((moved || turned) && isfinite(pose.p.x + pose.p.y + pose.p.z + pose.q.w)) {
        RememberStagePose(stage, stage->selected);
        PauseForHand(app, stage->selected);
        if (object->body == SCENE_FIXED)
            placeFixed(stage, stage->selected, pose);
        else
            MoveStageObject(stage, stage->selected, pose);
    }
}

static bool isScaled(const Stage *stage, int32_t object) {
    const SceneData *data = &stage->data; // what joins is scaled as the first
    return data->objectCount > 0 && data->objects[object < data->objectCount ? object : 0].normalize;
}

static void drawMesh(App *app) {
    const Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    gxCheck("hidden", &app->stage.objects[stage->selected].hidden);
    gxTooltip("Neither drawn nor picked; it is met all the same. Shift+H");
    const cdMeshInfo *info = &stage->objects[stage->selected].info;
    gxText(GX_TONE_DIM, "%d triangles", (int)info->triangleCount);
    gxText(GX_TONE_DIM, "%d vertices", (int)info->vertexCount);
    gxText(GX_TONE_DIM, "%s, %s", info->closed ? "closed" : "open",
           info->manifold ? "manifold" : "not manifold");
    gxText(GX_TONE_DIM, "radius %.4g%s", info->radius, isScaled(stage, stage->selected) ? ", scaled" : "");
    if (isScaled(stage, stage->selected))
        gxTooltip("Lengths are not those of the file: half the diagonal of its box is 1. Ctrl+N shows what "
                  "was dropped alone, in its own size");
    gxText(GX_TONE_DIM, "%d leaf spheres of %.3g", (int)info->leafCount, info->leafRadius);
}

// True when it was changed for good: a slider that is still being dragged is not.
static bool drawParam(const SceneParam *param) {
    char label[96];
    snprintf(label, sizeof label, "%s%s", param->kind == SCENE_SWITCH ? "" : "##", param->label);
    int whole = (int)*param->value;
    bool isOn = *param->value != 0.0, changed = false;
    switch (param->kind) {
    case SCENE_NUMBER:
        changed = gxSlider(label, param->value, param->lower, param->upper, "%.3g");
        return param->restarts ? gxEditEnded() : changed;
    case SCENE_WHOLE:
        changed = gxSliderWhole(label, &whole, (int)param->lower, (int)param->upper, "%d");
        *param->value = whole;
        return param->restarts ? gxEditEnded() : changed;
    case SCENE_CHOICE:
        changed = gxChoice(label, param->choices, (int)param->upper + 1, &whole);
        *param->value = whole;
        return changed;
    default:
        changed = gxCheck(label, &isOn);
        *param->value = isOn;
        return changed;
    }
}

static void drawParams(App *app) {
    const Scene *scene = app->stage.scene;
    if (!scene || scene->paramCount == 0 || !gxSection("Parameters")) return;
    bool opens = false;
    for (int32_t i = 0; i < scene->paramCount; ++i) {
        const SceneParam *param = &scene->params[i];
        if (param->kind != SCENE_SWITCH)
            gxText(GX_TONE_DIM, "%s%s%s", param->label, param->unit && param->unit[0] ? ", " : "",
                   param->unit ? param->unit : "");
        if (drawParam(param) && param->restarts) opens = true;
    }
    if (opens) OpenScene(app, scene);
}

// Offered where the scene has none: that of a scene is a part of it.
static void drawGravity(App *app) {
    Stage *stage = &app->stage;
    if (stage->response != SCENE_BOUNCE || cdLength(stage->data.gravity) > 0.0) return;
    bool falls = stage->falls;
    if (gxCheck("gravity, and a ground", &falls)) SetStageGravity(stage, falls);
    gxTooltip("9.81 downwards, for what bounces; the ground lies under everything.");
}

static void drawOptions(App *app) {
    static const char *const ghosts[] = {"ghost off", "ghost as wire", "ghost solid"};
    ViewOptions *options = &app->viewOptions;
    int ghost = (int)options->ghost;
    if (gxChoice("##ghost", ghosts, 3, &ghost)) options->ghost = (GhostStyle)ghost;
    gxCheck("contact regions", &options->contact);
    gxCheck("  all of them", &options->wholeSet);
    gxCheck("normals", &options->normals);
    gxCheck("labels", &options->labels);
    gxCheck("transparent", &options->transparent);
    gxCheck("wireframe", &options->wireframe);
    gxCheck("screw axis and paths", &options->motion);
    gxCheck("convex hulls", &options->proxy);
    gxTooltip("The hulls of the object moved last and of what it met or came nearest to, and the plane that "
              "separates them.");
    gxCheck("index of the solid", &options->index);
    gxTooltip(
        "Of the selected object, else of the first that is a solid: its cut planes, and what the cursor "
        "points at.");
    if (gxCheck("tested by last query", &options->trace)) app->stage.traced = options->trace;
    if (app->stage.boxes.present) gxCheck("corner views", &options->insets);
    gxCheck("sphere tree", &options->sphereTree);
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
        gxTooltip("How far the eyes are apart, of their distance from the camera's target.");
}

void DrawScenePanel(App *app, float x, float y, float w, float h) {
    gxBeginPanel("##scene", x, y, w, h, 0);
    gxWrappedText(GX_TONE_STRONG, app->stage.data.name[0] ? app->stage.data.name : "meshes");
    gxWrappedText(GX_TONE_DIM, app->stage.data.about);
    if (gxSection("Objects")) {
        drawObjects(app);
        drawPose(app);
        drawMesh(app);
    }
    drawParams(app);
    drawGravity(app);
    if (gxSection("Show")) {
        drawOptions(app);
        drawStereo(app);
    }
    gxEndPanel();
}
