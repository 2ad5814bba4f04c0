// Computes probe points from the cursor, and segments from presses.
#include "hand/probe.h"

#include "hand/navigate.h"
#include "services/notice.h"
#include "services/pick.h"
#include "services/sight.h"
#include "view/convert.h"

#include <math.h>

static const double depthPerNotch = 0.04; // radii of the solid
static const double deepest = 1.2;
static const double clickReach = 6.0; // pixels: less is a click, not a drag
static const double vertexReach = 10.0, edgeReach = 7.0;

// Point in the plane that faces the camera, at the chosen depth behind the solid's center.
static cdVec3 findPlanePoint(const App *app) {
    const StageObject *object = &app->stage.objects[app->stage.probe.object];
    double right[3], up[3], forward[3];
    gxGetCameraAxes(&app->camera, right, up, forward);
    CursorRay ray = GetCursorRay(app);
    cdVec3 ahead = ConvertBack(forward), middle = cdTransformPoint(object->pose, object->info.center);
    middle = cdMulAdd(middle, app->probe.depth * object->info.radius, ahead);
    double depth = fmax(cdDot(cdSub(middle, ray.origin), ahead), 1e-3 * app->camera.distance);
    return cdMulAdd(ray.origin, depth / cdDot(ray.direction, ahead), ray.direction);
}

// Pixels between a point of the world and the cursor.
static double getCursorDistance(const App *app, cdVec3 p) {
    double point[3] = {p.x, p.y, p.z}, x, y;
    if (!gxProjectPoint(&app->camera, point, GetSight(app).width, app->layout.height, &x, &y))
        return INFINITY;
    return hypot(app->layout.x + x - app->mouseX, app->layout.y + y - app->mouseY);
}

// The point of the edge from a to b that is nearest to the ray.
static cdVec3 findNearestOnEdge(CursorRay ray, cdVec3 a, cdVec3 b) {
    cdVec3 u = cdSub(b, a), w = cdSub(a, ray.origin);
    double along = cdDot(u, ray.direction), lengthSq = cdLengthSq(u), det = lengthSq - along * along;
    if (!(det > 0.0)) return a;
    double t = (along * cdDot(ray.direction, w) - cdDot(u, w)) / det;
    return cdMulAdd(a, fmin(fmax(t, 0.0), 1.0), u);
}

// A vertex of the face near the cursor, else a point of an edge near it, else the point as it is.
static cdVec3 snapToFace(const App *app, const cdMesh *solid, int32_t face, cdVec3 point) {
    enum { MOST = 512 };
    int32_t vertices[MOST];
    cdSolidLoop out = {.vertices = vertices, .capacity = MOST};
    cdPose pose = app->stage.objects[app->stage.probe.object].pose;
    cdVec3 center = cdGetSolidInfo(solid).center, edgePoint = point, vertexPoint = point;
    double toEdge = edgeReach, toVertex = vertexReach;
    for (int32_t loop = 0; loop < cdGetSolidFace(solid, face).loopCount; ++loop) {
        cdGetSolidLoop(solid, face, loop, &out);
        for (int32_t i = 0; i < out.count && out.needed <= MOST; ++i) {
            cdVec3 a = cdAdd(cdGetSolidVertex(solid, vertices[i]).point, center);
            cdVec3 b = cdAdd(cdGetSolidVertex(solid, vertices[(i + 1) % out.count]).point, center);
            cdVec3 worldA = cdTransformPoint(pose, a);
            cdVec3 onEdge = findNearestOnEdge(GetCursorRay(app), worldA, cdTransformPoint(pose, b));
            double vertexDistance = getCursorDistance(app, worldA),
                   edgeDistance = getCursorDistance(app, onEdge);
            if (vertexDistance < toVertex) {
                toVertex = vertexDistance;
                vertexPoint = worldA;
            }
            if (edgeDistance < toEdge) {
                toEdge = edgeDistance;
                edgePoint = onEdge;
            }
        }
    }
    return toVertex < vertexReach ? vertexPoint : edgePoint;
}

// False where the cursor is not on the solid's surface.
static bool findSurfacePoint(App *app, const cdMesh *solid, cdVec3 *point) {
    const StageProbe *probe = &app->stage.probe;
    CursorRay ray = GetCursorRay(app);
    double distance = 0.0;
    if (PickObject(&app->stage, ray.origin, ray.direction, &distance) != probe->object) return false;
    *point = cdMulAdd(ray.origin, distance, ray.direction);
    cdPose pose = app->stage.objects[probe->object].pose;
    cdLocation location = cdClassifyPoint(solid, cdInvTransformPoint(pose, *point), NULL);
    if (location.kind == CD_ON_FACE) *point = snapToFace(app, solid, location.index, *point);
    return true;
}

void UpdateProbe(App *app) {
    StageProbe *probe = &app->stage.probe;
    app->stage.compares = app->viewOptions.index;
    probe->object = app->viewOptions.index ? ChooseSolidObject(&app->stage) : -1;
    probe->hasPoint = false;
    if (probe->object < 0) {
        double seconds;
        bool waits = app->viewOptions.index && GetAwaitedSolid(&app->stage, &seconds) >= 0;
        app->probe.drawing = false;
        app->probe.armed = app->probe.armed && waits;
        return;
    }
    const StageSolid *solid = FindStageSolid(&app->stage, probe->object);
    if (IsCursorFree(app)) {
        cdVec3 inPlane = findPlanePoint(app);
        probe->hasPoint = !app->probe.onSurface || findSurfacePoint(app, solid->solid, &probe->point);
        if (!app->probe.onSurface || app->probe.drawing) probe->point = inPlane;
        if (app->probe.drawing) probe->to = inPlane;
    }
    ClassifyStageProbe(&app->stage);
    CullStageStep(&app->stage);
}

void ArmSegment(App *app) {
    app->viewOptions.index = true;
    app->probe.armed = true;
    app->probe.again = false;
    Notify(app, "Segment through the solid: drag with the left button, or click twice. Esc cancels");
}

bool CancelSegment(App *app) {
    bool had = app->probe.armed || app->probe.drawing;
    if (app->probe.drawing) app->stage.probe.hasSegment = false;
    app->probe.armed = app->probe.drawing = false;
    return had;
}

static void endSegment(App *app) {
    app->probe.drawing = false;
    app->probe.armed = app->probe.again = app->probe.keyHeld;
}

void ReleaseProbeKey(App *app) {
    app->probe.keyHeld = false;
    if (app->probe.again) app->probe.armed = app->probe.again = false;
}

bool PressProbe(App *app, const gxEvent *event) {
    StageProbe *probe = &app->stage.probe;
    if (app->probe.drawing) { // the second of two clicks
        endSegment(app);
        return true;
    }
    if (!app->probe.armed || probe->object < 0 || event->button != GX_BUTTON_LEFT) return false;
    ClearNotice(app);
    probe->from = probe->to = findPlanePoint(app);
    probe->hasSegment = app->probe.drawing = true;
    app->probe.armed = false;
    app->probe.pressX = event->x;
    app->probe.pressY = event->y;
    return true;
}

bool ReleaseProbe(App *app, const gxEvent *event) {
    if (!app->probe.drawing) return false;
    bool dragged = hypot(event->x - app->probe.pressX, event->y - app->probe.pressY) > clickReach;
    if (dragged) {
        app->stage.probe.to = findPlanePoint(app);
        endSegment(app);
    }
    return true;
}

bool TurnProbeWheel(App *app, const gxEvent *event) {
    if (app->stage.probe.object < 0 || !(event->mods & GX_MOD_CTRL)) return false;
    double depth = app->probe.depth + depthPerNotch * event->wheel;
    app->probe.depth = fmin(fmax(depth, -deepest), deepest);
    app->probe.onSurface = false;
    return true;
}
