// Chooses the camera of a stop.
//
// (1) Direction: across the gap between its two subjects, near the preferred one, with the fewest surfaces
// before the points. (2) Distance: the smallest with all points in the part of the picture that no corner
// view covers, times the stop's reach.
#include "lessons/lesson_focus.h"

#include "collision/ray.h"
#include "view/convert.h"
#include "view/view.h"

#include <math.h>

// --- (1)

// Returns the visibility of a point from the eye: 1 if no surface is before it.
static double seesPoint(const Stage *stage, cdVec3 point, cdVec3 direction, double skip) {
    double free = 1.0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->removed || object->hidden) continue;
        cdPose pose = object->pose;
        GetStepPose(stage, i, &pose);
        cdRayInput ray = {.mesh = object->mesh,
                          .pose = pose,
                          .origin = cdMulAdd(point, skip, direction),
                          .direction = direction,
                          .anyHit = true};
        if (cdFindRayHit(&ray, NULL, NULL, NULL).state != CD_CONTACT) continue;
        free -= IsStepped(stage, i) || object->transparent
                    ? 0.25
                    : 0.6; // surfaces of stepped objects are transparent
    }
    return fmax(free, 0.0);
}

static double rate(const Stage *stage, const LessonFocus *focus, cdVec3 direction, cdVec3 preferred) {
    enum { RAYS = 5 };
    double seen = 0.0, skip = 0.02 * focus->radius;
    for (int i = 0; i < RAYS; ++i) {
        cdVec3 point = i == 0 ? focus->center : focus->points[(i - 1) * (focus->count - 1) / (RAYS - 2)];
        seen += seesPoint(stage, point, direction, skip) / RAYS;
    }
    double below = fmax(0.05 - direction.y, 0.0), above = fmax(direction.y - 0.75, 0.0);
    return seen + 0.6 * cdDot(direction, preferred) - 1.5 * below - above;
}

static cdVec3 getPreferred(const gxCamera *camera, const LessonStop *stop) {
    if (cdLengthSq(stop->from) > 0.0) return cdNormalize(stop->from);
    double eye[3];
    gxGetCameraEye(camera, eye);
    return cdNormalize(cdSub(ConvertBack(eye), ConvertBack(camera->target)));
}

static cdVec3 chooseDirection(const Stage *stage, const LessonFocus *focus, cdVec3 preferred) {
    enum { TURNS = 24 };
    bool flat = cdLengthSq(focus->across) > 0.0;
    cdVec3 axis = flat ? focus->across : (cdVec3){0.0, 1.0, 0.0};
    cdVec3 first = flat ? cdMulAdd(preferred, -cdDot(preferred, axis), axis) : preferred, best = preferred;
    if (!(cdLength(first) > 1e-6)) return preferred;
    first = cdNormalize(first);
    double bestValue = -INFINITY;
    for (int i = 0; i < TURNS; ++i) {
        // A little above the plane across the gap, so that faces are not seen edge-on.
        cdVec3 turned = cdRotate(cdMakeQuat(axis, 6.28318530717958647692 * i / TURNS), first);
        cdVec3 direction = flat ? cdNormalize(cdMulAdd(turned, 0.25, axis)) : turned;
        for (int side = 0; side < (flat ? 2 : 1); ++side) {
            if (side == 1) direction = cdNormalize(cdMulAdd(turned, -0.25, axis));
            double value = rate(stage, focus, direction, preferred);
            if (value <= bestValue) continue;
            bestValue = value;
            best = direction;
        }
    }
    return best;
}

// --- (2)

// Part of the picture's width without corner views. Those of vectors are at the right, those of boxes at both
// sides, all others at the left.
typedef struct Free {
    double left, right;
} Free;

static Free findFree(const Stage *stage, const LessonStop *stop) {
    static const double border = 0.06, inset = 0.25;
    if (!(stop->shows & LESSON_SHOWS_INSETS) || !HasStep(stage)) return (Free){border, 1.0 - border};
    if (stage->steps.search == STEPS_VECTOR) return (Free){border, 1.0 - inset};
    if (stage->steps.search == STEPS_BOXES) return (Free){inset, 1.0 - inset};
    return (Free){inset, 1.0 - border};
}

// True if all points lie in the free part of the picture, not at its border.
static bool holdsPoints(const gxCamera *camera, const LessonFocus *focus, Free free, int width, int height) {
    static const double border = 0.07;
    for (int32_t i = 0; i < focus->count; ++i) {
        double point[3] = {focus->points[i].x, focus->points[i].y, focus->points[i].z}, x, y;
        if (!gxProjectPoint(camera, point, width, height, &x, &y)) return false;
        if (x < free.left * width || x > free.right * width) return false;
        if (y < border * height || y > (1.0 - border) * height) return false;
    }
    return true;
}

// Returns a camera at this distance from the points, with their centre in the middle of the free part.
static gxCamera lookFrom(const gxCamera *camera, const LessonFocus *focus, Free free, double distance,
                         int width, int height) {
    gxCamera placed = *camera;
    double center[3] = {focus->center.x, focus->center.y, focus->center.z};
    gxFrameSphere(&placed, center, focus->radius, width, height);
    placed.distance = distance;
    gxPanCamera(&placed, (0.5 * (free.left + free.right) - 0.5) * width, 0.0, height);
    return placed;
}

// Returns the camera at the smallest distance with all points visible, times the stop's reach.
static gxCamera fitPoints(const gxCamera *camera, const LessonFocus *focus, Free free, double reach,
                          int width, int height) {
    double far = 40.0 * focus->radius, near = 0.0;
    for (int i = 0; i < 40; ++i) {
        gxCamera placed = lookFrom(camera, focus, free, 0.5 * (near + far), width, height);
        if (holdsPoints(&placed, focus, free, width, height))
            far = placed.distance;
        else
            near = placed.distance;
    }
    return lookFrom(camera, focus, free, reach * far, width, height);
}

gxCamera PlaceLessonCamera(const Stage *stage, const LessonStop *stop, int width, int height) {
    gxCamera camera = MakeStageCamera(stage, width, height);
    LessonFocus focus;
    FindLessonFocus(stage, stop, &focus);
    if (focus.count == 0 || !(focus.radius > 0.0)) return camera;
    cdVec3 direction = getPreferred(&camera, stop);
    bool flat = stop->look == LESSON_LOOK_PAIR && cdLengthSq(focus.across) > 0.0;
    if (stop->look == LESSON_LOOK_EVENT || flat) direction = chooseDirection(stage, &focus, direction);
    camera.yaw = atan2(direction.x, direction.z);
    camera.pitch = asin(fmin(fmax(direction.y, -1.0), 1.0));
    gxOrbitCamera(&camera, 0.0, 0.0); // back within its limits
    return fitPoints(&camera, &focus, findFree(stage, stop), fmax(stop->reach, 1.0), width, height);
}
