// Direction and motion of the camera.
//
// (1) Views along an axis: yaw and pitch of the six sides, reached by a smooth motion. (2) Following: the
// camera's target moves with the object's middle, so that the object keeps its position in the picture.
#include "services/viewpoint.h"

#include "engine/platform/clock.h"
#include "services/notice.h"

#include <math.h>
#include <stdio.h>

static const double turnTime = 0.2; // seconds
static const double right = 0.5 * 3.14159265358979323846;

typedef struct Side {
    const char *name;
    double yaw, pitch;
} Side;

static Side getSide(AxisView view) {
    const Side sides[] = {[VIEW_FRONT] = {"front", 0.0, 0.0},  [VIEW_BACK] = {"back", 2.0 * right, 0.0},
                          [VIEW_LEFT] = {"left", -right, 0.0}, [VIEW_RIGHT] = {"right", right, 0.0},
                          [VIEW_TOP] = {"top", 0.0, right},    [VIEW_BOTTOM] = {"bottom", 0.0, -right}};
    return sides[view];
}

// --- (1) Views along an axis

void TurnToView(App *app, AxisView view) {
    Side side = getSide(view);
    CameraTurn *turn = &app->turn;
    *turn = (CameraTurn){.active = true, .from = app->camera, .to = app->camera, .last = app->camera};
    turn->to.yaw = side.yaw;
    turn->to.pitch = side.pitch;
    gxOrbitCamera(&turn->to, 0.0, 0.0); // within its limits
    turn->begin = gxGetTime();
}

void ToggleOrthographic(App *app) {
    app->camera.orthographic = !app->camera.orthographic;
    // A turn in progress continues in the new projection.
    app->turn.from.orthographic = app->turn.to.orthographic = app->turn.last.orthographic =
        app->camera.orthographic;
    Notify(app, app->camera.orthographic ? "Orthographic camera" : "Perspective camera");
}

void UpdateCameraTurn(App *app, double now) {
    CameraTurn *turn = &app->turn;
    if (!turn->active) return;
    turn->active = gxIsSameCamera(&turn->last, &app->camera);
    if (!turn->active) return;
    double share = (now - turn->begin) / turnTime;
    app->camera = share < 1.0 ? gxBlendCameras(&turn->from, &turn->to, fmax(share, 0.0)) : turn->to;
    turn->last = app->camera;
    turn->active = share < 1.0;
    app->lastActivity = now;
}

// --- (2) Following

void ToggleFollowing(App *app) {
    app->following = (Following){.on = !app->following.on};
    Notify(app,
           app->following.on ? "The camera follows the selected object" : "The camera no longer follows");
}

void FollowSelected(App *app) {
    Following *following = &app->following;
    const Stage *stage = &app->stage;
    if (!following->on || stage->selected < 0) {
        following->known = false;
        return;
    }
    const StageObject *object = &stage->objects[stage->selected];
    cdVec3 center = cdTransformPoint(object->pose, object->info.center);
    bool follows = following->known && following->object == stage->selected;
    if (follows && app->manipulation.hold == HOLD_NOTHING) {
        cdVec3 moved = cdSub(center, following->center);
        gxMoveCamera(&app->camera, (const double[3]){moved.x, moved.y, moved.z});
        gxMoveCamera(&app->turn.from, (const double[3]){moved.x, moved.y, moved.z});
        gxMoveCamera(&app->turn.to, (const double[3]){moved.x, moved.y, moved.z});
        gxMoveCamera(&app->turn.last, (const double[3]){moved.x, moved.y, moved.z});
    }
    *following = (Following){.on = true, .known = true, .object = stage->selected, .center = center};
}

// --- Description

void DescribeView(const gxCamera *camera, bool follows, char *text, size_t textSize) {
    static const double near = 1e-5; // radians; more than the pitch limit leaves
    const char *name = "";
    for (int i = 0; i < AXIS_VIEW_COUNT; ++i) {
        Side side = getSide((AxisView)i);
        bool vertical = fabs(side.pitch) > 1.0; // at the poles yaw does not change the side
        double aside = vertical ? 0.0 : remainder(camera->yaw - side.yaw, 4.0 * right);
        if (fabs(camera->pitch - side.pitch) < near && fabs(aside) < near) name = side.name;
    }
    snprintf(text, textSize, "%s%s%s%s%s", name, name[0] && camera->orthographic ? ", " : "",
             camera->orthographic ? "orthographic" : "",
             follows && (name[0] || camera->orthographic) ? ", " : "", follows ? "follows" : "");
}
