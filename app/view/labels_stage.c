// Labels of the moved object: its state and its ghosts.
//
// Each is above the highest vertex of its object on the screen.
#include "view/labels.h"

#include "view/convert.h"
#include "view/palette.h"
#include "view/view_data.h"

#include <math.h>
#include <stdio.h>

enum { VERTEX_STEPS = 4096 }; // larger meshes are sampled

static cdVec3 findTop(const ViewPass *pass, const StageObject *object, cdPose pose) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(pass->camera, right, up, forward);
    cdVec3 top = cdTransformPoint(pose, object->info.center), local = cdInvRotate(pose.q, ConvertBack(up));
    const cdMeshInfo *info = &object->info;
    double highest = -INFINITY;
    int32_t stride = 1 + info->vertexCount / VERTEX_STEPS;
    for (int32_t i = 0; info->vertices && i < info->vertexCount; i += stride) {
        double height = cdDot(info->vertices[i], local);
        if (height <= highest) continue;
        highest = height;
        top = cdTransformPoint(pose, cdAdd(info->vertices[i], info->center));
    }
    return top;
}

// Line 0 is above the point, line 1 below it.
static void addOver(const ViewPass *pass, cdVec3 p, int line, const char *text, gxColor color) {
    double width = (double)gxGetTextWidth(pass->view->text, text);
    AddLabel(pass, p, -0.5 * width, (20.0 * line - 16.0) * pass->view->scale, text, color);
}

// Adds the status above an object.
static void addStatus(const ViewPass *pass, const StageObject *object, StageStatus status, const char *more) {
    StatusLook look = GetStatusLook(pass->view->theme, status);
    char text[SCENE_NAME_SIZE];
    snprintf(text, sizeof text, "%s %s%s", look.sign, GetStatusName(status), more);
    addOver(pass, findTop(pass, object, object->pose), 0, text, look.text);
}

// True if the label of the moved object shows its status.
static bool isLabelled(const Stage *stage, int32_t index) {
    if (index != stage->query.object || !IsObjectPresent(&stage->objects[index])) return false;
    // A body has a status only while it is moved.
    const StageObject *object = &stage->objects[index];
    return object->isBody ? stage->query.present : object->body == SCENE_DRIVEN;
}

void AddOverlapLabels(const ViewPass *pass) {
    enum { LABELS_MOST = 8 };
    const Stage *stage = pass->stage;
    int32_t count = 0;
    for (int32_t i = 0; stage->overlaps.count > 0 && i < stage->objectCount && count < LABELS_MOST; ++i) {
        if (isLabelled(stage, i) || !OverlapsInStage(stage, i)) continue;
        addStatus(pass, &stage->objects[i], STAGE_OVERLAP, "");
        ++count;
    }
}

void AddStatusLabel(const ViewPass *pass) {
    const Stage *stage = pass->stage;
    const StageQuery *query = &stage->query;
    if (query->object < 0 || query->object >= stage->objectCount || !isLabelled(stage, query->object)) return;
    bool overlaps = OverlapsInStage(stage, query->object);
    addStatus(pass, &stage->objects[query->object], overlaps ? STAGE_OVERLAP : query->status,
              IsRestingInTouch(stage) && !overlaps ? ", within tolerance" : "");
}

void AddSensorLabels(const ViewPass *pass) {
    enum { LABELS_MOST = 8 };
    const Stage *stage = pass->stage;
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount && count < LABELS_MOST; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!IsStageSensor(stage, i) || object->hidden) continue;
        StatusLook look = GetSensorLook(pass->view->theme, CountInStageSensor(stage, i) > 0);
        char inside[64], text[SCENE_NAME_SIZE + 80];
        DescribeStageSensor(stage, i, inside, sizeof inside);
        snprintf(text, sizeof text, "%s %s: %s", look.sign, object->name, inside);
        addOver(pass, findTop(pass, object, object->pose), 0, text, look.text);
        ++count;
    }
}

void AddLabelUnderStatus(const ViewPass *pass, const char *text, gxColor color) {
    const StageObject *object = &pass->stage->objects[pass->stage->query.object];
    addOver(pass, findTop(pass, object, object->pose), 1, text, color);
}

void AddGhostLabels(const ViewPass *pass) {
    const StageQuery *query = &pass->stage->query;
    if (!query->present || pass->options->ghost == GHOST_OFF) return;
    const StageObject *object = &pass->stage->objects[query->object];
    cdVec3 center = cdTransformPoint(object->pose, object->info.center);
    cdVec3 intended = cdTransformPoint(object->intended, object->info.center);
    cdVec3 start = cdTransformPoint(object->start, object->info.center);
    if (cdLength(cdSub(intended, center)) > 0.1 * object->info.radius)
        addOver(pass, findTop(pass, object, object->intended), 0, "intended",
                GetGhostTextColor(pass->view->theme, GHOST_INTENDED));
    if (cdLength(cdSub(start, center)) > 0.4 * object->info.radius)
        addOver(pass, findTop(pass, object, object->start), 0, "start",
                GetGhostTextColor(pass->view->theme, GHOST_START));
}
