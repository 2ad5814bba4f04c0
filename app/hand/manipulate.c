// Drags in the view plane, turns about the grab point, depth by the wheel, keyboard steps.
//
// Each mouse movement changes the intended pose by its own amount, so
// that switching between moving and turning in the middle of a drag never makes the object jump. A body that
// is pulled has a target for its grabbed point, and no pose.
#include "hand/manipulate.h"

#include "view/convert.h"

#include <math.h>

static const double turnPerPixel = 0.008; // radians
static const double depthPerNotch = 0.06; // of the object's radius

typedef struct Axes {
    cdVec3 right, up, forward;
} Axes;

static Axes getAxes(const gxCamera *camera) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(camera, right, up, forward);
    return (Axes){ConvertBack(right), ConvertBack(up), ConvertBack(forward)};
}

// Intersection of the ray through a pixel with the plane through `p` that faces the camera.
static cdVec3 hitViewPlane(Sight sight, cdVec3 p, double x, double y) {
    double origin[3], direction[3];
    gxGetPixelRay(sight.camera, x, y, sight.width, sight.height, origin, direction);
    cdVec3 forward = getAxes(sight.camera).forward, o = ConvertBack(origin), d = ConvertBack(direction);
    double depth = fmax(cdDot(cdSub(p, o), forward), 1e-3 * sight.camera->distance);
    return cdMulAdd(o, depth / cdDot(d, forward), d);
}

static cdPose turnAbout(cdPose pose, cdVec3 pivot, cdQuat turn) {
    return (cdPose){cdAdd(pivot, cdRotate(turn, cdSub(pose.p, pivot))),
                    cdNormalizeQuat(cdMulQuat(turn, pose.q))};
}

void BeginDrag(Manipulation *hand, const Stage *stage, int32_t object, cdVec3 hit) {
    const StageObject *held = &stage->objects[object];
    *hand = (Manipulation){.hold = HOLD_DRAG,
                           .object = object,
                           .start = held->pose,
                           .intended = held->pose,
                           .grab = cdInvTransformPoint(held->pose, hit),
                           .axis = -1};
}

void DragTo(Manipulation *hand, const Stage *stage, Sight sight, double fromX, double fromY, double x,
            double y, int mods) {
    (void)stage;
    double fine = mods & GX_MOD_SHIFT ? 0.1 : 1.0;
    cdVec3 grab = cdTransformPoint(hand->intended, hand->grab);
    if (mods & GX_MOD_CTRL) {
        Axes axes = getAxes(sight.camera);
        cdVec3 axis = cdAdd(cdScale(x - fromX, axes.up), cdScale(y - fromY, axes.right));
        double length = cdLength(axis);
        if (!(length > 0.0)) return;
        hand->intended = turnAbout(hand->intended, grab,
                                   cdMakeQuat(cdScale(1.0 / length, axis), fine * turnPerPixel * length));
    } else {
        cdVec3 shift = cdSub(hitViewPlane(sight, grab, x, y), hitViewPlane(sight, grab, fromX, fromY));
        hand->intended.p = cdMulAdd(hand->intended.p, fine, shift);
    }
    hand->changed = true;
}

void DragDepth(Manipulation *hand, const Stage *stage, Sight sight, double notches, int mods) {
    double fine = mods & GX_MOD_SHIFT ? 0.1 : 1.0;
    double length = fine * notches * depthPerNotch * stage->objects[hand->object].info.radius;
    hand->intended.p = cdMulAdd(hand->intended.p, length, getAxes(sight.camera).forward);
    hand->changed = true;
}

void BeginPull(Manipulation *hand, const Stage *stage, int32_t object, cdVec3 hit) {
    BeginDrag(hand, stage, object, hit);
    hand->hold = HOLD_BODY;
    hand->target = hit;
    hand->changed = true; // it is held from the first frame on
}

void PullTo(Manipulation *hand, Sight sight, double fromX, double fromY, double x, double y, int mods) {
    double fine = mods & GX_MOD_SHIFT ? 0.1 : 1.0;
    cdVec3 shift =
        cdSub(hitViewPlane(sight, hand->target, x, y), hitViewPlane(sight, hand->target, fromX, fromY));
    hand->target = cdMulAdd(hand->target, fine, shift);
    hand->changed = true;
}

void PullDepth(Manipulation *hand, const Stage *stage, Sight sight, double notches, int mods) {
    double fine = mods & GX_MOD_SHIFT ? 0.1 : 1.0;
    double length = fine * notches * depthPerNotch * stage->objects[hand->object].info.radius;
    hand->target = cdMulAdd(hand->target, length, getAxes(sight.camera).forward);
    hand->changed = true;
}

double GetNudgeSize(const StageObject *object, bool turns, bool fine) {
    // 2 % of the radius and 2 degrees: the slow drag of the benchmarks.
    double size = turns ? 0.0349066 : 0.02 * object->info.radius;
    return fine ? 0.1 * size : size;
}

cdPose NudgePose(cdPose pose, const cdVec3 *center, const gxCamera *camera, double right, double up,
                 double forward, double size) {
    Axes axes = getAxes(camera);
    if (center) {
        // Arrow keys turn the front of the object in their direction.
        cdVec3 axis =
            cdAdd(cdAdd(cdScale(right, axes.up), cdScale(-up, axes.right)), cdScale(forward, axes.forward));
        double length = cdLength(axis);
        if (!(length > 0.0)) return pose;
        return turnAbout(pose, cdTransformPoint(pose, *center),
                         cdMakeQuat(cdScale(1.0 / length, axis), size * length));
    }
    cdVec3 shift =
        cdAdd(cdAdd(cdScale(right, axes.right), cdScale(up, axes.up)), cdScale(forward, axes.forward));
    pose.p = cdMulAdd(pose.p, size, shift);
    return pose;
}
