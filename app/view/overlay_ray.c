// A ray over the picture: its line, its hits with the normal at the first, the feature that it hits, and the
// shortest line from there to another object.
//
// The line ends at the first hit; beyond it, up to the last one, it is faint.
#include "view/labels.h"
#include "view/view_data.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>

static const double NORMAL_LENGTH = 54.0; // pixels

static void addLine(const ViewPass *pass, double from, double to, double share) {
    const StageRay *ray = &pass->stage->ray;
    const double *origin = pass->camera->origin;
    gxColor color = FadeColor(GetRoleColor(pass->view->theme, CD_ROLE_SEPARATOR), share);
    gxAddLine(&pass->view->overlay, ConvertPoint(cdMulAdd(ray->origin, from, ray->direction), origin),
              ConvertPoint(cdMulAdd(ray->origin, to, ray->direction), origin),
              2.0f * (float)pass->view->scale, color);
}

// The length of a ray that hits nothing: through everything.
static double getFreeLength(const ViewPass *pass) {
    cdVec3 center;
    double radius;
    GetStageBounds(pass->stage, &center, &radius);
    return cdLength(cdSub(center, pass->stage->ray.origin)) + 2.0 * radius;
}

static void addFirst(const ViewPass *pass, const StageRayHit *first) {
    Theme theme = pass->view->theme;
    gxColor color = GetRoleColor(theme, CD_ROLE_SEPARATOR);
    cdVec3 point = first->hit.point;
    double length = GetPixelLength(pass, point, NORMAL_LENGTH * pass->view->scale);
    cdVec3 tip = cdMulAdd(point, length, first->hit.normal);
    const double *origin = pass->camera->origin;
    float scale = (float)pass->view->scale;
    vec3s a = ConvertPoint(point, origin), b = ConvertPoint(tip, origin);
    gxAddArrow(&pass->view->front, a, b, (float)(0.3 * length), 5.4f * scale, GetRimColor(theme));
    gxAddArrow(&pass->view->front, a, b, (float)(0.27 * length), 2.6f * scale, color);
    TakeLabelLine(pass, point, tip, 4.0 * pass->view->scale);
    if (first->object >= 0)
        AddFeatureMark(pass, &pass->stage->objects[first->object], first->hit.feature, color);
    AddMarkPoint(pass, point, 8.0, color);
    TakeLabelPlace(pass, point, 6.0 * pass->view->scale);
}

// Adds a text below a point, over objects too: a line to it could be taken for the ray.
static void addTextAt(const ViewPass *pass, cdVec3 p, const char *text, gxColor color) {
    View *view = pass->view;
    const double point[3] = {p.x, p.y, p.z};
    double x, y, scale = view->scale, width = (double)gxGetTextWidth(view->text, text);
    if (!gxProjectPoint(pass->camera, point, view->width, view->height, &x, &y)) return;
    x = fmax(fmin(x + 14.0 * scale, view->width - width - 6.0 * scale), 6.0 * scale);
    y += (y + 34.0 * scale < view->height ? 20.0 : -20.0) * scale;
    gxAddText(view->text, (float)x, (float)y, text, color);
    double half = 11.0 * scale;
    TakeLabelBox(&view->labels, (LabelBox){x - 4.0 * scale, y - half, x + width + 4.0 * scale, y + half});
}

static void addName(const ViewPass *pass, const StageRayHit *first) {
    char feature[48], length[32], text[SCENE_NAME_SIZE + 96];
    cdDescribeFeature(first->hit.feature, feature, sizeof feature);
    DescribeLength(first->hit.distance, length, sizeof length);
    bool ground = first->object < 0;
    snprintf(text, sizeof text, "%s%s%s at %s", GetStageBodyName(pass->stage, first->object),
             ground ? "" : ", ", ground ? "" : feature, length);
    addTextAt(pass, first->hit.point, text, GetRoleColor(pass->view->theme, CD_ROLE_SEPARATOR));
}

static void addNearest(const ViewPass *pass) {
    const StageRay *ray = &pass->stage->ray;
    cdVec3 from = ray->hits[0].hit.point, to = ray->nearestPoint;
    gxColor color = GetTextColor(pass->view->theme);
    char length[32], text[SCENE_NAME_SIZE + 48];
    if (!ray->hasNearest || !(ray->nearestDistance > 0.0)) return;
    AddRimmedLine(pass, from, to, 1.4f, color);
    AddMarkPoint(pass, to, 6.0, color);
    DescribeLength(ray->nearestDistance, length, sizeof length);
    snprintf(text, sizeof text, "nearest: %s, %s", GetStageBodyName(pass->stage, ray->nearest), length);
    if (pass->options->labels)
        AddLabel(pass, to, 12.0 * pass->view->scale, -14.0 * pass->view->scale, text, color);
}

void AddRay(const ViewPass *pass) {
    const StageRay *ray = &pass->stage->ray;
    if (!ray->present) return;
    double first = ray->count > 0 ? ray->hits[0].hit.distance : getFreeLength(pass);
    addLine(pass, 0.0, first, 1.0);
    if (ray->count == 0) return;
    if (ray->count > 1) addLine(pass, first, ray->hits[ray->count - 1].hit.distance, 0.4);
    for (int32_t i = ray->count - 1; i > 0; --i)
        AddMarkPoint(pass, ray->hits[i].hit.point, 5.0,
                     FadeColor(GetRoleColor(pass->view->theme, CD_ROLE_SEPARATOR), 0.7));
    addFirst(pass, &ray->hits[0]);
    if (pass->options->labels) addName(pass, &ray->hits[0]);
    addNearest(pass);
}
