// Where a stop is looked at from.
//
// (1) The points it is about: what the library draws of the event, in full and with an owner, or the objects,
// or the regions. (2) The direction: across the gap between the two, near the preferred one, where the fewest
// surfaces stand before the points. (3) The distance: the sphere around the points, times the stop's reach.
#include "lessons/lesson_focus.h"

#include "collision/ray.h"
#include "lessons/lesson_events.h"
#include "view/convert.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

// --- (1)

static void addPoint(LessonFocus *focus, cdVec3 p) {
    if (focus->count < LESSON_POINT_MAX) focus->points[focus->count++] = p;
}

// The six points of a sphere along the world's axes.
static void addSphere(LessonFocus *focus, cdVec3 center, double radius) {
    for (int axis = 0; axis < 3; ++axis) {
        cdVec3 way = {axis == 0 ? radius : 0.0, axis == 1 ? radius : 0.0, axis == 2 ? radius : 0.0};
        addPoint(focus, cdAdd(center, way));
        addPoint(focus, cdSub(center, way));
    }
}

// The corners of its box, a little inside: no object fills it.
static void addObjectAt(LessonFocus *focus, const StageObject *object, cdPose pose) {
    cdVec3 lower = object->info.bounds.lower, upper = object->info.bounds.upper;
    cdVec3 middle = cdLerp(lower, upper, 0.5);
    for (int corner = 0; corner < 8; ++corner) {
        cdVec3 p = {corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y,
                    corner & 4 ? upper.z : lower.z};
        addPoint(focus, cdTransformPoint(pose, cdLerp(middle, p, 0.92)));
    }
}

static void addObject(LessonFocus *focus, const Stage *stage, int32_t object) {
    cdPose pose = stage->objects[object].pose;
    GetStepPose(stage, object, &pose);
    addObjectAt(focus, &stage->objects[object], pose);
}

static void addStep(LessonFocus *focus, const Stage *stage) {
    const StageQuery *query = &stage->query;
    if (!query->present) return;
    const StageObject *moved = &stage->objects[query->object];
    addObjectAt(focus, moved, query->motion.start);
    addObjectAt(focus, moved, query->motion.target);
    addObjectAt(focus, moved, moved->pose);
    int32_t other = query->obstacle >= 0 ? query->obstacle : query->proxyObstacle;
    if (other >= 0) addObject(focus, stage, other);
}

// Of a crowd the middles will do.
static void addOneOfAll(LessonFocus *focus, const Stage *stage, int32_t object) {
    enum { CROWD = 64 };
    const StageObject *one = &stage->objects[object];
    if (one->removed) return;
    if (stage->objectCount > CROWD)
        addPoint(focus, cdTransformPoint(one->pose, one->info.center));
    else
        addObject(focus, stage, object);
}

// What the event is about, in order: B's parts, then A's, as the library draws them.
typedef struct Parts {
    LessonFocus *focus;
    cdVec3 corners[CD_OWNER_B + 1][4];
    int counts[CD_OWNER_B + 1];
    cdVec3 centers[CD_OWNER_B + 1];
    bool spheres[CD_OWNER_B + 1];
} Parts;

static bool counts(cdDrawStyle style) {
    bool above = style.role == CD_ROLE_SPHERE || style.role == CD_ROLE_HULL;
    return style.owner != CD_OWNER_NONE && style.fade == 0.0 && !above;
}

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (!counts(style)) return;
    addPoint(parts->focus, p);
    if (parts->counts[style.owner] < 4) parts->corners[style.owner][parts->counts[style.owner]++] = p;
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    takePoint(a, style, context);
    takePoint(b, style, context);
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    takeSegment(a, b, style, context);
    takePoint(c, style, context);
}

static void takeSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (!counts(style)) return;
    addSphere(parts->focus, center, radius);
    parts->centers[style.owner] = center;
    parts->spheres[style.owner] = true;
}

// The line of two centres, the normal of a face, or what is perpendicular to two edges.
static cdVec3 findAcross(const Parts *parts) {
    const cdVec3 *a = parts->corners[CD_OWNER_A], *b = parts->corners[CD_OWNER_B];
    int countA = parts->counts[CD_OWNER_A], countB = parts->counts[CD_OWNER_B];
    cdVec3 across = {0.0, 0.0, 0.0};
    if (parts->spheres[CD_OWNER_A] && parts->spheres[CD_OWNER_B])
        across = cdSub(parts->centers[CD_OWNER_A], parts->centers[CD_OWNER_B]);
    else if (countB >= 3)
        across = cdCross(cdSub(b[1], b[0]), cdSub(b[2], b[0]));
    else if (countA >= 3)
        across = cdCross(cdSub(a[1], a[0]), cdSub(a[2], a[0]));
    else if (countA == 2 && countB == 2)
        across = cdCross(cdSub(a[1], a[0]), cdSub(b[1], b[0]));
    else if (countA == 1 && countB == 1)
        across = cdSub(a[0], b[0]);
    double length = cdLength(across);
    return length > 0.0 ? cdScale(1.0 / length, across) : across;
}

// Across the plane between two hulls: along the vector that the search ended with.
static cdVec3 findLastVector(const StageSteps *steps) {
    int32_t last = FindLastEvent(steps, CD_TRACE_VECTOR, CD_HOW_NONE);
    if (last < 0) return (cdVec3){0.0, 0.0, 0.0};
    const double *c = steps->trace.events[last].c;
    return (cdVec3){c[0], c[1], c[2]};
}

static void addEvent(LessonFocus *focus, const Stage *stage) {
    if (!HasStep(stage)) return;
    Parts parts = {.focus = focus};
    const cdDebugDraw draw = {.segment = takeSegment,
                              .triangle = takeTriangle,
                              .point = takePoint,
                              .sphere = takeSphere,
                              .context = &parts};
    cdTracedQuery query = GetStepQuery(stage);
    // Elements have paths, which are not what they are; spheres are shown where they come nearest.
    if (!IsStepOfNodes(stage->steps.shown.event.kind)) query.motion = NULL;
    if (query.meshA && query.meshB) cdDrawTraceEvent(&draw, &stage->steps.shown.event, &query);
    focus->across = stage->steps.search == STEPS_VECTOR ? findLastVector(&stage->steps) : findAcross(&parts);
}

static void addPair(LessonFocus *focus, const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    int32_t other = steps->key.other;
    int32_t met = steps->shown.obstacle;
    if (other < 0 && met >= 0 && met < steps->obstacleCount) other = steps->obstacleObjects[met];
    if (steps->open && steps->key.object >= 0) addObject(focus, stage, steps->key.object);
    if (steps->open && other >= 0) addObject(focus, stage, other);
    if (HasStep(stage) && steps->search == STEPS_VECTOR) focus->across = findLastVector(steps);
}

static void addRegions(LessonFocus *focus, const Stage *stage) {
    for (int32_t i = 0; stage->regions.present && i < stage->regions.count; ++i) {
        if (!GetStageRegion(stage, i)->sufficient) continue;
        const cdVec3 *points = GetStageRegionPoints(stage, i);
        for (int32_t k = 0; k < GetStageRegion(stage, i)->pointCount; ++k)
            addPoint(focus, points[k]);
    }
}

static void bound(LessonFocus *focus) {
    if (focus->count == 0) return;
    cdVec3 lower = focus->points[0], upper = lower;
    for (int32_t i = 1; i < focus->count; ++i) {
        cdVec3 p = focus->points[i];
        lower = (cdVec3){fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z)};
        upper = (cdVec3){fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z)};
    }
    focus->center = cdLerp(lower, upper, 0.5);
    for (int32_t i = 0; i < focus->count; ++i)
        focus->radius = fmax(focus->radius, cdLength(cdSub(focus->points[i], focus->center)));
}

void FindLessonFocus(const Stage *stage, const LessonStop *stop, LessonFocus *focus) {
    memset(focus, 0, sizeof *focus);
    switch (stop->look) {
    case LESSON_LOOK_SCENE:
        break;
    case LESSON_LOOK_ALL:
        for (int32_t i = 0; i < stage->objectCount; ++i)
            addOneOfAll(focus, stage, i);
        break;
    case LESSON_LOOK_STEP:
        addStep(focus, stage);
        break;
    case LESSON_LOOK_PAIR:
        addPair(focus, stage);
        break;
    case LESSON_LOOK_EVENT:
        addEvent(focus, stage);
        break;
    case LESSON_LOOK_REGIONS:
        addRegions(focus, stage);
        break;
    case LESSON_LOOK_POINT:
        if (stage->probe.object >= 0) {
            addObject(focus, stage, stage->probe.object);
            if (stage->probe.hasPoint) addPoint(focus, stage->probe.point);
        }
        break;
    }
    bound(focus);
}

// --- (2)

// How much of the way from a point to the eye is free: 1 where nothing stands before it.
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
        free -= IsStepped(stage, i) || object->transparent ? 0.25 : 0.6; // one looks through what is stepped
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
    double most = -INFINITY;
    for (int i = 0; i < TURNS; ++i) {
        // A little above the plane across the gap, so that faces are not mere lines.
        cdVec3 turned = cdRotate(cdMakeQuat(axis, 6.28318530717958647692 * i / TURNS), first);
        cdVec3 direction = flat ? cdNormalize(cdMulAdd(turned, 0.25, axis)) : turned;
        for (int side = 0; side < (flat ? 2 : 1); ++side) {
            if (side == 1) direction = cdNormalize(cdMulAdd(turned, -0.25, axis));
            double value = rate(stage, focus, direction, preferred);
            if (value <= most) continue;
            most = value;
            best = direction;
        }
    }
    return best;
}

// --- (3)

// The part of the picture's width that is free of views in the corners: at the right those of vectors, at
// both sides those of boxes, at the left all others.
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

// True if all points lie in the free part of the picture, and not at its border.
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

// Looks at the points from so far, with their middle in the middle of the free part.
static gxCamera lookFrom(const gxCamera *camera, const LessonFocus *focus, Free free, double distance,
                         int width, int height) {
    gxCamera placed = *camera;
    double center[3] = {focus->center.x, focus->center.y, focus->center.z};
    gxFrameSphere(&placed, center, focus->radius, width, height);
    placed.distance = distance;
    gxPanCamera(&placed, (0.5 * (free.left + free.right) - 0.5) * width, 0.0, height);
    return placed;
}

// As near as all points can be seen from, times the stop's reach.
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
