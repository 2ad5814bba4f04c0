// The objects of a scene as a list, in groups where there are many, and the pose of the selected one.
#include "panels/panels.h"

#include "panels/rows.h"
#include "services/queue.h"
#include "services/sight.h"

#include <math.h>
#include <stdio.h>

static const double degree = 3.14159265358979323846 / 180.0;

// --- The list

// Symbols of driven, dynamic and fixed objects.
static const char *getObjectSign(const Stage *stage, int32_t index) {
    const StageObject *object = &stage->objects[index];
    if (object->left) return "↓";
    if (object->isBody && stage->world.held != index) return object->asleep ? "·" : "○";
    return object->isBody || object->body == SCENE_DRIVEN ? "●" : "·";
}

static const char *describeBody(const Stage *stage, int32_t index) {
    const StageObject *object = &stage->objects[index];
    if (object->left) return "\nleft the world; Ctrl+Z or Backspace restores it";
    if (!object->isBody) return "";
    if (object->body == SCENE_KINEMATIC) return object->blocked ? "\nkinematic, blocked" : "\nkinematic";
    return stage->world.held == index ? "\nheld" : object->asleep ? "\nasleep" : "\nawake";
}

static void drawRow(App *app, int32_t index) {
    const Stage *stage = &app->stage;
    const StageObject *object = &stage->objects[index];
    char label[SCENE_NAME_SIZE + 64], tip[SCENE_TEXT_SIZE + 64];
    snprintf(label, sizeof label, "%s %s%s%s##object%d", getObjectSign(stage, index), object->name,
             object->options[STAGE_GROUP] != 0.0 ? " + group" : "",
             object->left      ? " (left)"
             : object->blocked ? " (blocked)"
             : object->hidden  ? " (hidden)"
                               : "",
             (int)index);
    gxPushId(index);
    if (gxRow(label, index == stage->selected))
        Intend(app, (Intention){.kind = INTEND_SELECT, .index = index});
    gxPopId();
    snprintf(tip, sizeof tip, "%s%s", object->source, describeBody(stage, index));
    gxTooltip(tip);
    if (gxDoubleClicked())
        FrameSphere(app, cdTransformPoint(object->pose, object->info.center), object->info.radius);
}

static bool isListed(const StageObject *object, SceneBody body) {
    return object->body == body && !object->removed;
}

static int32_t countListed(const Stage *stage, SceneBody body) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        count += isListed(&stage->objects[i], body);
    return count;
}

static void drawRows(App *app, SceneBody body) {
    for (int32_t i = 0; i < app->stage.objectCount; ++i) {
        if (isListed(&app->stage.objects[i], body)) drawRow(app, i);
    }
}

// Driven objects come first. A list with one kind of object has no headings.
static void drawGroups(App *app, const int32_t counts[SCENE_KINEMATIC + 1]) {
    static const SceneBody order[] = {SCENE_DRIVEN, SCENE_DYNAMIC, SCENE_KINEMATIC, SCENE_FIXED};
    static const char *const names[] = {"fixed", "driven", "dynamic", "animated", "kinematic"};
    for (int k = 0; k < 4; ++k) {
        SceneBody body = order[k];
        char title[64];
        if (counts[body] == 0) continue;
        snprintf(title, sizeof title, "%s: %d###%s", names[body], (int)counts[body], names[body]);
        if (!gxBeginGroup(title)) continue;
        drawRows(app, body);
        gxEndGroup();
    }
}

static void drawAll(App *app) {
    for (int32_t i = 0; i < app->stage.objectCount; ++i) {
        const StageObject *object = &app->stage.objects[i];
        if (!object->removed && object->body != SCENE_MOVED) drawRow(app, i);
    }
}

void DrawObjectList(App *app) {
    enum { ROWS_SEEN = 12 };
    const Stage *stage = &app->stage;
    int32_t counts[SCENE_KINEMATIC + 1] = {0}, listed = 0, moved = countListed(stage, SCENE_MOVED);
    for (int body = SCENE_FIXED; body <= SCENE_KINEMATIC; ++body) {
        counts[body] = countListed(stage, (SceneBody)body);
        if (body != SCENE_MOVED) listed += counts[body];
    }
    bool many = listed > ROWS_SEEN;
    if (many) {
        gxBeginScroll("objects", ROWS_SEEN);
        drawGroups(app, counts);
        gxEndScroll();
    } else {
        drawAll(app);
    }
    // Too many to pick from a list.
    if (moved > 0) gxText(GX_TONE_DIM, "%d animated", (int)moved);
    if (moved > 0) gxTooltip("Moved by the scene. Too many to list.");
}

// --- The pose

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

// A shown zero has no sign. A number that was not edited keeps its hidden digits.
static bool drawNumbers(const char *label, double values[3], int decimals, const char *format) {
    double before[3], shown[3];
    for (int i = 0; i < 3; ++i)
        before[i] = shown[i] = HideMinusZero(values[i], decimals);
    bool edited = gxNumbers(label, shown, 3, format);
    for (int i = 0; i < 3; ++i)
        values[i] = shown[i] == before[i] ? values[i] : shown[i];
    return edited;
}

// A typed pose is an intended pose like any other: detection decides how far the object gets.
void DrawObjectPose(App *app) {
    static const char *const formats[] = {"%.0f", "%.1f", "%.2f", "%.3f", "%.4f"};
    const Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    const StageObject *object = &stage->objects[stage->selected];
    cdPose pose = object->pose;
    double position[3] = {pose.p.x, pose.p.y, pose.p.z}, angles[3];
    getAngles(pose.q, angles);
    gxText(GX_TONE_DIM, "position");
    gxTooltip("Of the origin of the object's file. A typed position is a step: it stops at a contact.");
    int decimals = CountDecimals(pose.p);
    bool moved = drawNumbers("##position", position, decimals, formats[decimals]);
    gxText(GX_TONE_DIM, "degrees about x, y, z");
    gxTooltip("About the axes of the world, applied in the order z, x, y.");
    bool turned = drawNumbers("##rotation", angles, 2, "%.2f");
    if (moved) pose.p = (cdVec3){position[0], position[1], position[2]};
    if (turned) pose.q = makeRotation(angles);
    if ((moved || turned) && isfinite(pose.p.x + pose.p.y + pose.p.z + pose.q.w))
        Intend(app, (Intention){.kind = INTEND_POSE, .pose = pose});
}
