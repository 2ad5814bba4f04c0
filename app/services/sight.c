// The picture's position in the window, and its camera.
#include "services/sight.h"

Sight GetSight(const App *app) {
    return (Sight){&app->camera, GetEyeWidth(app->viewOptions.stereo, app->layout.width), app->layout.height};
}

bool IsInView(const App *app, double x, double y) {
    return x >= app->layout.x && y >= app->layout.y && x < app->layout.x + app->layout.width &&
           y < app->layout.y + app->layout.height;
}

void FrameSphere(App *app, cdVec3 center, double radius) {
    double point[3] = {center.x, center.y, center.z};
    Sight sight = GetSight(app);
    gxFrameSphere(&app->camera, point, radius, sight.width, sight.height);
}
