// Computes camera positions that show a contact.
#include "services/framing.h"

#include "services/notice.h"
#include "services/pick.h"
#include "services/sight.h"
#include "view/convert.h"

#include <math.h>

// Turns the camera to look along the tangent plane of a contact, where the gap appears edge-on, from the
// nearest unobstructed side.
static void lookAlongContact(App *app, cdVec3 point, cdVec3 normal, double radius) {
    static const double turns[] = {0.0, 0.785, -0.785, 1.571, -1.571, 2.356, -2.356, 3.142};
    double eye[3];
    gxGetCameraEye(&app->camera, eye);
    cdVec3 back = cdNormalize(cdSub(ConvertBack(eye), ConvertBack(app->camera.target)));
    cdVec3 first = cdNormalize(cdMulAdd(back, -cdDot(back, normal), normal)), chosen = first;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; ++i) {
        cdVec3 direction = cdRotate(cdMakeQuat(normal, turns[i]), first);
        cdVec3 from = cdMulAdd(point, 0.02 * radius, direction);
        double distance = 0.0;
        if (PickObject(&app->stage, from, direction, &distance) >= 0 && distance <= 3.0 * radius) continue;
        chosen = direction;
        break;
    }
    app->camera.yaw = atan2(chosen.x, chosen.z);
    app->camera.pitch = asin(fmin(fmax(chosen.y, -1.0), 1.0));
    gxOrbitCamera(&app->camera, 0.0, 0.0); // clamps to its limits
}

// Returns the sphere about a region, or about all sufficient ones when `row` is -1. It is at least a share of
// the object's radius, since points have no size.
static void boundRegions(const Stage *stage, int32_t row, cdVec3 *middle, double *reach) {
    const StageRegions *all = &stage->regions;
    cdVec3 center, sum = {0.0, 0.0, 0.0};
    double radius, count = 0.0;
    *reach = 0.12 * stage->objects[all->object].info.radius;
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < all->count; ++i) {
            if (row >= 0 ? i != row : !GetStageRegion(stage, i)->sufficient) continue;
            GetStageRegionBounds(stage, i, &center, &radius);
            if (pass == 0) {
                sum = cdAdd(sum, center);
                count += 1.0;
            } else {
                *reach = fmax(*reach, 1.15 * (radius + cdLength(cdSub(center, *middle))));
            }
        }
        *middle = cdScale(1.0 / fmax(count, 1.0), sum);
    }
}

void ShowStageStart(App *app) {
    Sight sight = GetSight(app);
    bool orthographic = app->frame > 0 && app->camera.orthographic; // keeps the user's choice
    app->camera = MakeStageCamera(&app->stage, sight.width, sight.height);
    app->camera.orthographic = orthographic;
    app->turn.active = app->following.known = false;
}

void FrameRegion(App *app, int32_t row) {
    const Stage *stage = &app->stage;
    cdVec3 middle;
    double reach;
    boundRegions(stage, row, &middle, &reach);
    for (int32_t i = 0; i < stage->regions.count; ++i) {
        if (GetStageRegion(stage, i)->sufficient && row < 0) row = i;
    }
    // View areas at their present angle, lines and points from the side.
    const cdContactRegion *region = GetStageRegion(stage, row);
    if (region->dimension < 2 && region->normalCount > 0)
        lookAlongContact(app, middle, region->normals[0], reach);
    FrameSphere(app, middle, reach);
}

void FrameContact(App *app) {
    const Stage *stage = &app->stage;
    const StageQuery *query = &stage->query;
    if (stage->regions.present && stage->regions.sufficientCount > 0) {
        FrameRegion(app, FindChosenRegion(stage));
        return;
    }
    if (!query->present || query->obstacle < 0) {
        Notify(app, "No contact to frame");
        return;
    }
    double radius = 0.12 * stage->objects[query->object].info.radius;
    if (query->contact.state == CD_CONTACT)
        lookAlongContact(app, query->contact.point, query->contact.normal, radius);
    FrameSphere(app, query->contact.point, radius);
}
