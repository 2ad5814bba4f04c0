// Aims the ray and casts it. While the pointer is over a panel the ray stays, so that its values can be read.
#include "hand/ray.h"

#include "services/notice.h"
#include "services/sight.h"

void SwitchRay(App *app, bool on) {
    app->viewOptions.ray = on;
    app->ray = (RayHand){0};
    if (!on)
        ForgetStageRay(&app->stage);
    else
        Notify(app,
               "Ray from the pointer: see the right panel. Shift+P keeps it, to look at it from the side");
}

void KeepRay(App *app, bool keeps) {
    if (!app->viewOptions.ray) SwitchRay(app, true);
    if (keeps) UpdateRay(app); // where the pointer is now
    app->ray.kept = keeps && app->ray.known;
    Notify(app, app->ray.kept ? "The ray stays here. Shift+P releases it" : "The ray follows the pointer");
}

void UpdateRay(App *app) {
    RayHand *hand = &app->ray;
    if (!app->viewOptions.ray) {
        if (app->stage.ray.present) ForgetStageRay(&app->stage);
        hand->kept = hand->known = false;
        return;
    }
    if (!hand->kept && IsCursorFree(app)) {
        hand->ray = GetCursorRay(app);
        hand->known = true;
    }
    if (hand->known) CastStageRay(&app->stage, hand->ray.origin, hand->ray.direction);
}
