// The handles that move and turn the selected object, over everything else.
//
// Input: the gizmo (gizmo.h). Output: strokes in front of the picture, and the letters of the axes. The
// handle under the cursor or being dragged has the colour of text and is thicker.
#include "view/gizmo.h"
#include "view/labels.h"
#include "view/view_data.h"

#include "view/convert.h"
#include "view/palette.h"

static const double letterAt = 1.16; // lengths of an arrow
static const double turnWhole = 6.28318530717958648;

typedef struct Pen {
    gxColor color, rim;
    float width; // pixels
} Pen;

static Pen choosePen(const ViewPass *pass, GizmoHandle handle) {
    bool isLit = pass->options->gizmoHandle == (int32_t)handle;
    float scale = (float)pass->view->scale;
    gxColor color =
        isLit ? GetTextColor(pass->view->theme) : GetAxisColor(pass->view->theme, GetHandleAxis(handle));
    return (Pen){color, GetRimColor(pass->view->theme), (isLit ? 4.4f : 2.6f) * scale};
}

static vec3s convert(const ViewPass *pass, cdVec3 p) {
    return ConvertPoint(p, pass->camera->origin);
}

static void addLine(const ViewPass *pass, cdVec3 from, cdVec3 to, const Pen *pen, bool isRim) {
    float width = pen->width + (isRim ? 2.4f * (float)pass->view->scale : 0.0f);
    gxAddLine(&pass->view->front, convert(pass, from), convert(pass, to), width,
              isRim ? pen->rim : pen->color);
}

static void addRing(const ViewPass *pass, const Gizmo *gizmo, int axis) {
    enum { PARTS = 64 };
    GizmoHandle handle = (GizmoHandle)((int)GIZMO_RING_X + axis);
    if (!IsHandleShown(gizmo, handle)) return;
    Pen pen = choosePen(pass, handle);
    for (int layer = 0; layer < 2; ++layer) {
        for (int i = 0; i < PARTS; ++i) {
            cdVec3 from = GetRingPoint(gizmo, axis, turnWhole * i / PARTS);
            cdVec3 to = GetRingPoint(gizmo, axis, turnWhole * (i + 1) / PARTS);
            if (IsBefore(gizmo, from) && IsBefore(gizmo, to)) addLine(pass, from, to, &pen, layer == 0);
        }
    }
}

static void addSquare(const ViewPass *pass, const Gizmo *gizmo, int axis) {
    GizmoHandle handle = (GizmoHandle)((int)GIZMO_SQUARE_X + axis);
    if (!IsHandleShown(gizmo, handle)) return;
    Pen pen = choosePen(pass, handle);
    cdVec3 corners[4];
    GetSquare(gizmo, axis, corners);
    for (int layer = 0; layer < 2; ++layer)
        for (int i = 0; i < 4; ++i)
            addLine(pass, corners[i], corners[(i + 1) % 4], &pen, layer == 0);
}

static void addArrow(const ViewPass *pass, const Gizmo *gizmo, int axis) {
    GizmoHandle handle = (GizmoHandle)((int)GIZMO_ARROW_X + axis);
    if (!IsHandleShown(gizmo, handle)) return;
    Pen pen = choosePen(pass, handle);
    float scale = (float)pass->view->scale, head = (float)(16.0 * gizmo->pixel);
    cdVec3 from, to;
    GetArrow(gizmo, axis, &from, &to);
    vec3s tail = convert(pass, from), tip = convert(pass, to);
    vec3s beyond = convert(pass, cdMulAdd(to, 3.0 * gizmo->pixel, gizmo->axes[axis]));
    gxAddArrow(&pass->view->front, tail, beyond, head + (float)(5.0 * gizmo->pixel), pen.width + 2.4f * scale,
               pen.rim);
    gxAddArrow(&pass->view->front, tail, tip, head, pen.width, pen.color);
    for (int i = 0; i <= 4; ++i)
        TakeLabelPlace(pass, cdLerp(from, to, 0.25 * i), 9.0 * pass->view->scale);
}

static void addLetter(const ViewPass *pass, const Gizmo *gizmo, int axis) {
    static const char *const letters[] = {"x", "y", "z"};
    cdVec3 p = cdMulAdd(gizmo->center, letterAt * gizmo->length, gizmo->axes[axis]);
    const double point[3] = {p.x, p.y, p.z};
    double x, y;
    View *view = pass->view;
    if (!IsHandleShown(gizmo, (GizmoHandle)((int)GIZMO_ARROW_X + axis)) ||
        !gxProjectPoint(pass->camera, point, view->width, view->height, &x, &y))
        return;
    float width = gxGetTextWidth(view->text, letters[axis]);
    gxAddText(view->text, (float)x - 0.5f * width, (float)y, letters[axis],
              GetAxisColor(pass->view->theme, axis));
    TakeLabelPlace(pass, p, 9.0 * view->scale);
}

void AddGizmo(const ViewPass *pass) {
    View *view = pass->view;
    Gizmo gizmo;
    GizmoSight sight = {pass->camera, view->width, view->height, view->scale};
    if (!MakeGizmo(pass->stage, sight, pass->options->gizmoIsLocal, &gizmo)) return;
    for (int axis = 0; axis < 3; ++axis)
        addRing(pass, &gizmo, axis);
    for (int axis = 0; axis < 3; ++axis)
        addSquare(pass, &gizmo, axis);
    for (int axis = 0; axis < 3; ++axis) {
        addArrow(pass, &gizmo, axis);
        addLetter(pass, &gizmo, axis);
    }
}
