// The right panel's section on the ray from the pointer: its first hit, what is nearest to it, and the other
// objects on the ray.
#include "panels/panels.h"

#include "hand/ray.h"
#include "panels/rows.h"
#include "services/sight.h"
#include "view/region_text.h"

#include <stdio.h>

static void drawPoint(const char *name, const char *about, cdVec3 v) {
    int n = CountDecimals(v);
    DrawToldRow(name, about, "%.*f  %.*f  %.*f", n, HideMinusZero(v.x, n), n, HideMinusZero(v.y, n), n,
                HideMinusZero(v.z, n));
}

static bool isSensor(const Stage *stage, int32_t object) {
    return object >= 0 && stage->objects[object].options[STAGE_SENSOR] != 0.0;
}

static void drawFirst(const Stage *stage, float scale) {
    const StageRay *ray = &stage->ray;
    const StageRayHit *first = &ray->hits[0];
    const float widths[] = {62.0f * scale, 0.0f};
    char feature[48], length[32];
    if (!gxBeginTable("ray", 2, widths)) return;
    DrawToldRow("hits",
                ray->byWorld ? "The first body on the ray, by a query of the world."
                             : "The first object on the ray, by a query of each mesh.",
                "%s%s", GetStageBodyName(stage, first->object),
                isSensor(stage, first->object) ? " (sensor)" : "");
    cdDescribeFeature(first->hit.feature, feature, sizeof feature);
    if (first->object >= 0) {
        DrawToldRow("feature", "With the numbers of the object's file.", "%s", feature);
        DrawToldRow("side", "Side of the surface that the ray hits.", "%s",
                    first->hit.backFace ? "back" : "front");
    }
    DescribeLength(first->hit.distance, length, sizeof length);
    DrawToldRow("distance", "From the camera, or from where the camera was when the ray was kept.", "%s",
                length);
    drawPoint("point", "In world coordinates.", first->hit.point);
    drawPoint("normal", "Of the surface, against the ray.", first->hit.normal);
    if (ray->hasNearest) {
        DescribeLength(ray->nearestDistance, length, sizeof length);
        DrawToldRow("nearest",
                    "The other object that is nearest to this point, and its distance. No sensors.", "%s: %s",
                    GetStageBodyName(stage, ray->nearest), length);
    }
    gxEndTable();
}

// A click frames the hit.
static void drawOthers(App *app) {
    const Stage *stage = &app->stage;
    const StageRay *ray = &stage->ray;
    if (ray->count > 1) gxText(GX_TONE_DIM, "behind it:");
    for (int32_t i = 1; i < ray->count; ++i) {
        const StageRayHit *other = &ray->hits[i];
        char length[32], text[SCENE_NAME_SIZE + 64];
        DescribeLength(other->hit.distance, length, sizeof length);
        snprintf(text, sizeof text, "%s%s  %s", GetStageBodyName(stage, other->object),
                 isSensor(stage, other->object) ? " (sensor)" : "", length);
        gxPushId(i);
        if (gxRow(text, false) && other->object >= 0)
            FrameSphere(app, other->hit.point, 0.3 * stage->objects[other->object].info.radius);
        gxPopId();
    }
    if (ray->hitCount > ray->count) gxText(GX_TONE_DIM, "and %d more", (int)(ray->hitCount - ray->count));
}

void DrawRay(App *app) {
    const StageRay *ray = &app->stage.ray;
    bool kept = app->ray.kept;
    if (gxCheck("stays where it is", &kept)) KeepRay(app, kept);
    gxTooltip("The ray no longer follows the pointer: look at it from the side. Shift+P");
    if (!ray->present)
        gxWrappedText(GX_TONE_DIM, "Move the pointer over the picture.");
    else if (ray->count == 0)
        gxText(GX_TONE_FREE, "The ray hits nothing.");
    else
        drawFirst(&app->stage, gxGetUiScale());
    drawOthers(app);
}
