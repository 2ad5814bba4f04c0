// Points to the selected object when it is outside the picture: its name at the border, with an arrow.
//
// Points behind the camera have no projection; their direction across the view selects the border.
#include "view/labels.h"
#include "view/view_data.h"

#include "view/convert.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

// Direction from the picture's middle, right and down, in units of half its size: beyond 1 is outside.
static void findDirection(const ViewPass *pass, cdVec3 p, double *x, double *y) {
    double right[3], up[3], forward[3], eye[3];
    gxGetCameraAxes(pass->camera, right, up, forward);
    gxGetCameraEye(pass->camera, eye);
    cdVec3 offset = cdSub(p, ConvertBack(eye));
    bool parallel = pass->camera->orthographic;
    double depth = parallel ? pass->camera->distance : cdDot(offset, ConvertBack(forward)),
           slope = tan(0.5 * pass->camera->fov);
    double aspect = (double)pass->view->width / fmax(pass->view->height, 1);
    *x = cdDot(offset, ConvertBack(right)) / (slope * aspect);
    *y = -cdDot(offset, ConvertBack(up)) / slope;
    double minDepth = 1e-9 * cdLength(offset);
    if (depth > minDepth) {
        *x /= depth;
        *y /= depth;
    } else {
        double size = fmax(fmax(fabs(*x), fabs(*y)), minDepth);
        *x *= 2.0 / size; // outside, beyond the border where it would enter
        *y *= 2.0 / size;
    }
}

void AddAway(const ViewPass *pass) {
    View *view = pass->view;
    const Stage *stage = pass->stage;
    if (stage->selected < 0) return;
    const StageObject *object = &stage->objects[stage->selected];
    double x, y;
    findDirection(pass, cdTransformPoint(object->pose, object->info.center), &x, &y);
    double farthest = fmax(fabs(x), fabs(y));
    if (!(farthest > 1.0) || !isfinite(farthest)) return;
    const char *sign = fabs(x) < fabs(y) ? (y < 0.0 ? "↑" : "↓") : x < 0.0 ? "←" : "→";
    char text[SCENE_NAME_SIZE + 48];
    if (object->left)
        snprintf(text, sizeof text, "%s %s left the world: Backspace restarts", sign, object->name);
    else
        snprintf(text, sizeof text, "%s %s: Home shows all", sign, object->name);
    double width = (double)gxGetTextWidth(view->text, text), margin = 16.0 * view->scale;
    double left = 0.5 * view->width * (1.0 + x / farthest) - 0.5 * width;
    double middle = 0.5 * view->height * (1.0 + y / farthest);
    left = fmin(fmax(left, margin), view->width - width - margin);
    middle = fmin(fmax(middle, margin), view->height - margin);
    TakeLabelBox(&view->labels, (LabelBox){left, middle - margin, left + width, middle + margin});
    gxAddText(view->text, (float)left, (float)middle, text, GetTextColor(pass->view->theme));
}
