// Aims the ray and casts it. While the pointer is over a panel the ray stays, so that its values can be read.
#include "hand/ray.h"

#include "services/notice.h"
#include "services/sight.h"

// Takes the pointer's ray, unless the ray is kept.
static void aim(App *app) {
    if (app->ray.kept || !IsCursorFree(app)) return;
    app->ray.ray = GetCursorRay(app);
    app->ray.known = true;
}

void SwitchRay(App *app, bool on) {
    app->viewOptions.ray = on;
    app->ray = (RayHand){0};
    if (on)
        Notify(app,
               "Ray from the pointer: see the right panel. Shift+P keeps it, to look at it from the side");
}

void KeepRay(App *app, bool keeps) {
    if (!app->viewOptions.ray) SwitchRay(app, true);
    aim(app);
    app->ray.kept = keeps && app->ray.known;
    Notify(app, app->ray.kept ? "The ray stays here. Shift+P releases it" : "The ray follows the pointer");
}

void UpdateRay(App *app) {
    if (app->viewOptions.ray) {
        aim(app);
        if (app->ray.known) CastStageRay(&app->stage, app->ray.ray.origin, app->ray.ray.direction);
    } else if (app->stage.ray.present) {
        ForgetStageRay(&app->stage);
    }
}
