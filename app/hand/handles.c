// Computes intended poses from mouse movements on a handle of the gizmo.
//
// Input: the cursor's rays before and after a movement. Output: the motion along the handle (where the ray
// comes nearest to the axis, where it meets the plane, or the angle about the axis), summed up
// since the press, and the resulting pose. Where a ring is seen edge-on the mouse
// turns it like a wheel. Detection and response decide how far the object gets.
#include "hand/handles.h"

#include "view/convert.h"

#include <math.h>
#include <stdio.h>

static const double snapAngle = 5.0 * 3.14159265358979323846 / 180.0;
static const double edgeOn = 0.25; // cosine between a ring's axis and the line of sight

static GizmoSight getGizmoSight(const App *app) {
    Sight sight = GetSight(app);
    return (GizmoSight){sight.camera, sight.width, sight.height, app->shownScale};
}

bool FindGizmo(const App *app, Gizmo *gizmo) {
    return app->viewOptions.gizmo &&
           MakeGizmo(&app->stage, getGizmoSight(app), app->viewOptions.gizmoIsLocal, gizmo);
}

GizmoHandle FindHandle(const App *app) {
    Gizmo gizmo;
    if (gxUiHasMouse() || !IsInView(app, app->mouseX, app->mouseY) || !FindGizmo(app, &gizmo))
        return GIZMO_NONE;
    return PickHandle(&gizmo, getGizmoSight(app), app->mouseX - app->layout.x, app->mouseY - app->layout.y);
}

void LightHandle(App *app) {
    Hold hold = app->manipulation.hold;
    GizmoHandle handle = hold == HOLD_HANDLE ? app->manipulation.handle : GIZMO_NONE;
    if (hold == HOLD_NOTHING && app->navigation == NAVIGATE_NOT) handle = FindHandle(app);
    app->viewOptions.gizmoHandle = (int32_t)handle;
}

void BeginHandle(Manipulation *hand, const Stage *stage, const Gizmo *gizmo, GizmoHandle handle) {
    const StageObject *object = &stage->objects[stage->selected];
    *hand = (Manipulation){.hold = HOLD_HANDLE,
                           .object = stage->selected,
                           .start = object->pose,
                           .intended = object->pose,
                           .axis = -1,
                           .handle = handle,
                           .center = gizmo->center,
                           .reach = cdLength(cdSub(GetRingPoint(gizmo, 0, 0.0), gizmo->center)),
                           .axes = {gizmo->axes[0], gizmo->axes[1], gizmo->axes[2]}};
}

typedef struct Ray {
    cdVec3 origin, direction; // world, unit
} Ray;

static Ray getRay(Sight sight, double x, double y) {
    double origin[3], direction[3];
    gxGetPixelRay(sight.camera, x, y, sight.width, sight.height, origin, direction);
    return (Ray){ConvertBack(origin), ConvertBack(direction)};
}

// Position along the axis through the gizmo's centre where the ray comes nearest to it.
static double findAlong(const Manipulation *hand, cdVec3 axis, Ray ray) {
    cdVec3 w = cdSub(hand->center, ray.origin);
    double slope = cdDot(axis, ray.direction);
    double det = fmax(1.0 - slope * slope, 1e-4);
    return (slope * cdDot(ray.direction, w) - cdDot(axis, w)) / det;
}

// Intersection of the ray with the plane through the gizmo's centre across an axis, relative to that centre.
static cdVec3 findInPlane(const Manipulation *hand, cdVec3 axis, Ray ray) {
    double slope = cdDot(axis, ray.direction);
    if (fabs(slope) < 1e-3) slope = slope < 0.0 ? -1e-3 : 1e-3;
    double along = cdDot(axis, cdSub(hand->center, ray.origin)) / slope;
    return cdSub(cdMulAdd(ray.origin, along, ray.direction), hand->center);
}

// Converts mouse pixels across the projected axis to the angle of a wheel as large as the ring.
static double findWheelTurn(const Manipulation *hand, Sight sight, cdVec3 axis, double dx, double dy) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(sight.camera, right, up, forward);
    double x = cdDot(axis, ConvertBack(right)), y = cdDot(axis, ConvertBack(up)), size = hypot(x, y);
    const double center[3] = {hand->center.x, hand->center.y, hand->center.z};
    double pixel = gxGetPixelLength(sight.camera, center, sight.height);
    // The near side of a wheel about an axis that points up goes to the right.
    return size > 0.0 ? (dx * y + dy * x) / size * pixel / hand->reach : 0.0;
}

static double findTurn(const Manipulation *hand, cdVec3 axis, Ray from, Ray to) {
    cdVec3 a = findInPlane(hand, axis, from), b = findInPlane(hand, axis, to);
    return atan2(cdDot(axis, cdCross(a, b)), cdDot(a, b));
}

static bool isEdgeOn(const Manipulation *hand, Sight sight, cdVec3 axis) {
    const double center[3] = {hand->center.x, hand->center.y, hand->center.z};
    double towards[3];
    gxGetDirectionToEye(sight.camera, center, towards);
    return fabs(cdDot(axis, ConvertBack(towards))) < edgeOn;
}

static double snap(double value, double unit, int mods) {
    return mods & GX_MOD_CTRL ? unit * round(value / unit) : value;
}

// One decimal step below the object's size, as typed moves have it.
static double getSnapLength(const StageObject *object) {
    return pow(10.0, floor(log10(object->info.radius) - 0.5));
}

static void applyOffsets(Manipulation *hand, const Stage *stage, int mods) {
    int axis = GetHandleAxis(hand->handle);
    double unit = getSnapLength(&stage->objects[hand->object]);
    hand->intended = hand->start;
    if (IsArrow(hand->handle)) {
        hand->intended.p = cdMulAdd(hand->start.p, snap(hand->offsets[0], unit, mods), hand->axes[axis]);
    } else if (IsSquare(hand->handle)) {
        cdVec3 moved =
            cdMulAdd(hand->start.p, snap(hand->offsets[0], unit, mods), hand->axes[(axis + 1) % 3]);
        hand->intended.p = cdMulAdd(moved, snap(hand->offsets[1], unit, mods), hand->axes[(axis + 2) % 3]);
    } else {
        cdQuat turn = cdMakeQuat(hand->axes[axis], snap(hand->offsets[0], snapAngle, mods));
        hand->intended = (cdPose){cdAdd(hand->center, cdRotate(turn, cdSub(hand->start.p, hand->center))),
                                  cdNormalizeQuat(cdMulQuat(turn, hand->start.q))};
    }
    hand->changed = true;
}

void DragHandle(Manipulation *hand, const Stage *stage, Sight sight, double fromX, double fromY, double x,
                double y, int mods) {
    double fine = mods & GX_MOD_SHIFT ? 0.1 : 1.0;
    int i = GetHandleAxis(hand->handle);
    cdVec3 axis = hand->axes[i];
    Ray from = getRay(sight, fromX, fromY), to = getRay(sight, x, y);
    if (IsArrow(hand->handle)) {
        hand->offsets[0] += fine * (findAlong(hand, axis, to) - findAlong(hand, axis, from));
    } else if (IsSquare(hand->handle)) {
        cdVec3 shift = cdSub(findInPlane(hand, axis, to), findInPlane(hand, axis, from));
        hand->offsets[0] += fine * cdDot(shift, hand->axes[(i + 1) % 3]);
        hand->offsets[1] += fine * cdDot(shift, hand->axes[(i + 2) % 3]);
    } else if (isEdgeOn(hand, sight, axis)) {
        hand->offsets[0] += fine * findWheelTurn(hand, sight, axis, x - fromX, y - fromY);
    } else {
        hand->offsets[0] += fine * findTurn(hand, axis, from, to);
    }
    applyOffsets(hand, stage, mods);
}

void DescribeHandle(const Manipulation *hand, char *text, size_t textSize) {
    static const char *const planes[] = {"y, z", "z, x", "x, y"};
    static const char *const names[] = {"x", "y", "z"};
    int axis = GetHandleAxis(hand->handle);
    const char *keys = "Shift fine   Ctrl steps   Esc back";
    if (IsArrow(hand->handle))
        snprintf(text, textSize, "Move along %s: %.4g   %s", names[axis], hand->offsets[0], keys);
    else if (IsSquare(hand->handle))
        snprintf(text, textSize, "Move in %s: %.4g, %.4g   %s", planes[axis], hand->offsets[0],
                 hand->offsets[1], keys);
    else
        snprintf(text, textSize, "Turn about %s: %.1f°   %s", names[axis],
                 57.29577951308232 * hand->offsets[0], keys);
}
