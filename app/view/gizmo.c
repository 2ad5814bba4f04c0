// Geometry of the gizmo.
//
// Input: the selected object's middle and axes, a camera. Output: points of the handles, and the handle
// nearest to the cursor, measured in pixels to the drawn lines.
#include "view/gizmo.h"

#include "view/convert.h"

#include <math.h>

static const double arrowPixels = 104.0; // at scale 1
static const double reachPixels = 8.0;   // from a line to the cursor
static const double minSlope = 0.17;     // sine; arrows and squares at smaller angles are hard to drag
static const double minRingSlope = 0.1;
static const double arrowLead = 2.0; // pixels by which an arrow wins over a ring that crosses it
// Fractions of an arrow's length.
static const double arrowFrom = 0.16, ringRadius = 0.76, squareFrom = 0.26, squareTo = 0.42;
static const double turnWhole = 6.28318530717958648;

static GizmoHandle makeHandle(GizmoHandle first, int axis) {
    return (GizmoHandle)((int)first + axis);
}

int GetHandleAxis(GizmoHandle handle) {
    return ((int)handle - 1) % 3;
}

bool IsArrow(GizmoHandle handle) {
    return handle >= GIZMO_ARROW_X && handle <= GIZMO_ARROW_Z;
}

bool IsSquare(GizmoHandle handle) {
    return handle >= GIZMO_SQUARE_X && handle <= GIZMO_SQUARE_Z;
}

bool MakeGizmo(const Stage *stage, GizmoSight sight, bool isLocal, Gizmo *gizmo) {
    if (stage->selected < 0) return false;
    const StageObject *object = &stage->objects[stage->selected];
    bool moves = object->body == SCENE_DRIVEN || (object->isBody && object->body != SCENE_KINEMATIC);
    if (!moves || object->hidden || object->removed) return false;
    *gizmo = (Gizmo){.center = cdTransformPoint(object->pose, GetTurnCenter(stage, stage->selected))};
    const double center[3] = {gizmo->center.x, gizmo->center.y, gizmo->center.z};
    double towards[3];
    gxGetDirectionToEye(sight.camera, center, towards);
    gizmo->towards = ConvertBack(towards);
    gizmo->pixel = sight.scale * gxGetPixelLength(sight.camera, center, sight.height);
    gizmo->length = arrowPixels * gizmo->pixel;
    for (int i = 0; i < 3; ++i) {
        cdVec3 axis = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        gizmo->axes[i] = isLocal ? cdRotate(object->pose.q, axis) : axis;
    }
    return gizmo->pixel > 0.0;
}

bool IsHandleShown(const Gizmo *gizmo, GizmoHandle handle) {
    double along = fabs(cdDot(gizmo->axes[GetHandleAxis(handle)], gizmo->towards));
    if (IsArrow(handle)) return sqrt(fmax(1.0 - along * along, 0.0)) > minSlope;
    return along > (IsSquare(handle) ? minSlope : minRingSlope);
}

void GetArrow(const Gizmo *gizmo, int axis, cdVec3 *from, cdVec3 *to) {
    *from = cdMulAdd(gizmo->center, arrowFrom * gizmo->length, gizmo->axes[axis]);
    *to = cdMulAdd(gizmo->center, gizmo->length, gizmo->axes[axis]);
}

cdVec3 GetRingPoint(const Gizmo *gizmo, int axis, double turn) {
    cdVec3 u = gizmo->axes[(axis + 1) % 3], v = gizmo->axes[(axis + 2) % 3];
    double radius = ringRadius * gizmo->length;
    return cdMulAdd(cdMulAdd(gizmo->center, radius * cos(turn), u), radius * sin(turn), v);
}

bool IsBefore(const Gizmo *gizmo, cdVec3 point) {
    return cdDot(cdSub(point, gizmo->center), gizmo->towards) > -0.02 * gizmo->length;
}

void GetSquare(const Gizmo *gizmo, int axis, cdVec3 corners[4]) {
    const double factors[4][2] = {
        {squareFrom, squareFrom}, {squareTo, squareFrom}, {squareTo, squareTo}, {squareFrom, squareTo}};
    cdVec3 u = cdScale(gizmo->length, gizmo->axes[(axis + 1) % 3]);
    cdVec3 v = cdScale(gizmo->length, gizmo->axes[(axis + 2) % 3]);
    for (int i = 0; i < 4; ++i)
        corners[i] = cdMulAdd(cdMulAdd(gizmo->center, factors[i][0], u), factors[i][1], v);
}

// --- Picking

// The cursor, and the handle nearest to it so far.
typedef struct Nearest {
    GizmoSight sight;
    double x, y, distance; // pixels
    GizmoHandle handle;
} Nearest;

static bool project(GizmoSight sight, cdVec3 p, double *x, double *y) {
    const double point[3] = {p.x, p.y, p.z};
    return gxProjectPoint(sight.camera, point, sight.width, sight.height, x, y);
}

// Updates the nearest handle with a segment. `lead`: pixels subtracted from its distance.
static void takeSegment(Nearest *nearest, GizmoHandle handle, cdVec3 from, cdVec3 to, double lead) {
    double x0, y0, x1, y1;
    if (!project(nearest->sight, from, &x0, &y0) || !project(nearest->sight, to, &x1, &y1)) return;
    double dx = x1 - x0, dy = y1 - y0, lengthSq = dx * dx + dy * dy;
    double share = lengthSq > 0.0 ? ((nearest->x - x0) * dx + (nearest->y - y0) * dy) / lengthSq : 0.0;
    share = fmin(fmax(share, 0.0), 1.0);
    double distance = hypot(nearest->x - x0 - share * dx, nearest->y - y0 - share * dy) - lead;
    if (distance >= nearest->distance) return;
    nearest->distance = distance;
    nearest->handle = handle;
}

static void takeRing(Nearest *nearest, const Gizmo *gizmo, int axis) {
    enum { PARTS = 64 };
    for (int i = 0; i < PARTS; ++i) {
        cdVec3 from = GetRingPoint(gizmo, axis, turnWhole * i / PARTS);
        cdVec3 to = GetRingPoint(gizmo, axis, turnWhole * (i + 1) / PARTS);
        if (IsBefore(gizmo, from) && IsBefore(gizmo, to))
            takeSegment(nearest, makeHandle(GIZMO_RING_X, axis), from, to, 0.0);
    }
}

// A square is also hit by its inside.
static bool isInSquare(const Nearest *nearest, const Gizmo *gizmo, int axis) {
    cdVec3 corners[4];
    double x[4], y[4];
    int left = 0;
    GetSquare(gizmo, axis, corners);
    for (int i = 0; i < 4; ++i)
        if (!project(nearest->sight, corners[i], &x[i], &y[i])) return false;
    for (int i = 0; i < 4; ++i) {
        int k = (i + 1) % 4;
        double side = (x[k] - x[i]) * (nearest->y - y[i]) - (y[k] - y[i]) * (nearest->x - x[i]);
        left += side > 0.0 ? 1 : -1;
    }
    return left == 4 || left == -4;
}

GizmoHandle PickHandle(const Gizmo *gizmo, GizmoSight sight, double x, double y) {
    Nearest nearest = {
        .sight = sight, .x = x, .y = y, .distance = reachPixels * sight.scale, .handle = GIZMO_NONE};
    for (int axis = 0; axis < 3; ++axis) {
        GizmoHandle square = makeHandle(GIZMO_SQUARE_X, axis);
        if (IsHandleShown(gizmo, square) && isInSquare(&nearest, gizmo, axis)) return square;
    }
    for (int axis = 0; axis < 3; ++axis) {
        GizmoHandle arrow = makeHandle(GIZMO_ARROW_X, axis);
        cdVec3 from, to;
        GetArrow(gizmo, axis, &from, &to);
        if (IsHandleShown(gizmo, arrow)) takeSegment(&nearest, arrow, from, to, arrowLead * sight.scale);
        if (IsHandleShown(gizmo, makeHandle(GIZMO_RING_X, axis))) takeRing(&nearest, gizmo, axis);
    }
    return nearest.handle;
}
