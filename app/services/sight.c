// The picture's position in the window, and its camera.
#include "services/sight.h"

#include "view/convert.h"

Sight GetSight(const App *app) {
    return (Sight){&app->camera, GetEyeWidth(app->viewOptions.stereo, app->layout.width), app->layout.height};
}

bool IsInView(const App *app, double x, double y) {
    return x >= app->layout.x && y >= app->layout.y && x < app->layout.x + app->layout.width &&
           y < app->layout.y + app->layout.height;
}

bool IsCursorFree(const App *app) {
    return !gxUiHasMouse() && IsInView(app, app->mouseX, app->mouseY);
}

CursorRay GetCursorRay(const App *app) {
    double origin[3], direction[3];
    Sight sight = GetSight(app);
    gxGetPixelRay(sight.camera, app->mouseX - app->layout.x, app->mouseY - app->layout.y, sight.width,
                  sight.height, origin, direction);
    return (CursorRay){ConvertBack(origin), ConvertBack(direction)};
}

void FrameSphere(App *app, cdVec3 center, double radius) {
    double point[3] = {center.x, center.y, center.z};
    Sight sight = GetSight(app);
    gxFrameSphere(&app->camera, point, radius, sight.width, sight.height);
}
